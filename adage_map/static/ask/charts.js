// Charts: plotly's cartesian bundle is loaded when this tab is first opened. Python makes the
// figures; colours are names of our own custom properties, so a chart follows the theme.

import { make } from '../js/story.js';
import { ask } from './rows.js';

const BUNDLE = '/static/vendor/plotly-cartesian.min.js';

/** @param {HTMLElement} body @param {import('./tabs.js').Asking} asking */
export async function open(body, asking) {
  body.replaceChildren(make('p', { class: 'why' }, ['Loading the charts…']));
  const draw = async () => {
    const [Plotly, told] = await Promise.all([plotly(), ask(`ask/charts?run=${encodeURIComponent(asking.run())}&about=${encodeURIComponent(asking.chosen())}`)]);
    const boxes = told.charts.map((/** @type {any} */ chart) => chartBox(chart));
    body.replaceChildren(...(boxes.length ? boxes.map((/** @type {any} */ box) => box.element) : [make('p', {}, ['There is nothing to draw yet: no pattern was counted.'])]));
    for (const { chart, mount } of boxes) await Plotly.newPlot(mount, { data: resolved(chart.traces), layout: layoutOf(chart), config: { displayModeBar: false, responsive: true } });
  };
  const theme = new MutationObserver(draw);
  theme.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  await draw();
  return { refresh: draw };
}

/** @returns {Promise<import('../vendor/plotly.js').PlotlyStatic>} */
function plotly() {
  const known = window.Plotly;
  if (known) return Promise.resolve(known);
  return new Promise((resolve, reject) => {
    const script = make('script', { src: BUNDLE });
    script.addEventListener('load', () => (window.Plotly ? resolve(window.Plotly) : reject(new Error('the chart library did not start'))));
    script.addEventListener('error', () => reject(new Error('the chart library could not be loaded')));
    document.head.append(script);
  });
}

/** @param {any} chart */
function chartBox(chart) {
  const mount = make('div', { class: 'chart', role: 'img', 'aria-label': `${chart.title}. ${chart.says}` });
  const element = make('section', { class: 'chart-box' }, [
    make('h3', {}, [chart.title]), make('p', { class: 'quiet' }, [chart.says]), mount,
    make('details', {}, [make('summary', {}, ['The numbers']), tableOf(chart)])]);
  return { chart, mount, element };
}

/** @param {any} chart */
function tableOf(chart) {
  const cell = (/** @type {any} */ value) => make('td', {}, [typeof value === 'number' && !Number.isInteger(value) ? value.toFixed(3) : String(value)]);
  return make('div', { class: 'chart-table', tabindex: '0', role: 'region', 'aria-label': `${chart.title} as a table` }, [make('table', {}, [
    make('thead', {}, [make('tr', {}, chart.columns.map((/** @type {string} */ name) => make('th', { scope: 'col' }, [name])))]),
    make('tbody', {}, chart.rows.map((/** @type {any[]} */ row) => make('tr', {}, row.map(cell)))),
  ])]);
}

/** Every `--name` in a figure as the colour it has now. @param {any} value @returns {any} */
function resolved(value) {
  if (typeof value === 'string' && value.startsWith('--')) return getComputedStyle(document.documentElement).getPropertyValue(value).trim();
  if (Array.isArray(value)) return value.map(resolved);
  if (value && typeof value === 'object') return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, resolved(item)]));
  return value;
}

/** Our template: no boxes, quiet grid, the page's own type. @param {any} chart */
function layoutOf(chart) {
  const axis = { gridcolor: '--rule', linecolor: '--line', zerolinecolor: '--rule', tickfont: { size: 10 }, fixedrange: true, automargin: true };
  const given = chart.layout;
  const font = getComputedStyle(document.body).fontFamily;
  return resolved({
    height: 260, margin: { l: 44, r: 8, t: 8, b: 84 }, paper_bgcolor: '--ground', plot_bgcolor: '--ground', showlegend: chart.name !== 'bits',
    legend: { orientation: 'h', x: 0, y: 0, yref: 'container', yanchor: 'bottom', font: { size: 10 } }, font: { family: font, size: 11, color: '--muted' }, hoverlabel: { font: { size: 11 } },
    ...given, xaxis: { ...axis, ...given.xaxis }, yaxis: { ...axis, ...given.yaxis },
  });
}

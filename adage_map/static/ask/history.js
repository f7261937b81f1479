// History: the learner run as it would have been on earlier days. A slider moves through the days;
// the lines are the lower bounds of the reflexes, crossing the thresholds as evidence grows.

import { make } from '../js/story.js';
import { ask, openTrial, progressLine, reflexName, signOf, standing, wait } from './rows.js';

const WIDTH = 292;
const HEIGHT = 150;
const PAD = 26;
const LINES = 6;

/** @param {HTMLElement} body @param {import('./tabs.js').Asking} asking */
export async function open(body, asking) {
  const run = asking.base();
  const path = `ask/history?run=${encodeURIComponent(run)}`;
  const progress = make('div', { 'aria-live': 'polite' });
  const chart = make('div', { class: 'history-chart' });
  const slider = /** @type {HTMLInputElement} */ (make('input', { type: 'range', min: '0', max: '0', step: '1', 'aria-label': 'Day' }));
  const day = make('div', { class: 'answer' });
  const kept = make('div', { class: 'answer' });
  body.replaceChildren(make('p', { class: 'why' }, ['The same learner on the sessions that had ended by each day. The lines are lower bounds; from 0.80 on a reflex may insist.']), progress, chart, slider, day, kept);
  let days = (await ask(path)).days;
  slider.max = String(Math.max(0, days.length - 1));
  slider.value = slider.max;
  const draw = () => {
    const place = Number(slider.value);
    slider.setAttribute('aria-valuetext', days[place] ? `${dateOf(days[place])}, ${days[place].sessions} sessions` : '');
    const best = bestOf(days);
    chart.replaceChildren(drawing(days, place, best), legendOf(best, asking));
    day.replaceChildren(...dayParts(days, place, asking));
  };
  slider.addEventListener('input', draw);
  draw();
  follow();
  if (run === 'own') await showGenerations(kept);

  async function follow() {
    const first = days.at(-1)?.name;
    for (;;) {
      draw();
      const left = days.filter((/** @type {any} */ each) => each.state === 'waiting' || each.state === 'running').length;
      const running = days.find((/** @type {any} */ each) => each.state === 'running');
      progress.replaceChildren(...(left ? [make('p', { class: 'quiet' }, [`${days.length - left} of ${days.length} days learned`]), ...(running ? [progressLine(running)] : [])] : []));
      if (!left || !body.isConnected) return;
      await wait(1000);
      days = (await ask(path)).days;
      if (days.at(-1)?.name !== first) return open(body, asking);
    }
  }
}

/** @param {any} day */
function dateOf(day) {
  return new Date(day.until * 1000).toISOString().slice(0, 10);
}

/** @param {any[]} days @param {number} place @param {import('./tabs.js').Asking} asking */
function dayParts(days, place, asking) {
  const day = days[place];
  if (!day) return [make('p', {}, ['There are no sessions.'])];
  const head = make('h3', {}, [dateOf(day)]);
  if (day.state === 'failed') return [head, make('p', { class: 'trouble' }, [day.problem])];
  if (day.state !== 'ready') return [head, progressLine(day)];
  const speaking = day.reflexes.filter((/** @type {any} */ row) => row.speaks);
  const world = make('button', { type: 'button' }, ['Show this day in the world']);
  world.addEventListener('click', async () => {
    world.textContent = 'Drawing…';
    await openTrial(asking, day.name).catch((error) => { world.textContent = error.message; });
    world.textContent = 'Show this day in the world';
  });
  return [head, make('p', {}, [`${day.sessions} sessions, ${day.reflexes.length} patterns judged, ${speaking.length} may speak.`]),
    make('ul', { class: 'changes' }, speaking.slice(0, 12).map((/** @type {any} */ row) => make('li', {}, [reflexName(row, asking), make('p', { class: 'quiet' }, [standing(row)])]))), world];
}

/** The reflexes with the highest bounds on the newest day that is known. @param {any[]} days @returns {any[]} */
function bestOf(days) {
  const last = days.findLast((each) => each.state === 'ready');
  return (last?.reflexes ?? []).toSorted((/** @type {any} */ a, /** @type {any} */ b) => b.lb - a.lb || (a.id < b.id ? -1 : 1)).slice(0, LINES);
}

/** @param {any[]} best @param {import('./tabs.js').Asking} asking */
function legendOf(best, asking) {
  return make('ol', { class: 'lines' }, best.map((reflex, number) => make('li', { class: `bound-${number}` }, [reflexName(reflex, asking)])));
}

/** Lower bounds over the days. @param {any[]} days @param {number} place @param {any[]} best */
function drawing(days, place, best) {
  const x = (/** @type {number} */ at) => PAD + (WIDTH - PAD - 6) * (days.length > 1 ? at / (days.length - 1) : 1);
  const y = (/** @type {number} */ rate) => 6 + (HEIGHT - 24) * (1 - rate);
  const svg = svgOf('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': 'Lower bounds of the best reflexes over time; the days are also listed below' });
  for (const [name, rate] of /** @type {[string, number][]} */ ([['fire', 0.8], ['', 0.5], ['', 0.3]])) {
    svg.append(svgOf('line', { x1: PAD, x2: WIDTH - 6, y1: y(rate), y2: y(rate), class: name === 'fire' ? 'gate fire' : 'gate' }), textOf(rate.toFixed(1), 2, y(rate) + 3));
  }
  svg.append(svgOf('line', { x1: x(place), x2: x(place), y1: 4, y2: HEIGHT - 16, class: 'now' }));
  best.forEach((/** @type {any} */ reflex, /** @type {number} */ number) => {
    const points = days.flatMap((each, at) => {
      const found = each.reflexes?.find((/** @type {any} */ row) => row.id === reflex.id);
      return found ? [[x(at), y(found.lb)]] : [];
    });
    const line = svgOf('polyline', { points: points.map((point) => point.join(',')).join(' '), class: `bound bound-${number}` });
    line.append(svgOf('title', {}, `${reflex.steps}: ${reflex.lb.toFixed(2)}`));
    svg.append(line, ...points.map(([cx, cy]) => svgOf('circle', { cx: cx ?? 0, cy: cy ?? 0, r: 1.8, class: `bound bound-${number}` })));
  });
  if (days.length) svg.append(textOf(dateOf(days[0]), PAD, HEIGHT - 3), textOf(dateOf(days.at(-1)), WIDTH - 62, HEIGHT - 3));
  return svg;
}

/** @param {string} name @param {Record<string, string | number>} attributes @param {string} [text] */
function svgOf(name, attributes, text) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  if (text) element.textContent = text;
  return element;
}

/** @param {string} text @param {number} x @param {number} y */
function textOf(text, x, y) {
  return svgOf('text', { x, y }, text);
}

/** The generations that `adage learn` has kept, and what changed between two of them. @param {HTMLElement} mount */
async function showGenerations(mount) {
  const { generations } = await ask('ask/generations');
  if (generations.length < 2) return;
  const choose = (/** @type {string} */ label, /** @type {number} */ place) => {
    const select = /** @type {HTMLSelectElement} */ (make('select', { 'aria-label': label }, generations.map((/** @type {any} */ made) =>
      make('option', { value: made.name }, [`${dateOf({ until: made.last })} ${made.name}`]))));
    select.selectedIndex = place;
    return select;
  };
  const [from, to] = [choose('The earlier generation', 1), choose('The later generation', 0)];
  const answer = make('div', { class: 'answer', 'aria-live': 'polite' });
  const draw = async () => {
    const told = await ask(`ask/compare?from=${from.value}&to=${to.value}`);
    answer.replaceChildren(make('p', {}, [`${told.before.sessions} sessions, then ${told.after.sessions}: ${told.changes.length} changes.`]),
      make('ul', { class: 'changes' }, told.changes.slice(0, 40).map(differenceRow)));
  };
  for (const select of [from, to]) select.addEventListener('change', draw);
  mount.replaceChildren(make('h3', {}, ['Kept generations']), make('div', { class: 'pair' }, [from, to]), answer);
  await draw();
}

/** @param {any} change */
function differenceRow(change) {
  const because = [['joined', change.joined], ['left', change.left], ['turned', change.turned]].filter(([, voices]) => voices.length);
  return make('li', { class: `change ${change.kind}` }, [make('b', {}, [signOf(change.kind)]), ' ', change.says,
    make('p', { class: 'quiet' }, [[change.was, change.now].filter(Boolean).join(' → '), change.why ? `. ${change.why}` : '']),
    ...because.map(([name, voices]) => make('p', { class: 'quiet' }, [`${name}: ${voices.slice(0, 4).map((/** @type {any} */ voice) => `${voice.root.slice(0, 8)}:${voice.line}`).join(', ')}${voices.length > 4 ? ` and ${voices.length - 4} more` : ''}`]))]);
}

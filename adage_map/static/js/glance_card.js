// One question of the glance: its answer, and its rows as buttons with a small picture each.

import { cellsOf, figureAt } from './glance_parts.js';
import { make } from './story.js';

const ROWS = 6;
const SVG = 'http://www.w3.org/2000/svg';
const WASTE = new Set(['failed command', 'refused tool call']);
const TURNS = 10;

/** @param {string} tag @param {Record<string, string | number>} attributes @param {Node[]} [children] */
function draw(tag, attributes, children = []) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/**
 * @param {any} section @param {any} report
 * @param {(section: any, row: any, button: HTMLElement) => void} choose
 */
export function cardOf(section, report, choose) {
  const card = make('section', { class: 'card', id: `glance-${section.key}`, 'aria-labelledby': `glance-${section.key}-title` }, [
    make('h3', { id: `glance-${section.key}-title`, tabindex: '-1' }, [section.title]),
    make('p', { class: 'answer-line' }, [section.answer])]);
  if (section.key === 'trend') card.append(courseOf(report));
  const list = make('ul', { class: section.key === 'turns' ? 'figures lined' : 'figures' });
  const most = Math.max(...section.rows.map((/** @type {any} */ row) => row.share), 0.0001);
  const wide = section.key === 'turns' ? TURNS : ROWS;
  const add = (/** @type {any[]} */ rows) => list.append(...rows.map((row) => make('li', {}, [rowOf(section, row, report, most, choose)])));
  add(section.rows.slice(0, wide));
  if (section.rows.length) card.append(list);
  if (section.note) card.append(make('p', { class: 'card-note' }, [section.note]));
  const rest = section.rows.slice(wide);
  if (rest.length) {
    const more = make('button', { type: 'button', class: 'more-rows' }, [`${rest.length} more`]);
    more.addEventListener('click', () => {
      add(rest);
      more.remove();
      /** @type {HTMLElement | null} */ (list.children[wide]?.querySelector('button') ?? null)?.focus();
    });
    list.after(more);
  }
  return card;
}

/** The seven questions with their short answers; each goes to its card. @param {any[]} sections */
export function indexOf(sections) {
  return sections.map((section) => {
    const button = make('button', { type: 'button', 'data-key': section.key }, [
      make('span', {}, [section.title]), make('b', {}, [section.short])]);
    button.addEventListener('click', () => {
      const title = document.getElementById(`glance-${section.key}-title`);
      title?.scrollIntoView({ block: 'start' });
      title?.focus();
    });
    return make('li', {}, [button]);
  });
}

/**
 * @param {any} section @param {any} row @param {any} report @param {number} most
 * @param {(section: any, row: any, button: HTMLElement) => void} choose
 */
function rowOf(section, row, report, most, choose) {
  const label = make(row.kind === 'code' ? 'code' : 'span', { class: 'row-label' }, [row.kind === 'quote' ? `“${row.label}”` : row.label]);
  const button = make('button', { type: 'button', class: 'figure', 'aria-pressed': 'false' }, [
    make('span', { class: 'row-top' }, [label, make('b', { class: 'row-value' }, [row.value])]),
    section.key === 'turns' || section.key === 'saved' ? barOf(row, most) : stripOf(row, report),
    make('span', { class: 'row-note' }, [row.note])]);
  button.addEventListener('click', () => choose(section, row, button));
  return button;
}

/** A bar as long as the row's share of the largest. @param {any} row @param {number} most */
function barOf(row, most) {
  const width = Math.max(0, row.share) / most * 100;
  return draw('svg', { class: WASTE.has(row.label) ? 'bar waste' : 'bar', viewBox: '0 0 100 6', preserveAspectRatio: 'none', 'aria-hidden': 'true' }, [
    draw('rect', { class: 'track', width: 100, height: 6 }), draw('rect', { class: 'full', width, height: 6 })]);
}

/** All sessions in their order; those that the figure was seen in are filled. @param {any} row @param {any} report */
function stripOf(row, report) {
  const seen = new Set(figureAt(report, row.figure).seen.map((/** @type {any} */ each) => each.session));
  const cells = cellsOf(report.sessions.length).map(([from, until], x) => {
    const mine = report.sessions.slice(from, until);
    const share = mine.filter((/** @type {any} */ session) => seen.has(session.number)).length / mine.length;
    // A cell of several sessions is the fuller the more of them count.
    return draw('rect', { class: share ? 'full' : 'track', x, width: 0.78, height: 6, opacity: share ? 0.4 + 0.6 * share : 1 });
  });
  return draw('svg', { class: 'strip', viewBox: `0 0 ${cells.length} 6`, preserveAspectRatio: 'none', 'aria-hidden': 'true' }, cells);
}

/** Turns of every session as bars, and the mean of each half as a line. @param {any} report */
function courseOf(report) {
  const cells = cellsOf(report.sessions.length);
  const turns = cells.map(([from, until]) => report.sessions.slice(from, until).reduce((/** @type {number} */ sum, /** @type {any} */ session) => sum + session.turns, 0) / (until - from));
  const most = Math.max(...turns, 1);
  const { trend } = report;
  const bars = turns.map((count, x) => draw('rect', { class: 'track', x, y: 40 - count / most * 40, width: 0.78, height: count / most * 40 }));
  const line = (/** @type {number} */ from, /** @type {number} */ to, /** @type {number} */ mean) =>
    draw('line', { x1: from, x2: to, y1: 40 - mean / most * 40, y2: 40 - mean / most * 40 });
  const half = trend.first_sessions / report.sessions.length * cells.length;
  return draw('svg', {
    class: 'course', viewBox: `0 0 ${cells.length} 40`, preserveAspectRatio: 'none', role: 'img',
    'aria-label': `Turns of each session in order: mean ${trend.first.toFixed(1)}, then ${trend.second.toFixed(1)}`,
  }, [...bars, line(0, half, trend.first), line(half, cells.length, trend.second)]);
}

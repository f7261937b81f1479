// The sessions and lines behind one figure of the glance, in the panel, each with its place in the
// world when it is drawn there.

import { dayOf, figureAt } from './glance_parts.js';
import { byId, make } from './story.js';
import { lineButton } from './transcript.js';

const SESSIONS = 12;
const LINES = 4;

/**
 * @param {{section: any, row: any, figure: any, report: any, run: string, world: import('./world.js').World,
 *   go: (step: string, id: string) => Promise<void>}} on
 */
export function showFigure(on) {
  const { section, row, figure, report } = on;
  byId('panel-title').textContent = row.kind === 'quote' ? `“${row.label}”` : row.label;
  const step = section.steps.find((/** @type {string} */ id) => on.world.steps.some((each) => each.id === id)) ?? '';
  const sessions = new Map(report.sessions.map((/** @type {any} */ each) => [each.number, each]));
  const seen = [...figure.seen].reverse();
  const list = make('ol', { class: 'sightings' });
  const add = (/** @type {any[]} */ rows) => list.append(...rows.map((each) => sightingOf(each, sessions.get(each.session), step, on)));
  // What the picture holds comes first: only there a figure has a place to go to.
  seen.sort((a, b) => Number(isDrawn(b, on)) - Number(isDrawn(a, on)));
  add(seen.slice(0, SESSIONS));
  const parts = [make('p', { class: 'figure-value' }, [make('b', {}, [row.value])]), make('p', { class: 'why' }, [row.note])];
  const reflex = reflexOf(section, row, report, on);
  if (reflex) parts.push(reflex);
  parts.push(make('h3', {}, [`Seen in ${figure.sessions.toLocaleString('en')} session${figure.sessions === 1 ? '' : 's'}${orderOf(seen, on)}`]), list);
  if (seen.length > SESSIONS) parts.push(moreButton(seen.slice(SESSIONS), list, add));
  byId('panel-body').replaceChildren(...parts);
}

/** @param {any[]} rest @param {HTMLElement} list @param {(rows: any[]) => void} add */
function moreButton(rest, list, add) {
  const more = make('button', { type: 'button', class: 'more-rows' }, [`${rest.length} more sessions`]);
  more.addEventListener('click', () => {
    const from = list.children.length;
    add(rest);
    more.remove();
    /** @type {HTMLElement | null} */ (list.children[from]?.querySelector('button') ?? null)?.focus();
  });
  return more;
}

/** @param {any} seen @param {any} session @param {string} step @param {any} on */
function sightingOf(seen, session, step, on) {
  const lines = seen.lines.slice(0, LINES).map((/** @type {number} */ line) =>
    lineButton({ run: on.run, trace: seen.trace, path: session.path, line }));
  const left = seen.lines.length - LINES;
  const times = seen.count > 1 ? ` · ${seen.count} times` : '';
  return make('li', {}, [
    make('p', { class: 'sighting-head' }, [make('b', {}, [`Session ${session.number}`]), `  ${dayOf(session.start)}${times}`, ...placeButton(seen, step, on)]),
    ...(session.asked ? [make('p', { class: 'asked' }, [session.asked])] : []),
    make('div', { class: 'sighting-lines' }, [...lines, ...(left > 0 ? [make('span', { class: 'quiet' }, [`and ${left} more lines`])] : [])]),
  ]);
}

/** The object in the world that a sighting is about: its step, else its session's sheet. @param {any} seen @param {any} on */
function objectOf(seen, on) {
  return [`e:${seen.trace}:${seen.step}`, `s:${seen.trace}`].find((id) => on.world.rowOf.has(id)) ?? '';
}

/** @param {any} seen @param {any} on */
function isDrawn(seen, on) {
  return objectOf(seen, on) !== '';
}

/** @param {any[]} seen @param {any} on */
function orderOf(seen, on) {
  const drawn = seen.filter((each) => isDrawn(each, on)).length;
  return drawn && drawn < seen.length ? `, the ${drawn} in the picture first` : ', the newest first';
}

/** A button to the step's own object, or its session's sheet, when the picture holds it. @param {any} seen @param {string} step @param {any} on */
function placeButton(seen, step, on) {
  const id = objectOf(seen, on);
  if (!id || !step) return [];
  const target = id.startsWith('s:') ? 'read/1' : step;
  return [toWorld('In the world', target, id, `Session ${seen.session} in the world`, on)];
}

/** The reflex that was learned about the same, when there is one. @param {any} section @param {any} row @param {any} report @param {any} on */
function reflexOf(section, row, report, on) {
  if (section.key !== 'failing') return null;
  const { reflex } = figureAt(report, row.figure.replace(/\/found$/, ''));
  if (!reflex || !on.world.rowOf.has(`r:${reflex}`)) return null;
  return make('p', {}, ['A reflex was learned from this: ', toWorld('Show it', 'evidence/5', `r:${reflex}`, 'Show the reflex in the world', on)]);
}

/** @param {string} words @param {string} step @param {string} id @param {string} name @param {any} on */
function toWorld(words, step, id, name, on) {
  const button = make('button', { type: 'button', class: 'to-world', 'aria-label': name }, [words]);
  button.addEventListener('click', () => on.go(step, id));
  return button;
}

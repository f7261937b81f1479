// What the picture shows, as text: the list beside it and the table instead of it.

import { glyphOf, words } from './glyph_icons.js';
import { byId, make } from './story.js';
import { nameOf } from './world.js';

const ROWS = 50;
const TABLE_ROWS = 500;
const NOUNS = /** @type {Record<string, string>} */ ({ line: 'Calls', result: 'Results', step: 'Steps', prototype: 'Prototypes', reflex: 'Patterns and reflexes', bead: 'Sessions counted', book: 'Index', sheet: 'Sessions',
  hook: 'Hooks', moment: 'Events of the session', coin: 'Sessions', batch: 'Tool batches',
  request: 'Requests', card: 'Cards', task: 'Tasks' });

/** Rows of the things a step is about, by kind, in reading order. @param {import('./world.js').World} world @param {number} place @returns {Map<string, number[]>} */
export function subjectsOf(world, place) {
  const step = world.steps[place];
  const frame = world.frames[place + 1];
  /** @type {Map<string, number[]>} */
  const groups = new Map();
  for (const kind of step?.subjects ?? []) {
    const rows = world.kind.map((_, row) => row).filter((row) => world.kind[row] === kind && (frame?.scale[row] ?? 0) > 0 && (frame?.tone[row] ?? 0) > 0.3);
    if (kind === 'step') rows.sort((a, b) => (frame?.tone[b] ?? 0) - (frame?.tone[a] ?? 0) || (world.lane[a] ?? 0) - (world.lane[b] ?? 0));
    groups.set(kind, rows);
  }
  return groups;
}

/** What stands beside a thing's label. @param {import('./world.js').World} world @param {number} row */
function aside(world, row) {
  const item = world.kind[row] === 'reflex' ? world.document.reflexes[world.ref[row] ?? 0] : null;
  if (item?.judged) return `${item.k} of ${item.n}, ${item.strength}`;
  if (item) return item.gate ? `stopped: ${item.gate}` : 'candidate';
  if (world.kind[row] === 'bead') return world.ok[row] ? '● took it' : '○ did not';
  return world.document.effects[world.effect[row] ?? -1] ?? '';
}

/** The scene list: groups with counts, at most 50 rows until more are asked for. @param {import('./world.js').World} world @param {number} place @param {(row: number) => void} open */
export function drawSceneList(world, place, open, most = ROWS) {
  const list = byId('scene-list');
  const parts = [];
  let left = most;
  for (const [kind, rows] of subjectsOf(world, place)) {
    parts.push(make('h3', {}, [`${NOUNS[kind] ?? kind} `, make('span', { class: 'quiet' }, [rows.length.toLocaleString('en')])]));
    const shown = rows.slice(0, left);
    left -= shown.length;
    parts.push(make('ul', {}, shown.map((row) => make('li', {}, [itemButton(world, row, open)]))));
  }
  const total = [...subjectsOf(world, place).values()].reduce((sum, rows) => sum + rows.length, 0);
  if (total > most) {
    const more = make('button', { type: 'button', class: 'more' }, [`${Math.min(ROWS, total - most)} more`]);
    more.addEventListener('click', () => drawSceneList(world, place, open, most + ROWS));
    parts.push(more);
  }
  list.replaceChildren(...parts);
  list.querySelector('button')?.setAttribute('tabindex', '0');
}

/** @param {import('./world.js').World} world @param {number} row @param {(row: number) => void} open */
function itemButton(world, row, open) {
  const effect = world.effect[row] ?? -1;
  const button = make('button', { type: 'button', tabindex: '-1', 'data-row': String(row) }, [
    glyphOf(effect),
    make('span', { class: 'what' }, [words(nameOf(world, row))]),
    make('span', { class: 'aside' }, [aside(world, row)]),
  ]);
  button.addEventListener('click', () => open(row));
  return button;
}

/** Up and down move within the list; only one of its rows is in the Tab order. */
export function roveSceneList() {
  byId('scene-list').addEventListener('keydown', (event) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!by) return;
    const buttons = [...byId('scene-list').querySelectorAll('button')];
    const at = buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    const next = buttons[at + by];
    if (!next) return;
    buttons[at]?.setAttribute('tabindex', '-1');
    next.setAttribute('tabindex', '0');
    next.focus();
    event.preventDefault();
  });
}

const SESSION = 3;
const COLUMNS = ['kind', 'what', 'effect', 'session', 'k', 'n', 'lower bound', 'strength'];

/** One row of the table. @param {import('./world.js').World} world @param {number} row @returns {(string | number)[]} */
function cells(world, row) {
  const item = world.kind[row] === 'reflex' ? world.document.reflexes[world.ref[row] ?? 0] : {};
  const session = world.document.sessions[world.lane[row] ?? -1];
  return [world.kind[row] ?? '', words(nameOf(world, row)), world.document.effects[world.effect[row] ?? -1] ?? '',
    session?.id ?? '', item.k ?? '', item.n ?? '', item.lb ?? '', item.strength ?? ''];
}

/** The table view. @param {import('./world.js').World} world @param {number} place @param {(row: number) => void} open @param {{column: number, down: boolean}} [order] */
export function drawTable(world, place, open, order = { column: -1, down: false }) {
  const rows = [...subjectsOf(world, place).values()].flat().map((row) => ({ row, cells: cells(world, row) }));
  if (order.column >= 0) {
    const sign = order.down ? -1 : 1;
    rows.sort((a, b) => sign * compare(a.cells[order.column] ?? '', b.cells[order.column] ?? ''));
  }
  const head = make('tr', {}, COLUMNS.map((name, column) => {
    const button = make('button', { type: 'button' }, [name]);
    button.addEventListener('click', () => drawTable(world, place, open, { column, down: order.column === column && !order.down }));
    const sorted = order.column === column ? (order.down ? 'descending' : 'ascending') : 'none';
    return make('th', { scope: 'col', 'aria-sort': sorted }, [button]);
  }));
  const body = rows.slice(0, TABLE_ROWS).map(({ row, cells: values }) => {
    const line = make('tr', {}, values.map((value, column) => {
      if (column !== 1) return make('td', {}, [typeof value === 'number' && !Number.isInteger(value) ? value.toFixed(2) : column === SESSION ? String(value).slice(0, 8) : String(value)]);
      const button = make('button', { type: 'button' }, [String(value)]);
      button.addEventListener('click', () => open(row));
      return make('td', {}, [button]);
    }));
    return line;
  });
  const copy = make('button', { type: 'button', class: 'copy' }, ['Copy as CSV']);
  copy.addEventListener('click', () => copyCsv(rows.map((item) => item.cells), copy));
  const cut = rows.length > TABLE_ROWS ? ` The first ${TABLE_ROWS} are shown; the copy holds all.` : '';
  byId('table').replaceChildren(
    make('p', { class: 'table-top' }, [`${rows.length.toLocaleString('en')} objects in this step.${cut} `, copy]),
    make('table', {}, [make('thead', {}, [head]), make('tbody', {}, body)]));
}

/** @param {string | number} a @param {string | number} b */
function compare(a, b) {
  return typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b), 'en', { numeric: true });
}

/** @param {(string | number)[][]} rows @param {HTMLElement} button */
function copyCsv(rows, button) {
  const quote = (/** @type {string | number} */ value) => `"${String(value).replaceAll('"', '""')}"`;
  const text = [COLUMNS, ...rows].map((row) => row.map(quote).join(',')).join('\r\n');
  navigator.clipboard.writeText(text).then(
    () => { button.textContent = 'Copied'; },
    () => { button.textContent = 'The browser did not allow copying'; });
}

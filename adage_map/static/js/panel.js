// The right panel: what a step computes, with its formula and numbers filled in, or what is known of
// one object. Everything shown is in the world's document.

import { words } from './glyph_icons.js';
import { byId, make } from './story.js';
import { lineButton } from './transcript.js';
import { nameOf } from './world.js';

/** @param {any} value */
function say(value) {
  if (typeof value === 'number') return Number.isInteger(value) ? value.toLocaleString('en') : value.toFixed(2);
  return value === null || value === undefined || value === '' ? '–' : String(value);
}

/** @param {[string, any][]} rows */
function facts(rows) {
  return make('dl', {}, rows.flatMap(([name, value]) => [
    make('dt', {}, [name]), make('dd', {}, [value instanceof Node ? value : say(value)])]));
}

/** @param {string} name @param {any} registry @returns {HTMLElement} */
function formulaOf(name, registry) {
  const formula = registry.formulas[name];
  const box = make('div', { class: 'formula', tabindex: '0', role: 'group', 'aria-label': formula.sentence }, [make('code', {}, [formula.latex])]);
  import('../vendor/katex.js').then((katex) => {
    katex.render(formula.latex, box, { displayMode: true, throwOnError: false });
  });
  return box;
}

/**
 * The panel of a step.
 * @param {any} panel what the chapter explains @param {any} registry @param {boolean} detail
 * @param {any} hero
 */
export function showStepPanel(panel, registry, detail, hero) {
  const body = byId('panel-body');
  byId('panel-title').textContent = 'How it is counted';
  const parts = [make('p', {}, [panel.says ?? ''])];
  if (panel.rows) parts.push(facts(panel.rows));
  if (panel.formula && registry.formulas[panel.formula]) parts.push(formulaOf(panel.formula, registry));
  if (panel.quote) parts.push(make('pre', { tabindex: '0' }, [panel.quote]));
  if (panel.filled) parts.push(make('p', { class: 'filled' }, [panel.filled]));
  const mount = make('div', { class: 'calculator' });
  if (panel.calculator) parts.push(mount);
  if (detail) parts.push(...details(panel, registry));
  body.replaceChildren(...parts);
  if (panel.calculator) dock(mount, panel.calculator, hero, panel.values);
}

/** @param {any} panel @param {any} registry */
function details(panel, registry) {
  const parts = [];
  for (const key of panel.constants ?? []) {
    const constant = registry.constants[key];
    if (!constant) continue;
    parts.push(make('div', { class: 'constant' }, [
      make('code', {}, [key]), make('b', {}, [`${constant.value} ${constant.unit}`, constant.value === constant.default ? '' : ` (by default ${constant.default})`]), make('p', {}, [constant.meaning])]));
  }
  if (parts.length) parts.unshift(make('h3', {}, ['Thresholds']));
  if (panel.code) parts.push(make('h3', {}, ['In the code']), make('p', {}, [make('code', {}, [panel.code])]));
  if (panel.math) parts.push(make('h3', {}, ['The math page']), make('p', {}, [make('code', {}, [`site/math/${panel.math}.md`])]));
  return parts;
}

/** @param {HTMLElement} mount @param {string} name @param {any} hero @param {any} given */
function dock(mount, name, hero, given) {
  import('../calc/calculator.js').then(({ mountCalculator }) => {
    const values = name === 'wilson' ? { k: hero?.k, n: hero?.n }
      : { s: hero?.s, n: hero?.weighted, m: hero?.m };
    mountCalculator(mount, { name, values: given ?? (hero ? values : {}) });
  });
}

/** The panel of one object. @param {import('./world.js').World} world @param {number} row @param {boolean} detail */
export function showThingPanel(world, row, detail) {
  byId('panel-title').textContent = words(nameOf(world, row));
  const kind = world.kind[row] ?? '';
  const parts = kind === 'reflex' ? reflexParts(world, row, detail) : thingParts(world, row);
  if (detail) parts.push(make('h3', {}, ['Id']), make('p', {}, [make('code', {}, [world.id[row] ?? ''])]));
  byId('panel-body').replaceChildren(...parts);
}

/** @param {import('./world.js').World} world @param {number} row */
function thingParts(world, row) {
  const session = world.document.sessions[world.lane[row] ?? -1];
  const effect = world.document.effects[world.effect[row] ?? -1];
  /** @type {[string, any][]} */
  const rows = [['Kind', world.kind[row]]];
  if (effect) rows.push(['Effect', effect]);
  if ((world.ok[row] ?? -1) >= 0 && world.kind[row] === 'step') rows.push(['Outcome', world.ok[row] ? 'worked' : 'failed']);
  if (world.kind[row] === 'bead') rows.push(['Took the step', world.ok[row] ? 'yes' : 'no']);
  if (session) rows.push(['Session', session.id], ['Harness', session.harness]);
  if (session && world.line[row]) rows.push(['Transcript', lineButton({ run: world.document.source, trace: session.id, path: session.path, line: world.line[row] ?? 0 })]);
  const parts = [facts(rows)];
  const text = world.text[row];
  if (text) parts.push(make('h3', {}, ['As it was written']), make('pre', {}, [text]));
  if (world.kind[row] === 'step') parts.push(make('h3', {}, ['Its key']), make('pre', {}, [world.label[row] ?? '']));
  return parts;
}

/** @param {import('./world.js').World} world @param {number} row @param {boolean} detail */
function reflexParts(world, row, detail) {
  const item = world.document.reflexes[world.ref[row] ?? 0];
  const parts = [facts([['Shape', item.shape], ['After', item.trigger], ['Step', item.steps]])];
  if (item.judged) {
    parts.push(facts([['Strength', item.strength], ['Held', `${item.k} of ${item.n}`], ['Lower bound', item.lb], ['Rate', item.rate], ['Tasks', item.tasks]]));
    if (item.why) parts.push(make('p', { class: 'why' }, [item.why]));
  } else {
    parts.push(make('p', { class: 'why' }, [item.gate_why || 'It was not compiled into a reflex.']));
  }
  if (detail && item.q05 !== undefined) {
    parts.push(make('h3', {}, ['As a candidate']), facts([['Weighted', `${say(item.s)} of ${say(item.weighted)}`], ['Parent', item.parent], ['Parent’s rate', item.m], ['Mean', item.mean], ['Low end', item.q05], ['Bits saved', item.bits]]));
  }
  for (const [name, list] of /** @type {[string, any[]][]} */ ([['Sessions for it', item.supporting], ['Sessions against it', item.refuting]])) {
    if (!list?.length) continue;
    parts.push(make('h3', {}, [name]), make('ul', { class: 'witnesses' }, list.slice(0, detail ? 20 : 5).map((witness) =>
      make('li', {}, [lineButton({ run: world.document.source, ...witness })]))));
  }
  return parts;
}

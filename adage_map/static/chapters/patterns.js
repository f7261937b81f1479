// Chapter 2: steps become letters on strings, patterns are grown back from a step, their rates lean
// toward the broader habit's, and a pattern stays only if it shortens the description.

import { density } from '../js/density.js';

export const title = 'Spot the patterns';

/** @param {import('../js/scene.js').Scene} scene @param {any} data */
export function show(scene, data) {
  const { places, hero, facts, constants } = data;
  const x = places.bays.patterns;
  const half = places.depth / 2;
  showWells(scene, data, x);
  const strings = ['patterns/2', 'patterns/3', 'patterns/5'];
  const rails = [];
  for (let lane = 0; lane * places.gap < places.depth; lane += 1) {
    const z = (lane + 0.5) * places.gap - half;
    rails.push([x + 0.5, 0.2, z], [x + places.length - 0.5, 0.2, z]);
  }
  scene.lines([...strings, 'loop', 'patterns/4', 'patterns/7', 'evidence/1'], /** @type {any} */ (rails), 'faint');
  for (const step of strings) {
    scene.camera(step, { yaw: -0.3, pitch: 0.62, box: [[x, 0, -half], [x + data.reach, 3, half]], tall: { yaw: -0.9, pitch: 0.8 } });
  }
  const low = (/** @type {number} */ rate) => rate * places.height;
  scene.pane(['patterns/4'], [[x, low(constants.gate_q05), -4], [x + places.length, low(constants.gate_q05), -4], [x + places.length, low(constants.gate_q05), 4], [x, low(constants.gate_q05), 4]], 'prime', 0.14);
  scene.label(['patterns/4'], [x + places.length, low(constants.gate_q05), 4], `gate ${constants.gate_q05.toFixed(2)}`, 'prime', 2);
  scene.path(['patterns/4'], [[x, 0, 0], [x, places.height, 0]], 'rule');
  for (const rate of [0, 0.5, 1]) scene.label(['patterns/4'], [x - 0.6, low(rate), 0], rate.toFixed(1), 'axis', 4);
  scene.camera('patterns/4', { yaw: -0.22, pitch: 0.26, box: [[x - 1, 0, -5], [x + places.length, 10, 5]], tall: { yaw: -0.75, pitch: 0.32 } });
  scene.camera('patterns/7', { yaw: -0.25, pitch: 0.5, box: [[x + 0.5, 0, -10], [x + places.pans.tray[2] + 0.5, 5, Math.max(places.pans.tray[3], places.pans.kept[3]) + 2]], tall: { yaw: -0.35, pitch: 0.85 } });
  for (const [name, colour, words] of [['kept', 'fire', `${facts.kept} kept`], ['tray', 'line', `${facts.dropped} on the tray`]]) {
    const [x0, z0, x1, z1, y] = places.pans[name ?? ''];
    scene.level(['patterns/7'], [x + x0, z0, x + x1, z1], y, colour, 0.1);
    scene.label(['patterns/7'], [x + (x0 + x1) / 2, y, z1 + 1], words ?? '', name === 'kept' ? 'fire' : '', 1);
  }
  const costly = data.document.reflexes.filter((/** @type {any} */ item) => item.gate === 'bits' && item.bits < 0).sort((/** @type {any} */ a, /** @type {any} */ b) => a.bits - b.bits);
  costly.slice(0, 3).forEach((/** @type {any} */ item, /** @type {number} */ place) => scene.label(['patterns/7'], item.id, `+${(-item.bits).toFixed(1)} bits`, '', 2 + place));
  showWhiskers(scene, data, x);
  showStairs(scene, data, x);
  showShapes(scene, data, x);
  if (!hero) return;
  scene.label(['patterns/3'], data.heroStep, `${hero.trigger} → ${hero.steps}`, 'hero', 0);
  if (hero.q05 !== undefined) {
    scene.label(['patterns/4'], hero.id, `${hero.steps}: low end ${hero.q05.toFixed(2)}`, 'hero', 0);
    scene.label(['patterns/7'], hero.id, `${hero.steps}: saves ${hero.bits.toFixed(1)} bits`, 'hero', 0);
  }
  scene.label(['patterns/8'], hero.id, hero.steps, 'hero', 0);
}

/** @param {import('../js/scene.js').Scene} scene @param {any} data @param {number} x */
function showWells(scene, data, x) {
  const { places, document, world } = data;
  const centre = x + places.length / 2;
  /** @type {[number, number, number][]} */
  const ring = Array.from({ length: 49 }, (_, place) => [
    centre + 16 * Math.cos((place * Math.PI) / 24), 0, 16 * Math.sin((place * Math.PI) / 24)]);
  scene.path(['patterns/1'], ring);
  const wells = world.id.map((/** @type {string} */ id, /** @type {number} */ row) => ({ id, row }))
    .filter((/** @type {any} */ item) => world.kind[item.row] === 'prototype').slice(0, 7);
  wells.forEach((/** @type {any} */ item, /** @type {number} */ place) => {
    scene.label(['patterns/1'], item.id, data.words(world.label[item.row]), `effect-${world.effect[item.row]}`, 1 + place);
  });
  scene.camera('patterns/1', { yaw: -0.3, pitch: 0.72, box: [[centre - 16, 0, -16], [centre + 16, 2, 16]] });
  if (!document.hero) return;
}

/** From each candidate's low end up to its mean; the hero's parent rate as a mark beside it. */
function showWhiskers(/** @type {import('../js/scene.js').Scene} */ scene, /** @type {any} */ data, /** @type {number} */ x) {
  const { document, places, hero } = data;
  const pairs = [];
  for (const item of document.reflexes) {
    if (item.q05 === undefined) continue;
    const [px, , pz] = data.placeOf(item.id, 'patterns/4');
    pairs.push([px, item.q05 * places.height, pz], [px, item.mean * places.height, pz]);
  }
  scene.lines(['patterns/4'], /** @type {any} */ (pairs), 'line');
  if (hero?.m === undefined) return;
  const [hx, , hz] = data.placeOf(hero.id, 'patterns/4');
  const y = hero.m * places.height;
  scene.lines(['patterns/4'], [[hx - 1.4, y, hz], [hx + 1.4, y, hz]], 'accent');
  scene.label(['patterns/4'], [hx, hero.mean * places.height, hz], `mean ${hero.mean.toFixed(2)}`, '', 2);
  scene.label(['patterns/4'], [x + 1, y, hz], `parent ${hero.m.toFixed(2)}`, '', 3);
  scene.path(['patterns/4'], [[x, y, hz], [hx, y, hz]], 'accent', true);
  scene.path(['patterns/4'], posteriorOf(hero, data.constants.kappa).map(([rate = 0, height = 0]) => [hx + 5 * height, rate * places.height, hz]), 'accent');
}

/** Which rates the hero's sessions make likely. @param {any} hero @param {number} kappa */
function posteriorOf(hero, kappa) {
  return density(hero.s + kappa * hero.m, hero.weighted - hero.s + kappa * (1 - hero.m));
}

/** The staircase: along X the predicted rate, up the rate seen on tasks that were held out. */
function showStairs(/** @type {import('../js/scene.js').Scene} */ scene, /** @type {any} */ data, /** @type {number} */ x) {
  const { places, hero } = data;
  const { stairs } = places;
  if (!stairs?.x) return;
  const steps = ['patterns/6'];
  const [far, near] = [-stairs.depth, stairs.depth];
  const along = (/** @type {number} */ rate) => x + 1 + (places.length - 2) * rate;
  /** @returns {[number, number, number]} */
  const at = (/** @type {number} */ px, /** @type {number} */ py, /** @type {number} */ z) => [along(px), py * places.height, z];
  scene.camera('patterns/6', { yaw: -0.3, pitch: 0.36, box: [[x - 1, 0, far - 2], [x + places.length + 1, 10.5, near + 4]], tall: { yaw: -0.7, pitch: 0.5 } });
  const line = (/** @type {number} */ z) => stairs.x.map((/** @type {number} */ px, /** @type {number} */ place) => at(px, stairs.fitted[place], z));
  if (stairs.x.length) {
    scene.strip(steps, line(far), line(near), 'prime', 0.3);
    scene.path(steps, line(near), 'accent');
    scene.path(steps, line(far), 'line');
  }
  const most = Math.max(...stairs.weight, 1);
  const seen = stairs.x.flatMap((/** @type {number} */ px, /** @type {number} */ place) => {
    const half = 0.12 + 0.5 * Math.sqrt(stairs.weight[place] / most);
    const [cx, cy, cz] = at(px, stairs.y[place], near);
    return [[cx - half, cy, cz], [cx + half, cy, cz], [cx, cy - half, cz], [cx, cy + half, cz]];
  });
  scene.lines(steps, seen, 'muted');
  scene.path(steps, [at(0, 0, near), at(1, 1, near)], 'rule', true);
  scene.path(steps, [at(0, 1, far), at(0, 0, far), at(0, 0, near), at(1, 0, near)], 'rule');
  for (const rate of [0, 0.5, 1]) {
    scene.label(steps, [along(rate), 0, near + 2.4], rate.toFixed(1), 'axis', 4);
    scene.label(steps, [x - 0.4, rate * places.height, far], rate.toFixed(1), 'axis', 4);
  }
  scene.label(steps, [along(0.72), 0, near + 4], 'predicted rate →', 'axis', 3);
  scene.label(steps, [x + 0.4, places.height, far], 'rate seen ↑', 'axis', 3);
  scene.label(steps, at(0.3, 0.3, near), 'as predicted', 'axis', 5);
  if (hero?.mean_cal === undefined || hero.mean_cal === null) return;
  const [hx, , hz] = data.placeOf(hero.id, 'patterns/6');
  scene.lines(steps, [[hx, hero.mean * places.height, hz], [hx, hero.mean_cal * places.height, hz]], 'accent');
  scene.label(steps, hero.id, `${hero.steps}: ${hero.mean.toFixed(2)} → ${hero.mean_cal.toFixed(2)}`, 'hero', 0);
}

/** @param {import('../js/scene.js').Scene} scene @param {any} data @param {number} x */
function showShapes(scene, data, x) {
  const { places } = data;
  const half = Math.min(1.6, 9.6 / Math.max(1, places.shapes.length));
  for (const [shape, z] of places.shapes) {
    scene.level(['patterns/8'], [x + 6.5, z - half, x + places.length, z + half], 1.4, 'rule', 0.16);
    scene.label(['patterns/8'], [x + 4.5, 1.4, z], shape, '', 2);
  }
  scene.camera('patterns/8', { yaw: -0.35, pitch: 0.55, box: [[x + 1, 0, -12], [x + places.length, 4, 12]], tall: { yaw: -0.5, pitch: 0.8 } });
}

/** @param {any} data @param {number} number */
export function explain(data, number) {
  const { facts, hero, constants } = data;
  const f = (/** @type {number} */ value, digits = 2) => Number(value).toFixed(digits);
  const panels = /** @type {Record<number, any>} */ ({
    1: { says: 'Keys join a prototype only when tool, effect, runner and path classes agree; then their words are compared.',
      rows: [['Step keys', facts.keys], ['Prototypes', facts.prototypes]], constants: ['label.prototype_cosine'], code: 'adage/learn/label.py' },
    2: { says: 'The clock counts decisions. A batch of reads is one tick, so ten files read at once are one thing decided.',
      rows: [['Events', facts.events], ['Sessions', facts.sessions]], constants: ['mine.window'], code: 'adage/learn/string.py' },
    3: { says: 'A pattern is closed when nothing can be added to it without losing a session.',
      rows: [['Patterns', facts.patterns], ['Sessions with ours', facts.hero_support]], constants: ['mine.window', 'mine.min_support', 'mine.context_items'], code: 'adage/learn/mine.py' },
    4: { says: 'A rate from few sessions leans toward its parent’s rate; the gate reads the low end.',
      formula: 'posterior', filled: hero && hero.s !== undefined && `Beta(${f(hero.s)} + ${f(constants.kappa)} × ${f(hero.m)}, ${f(hero.weighted - hero.s)} + ${f(constants.kappa)} × ${f(1 - hero.m)}) has mean ${f(hero.mean)} and low end ${f(hero.q05)}`,
      rows: hero && [['Parent', hero.parent], ['Low end of the parent', hero.parent_q05]],
      constants: ['count.kappa', 'count.quantile', 'count.gate_q05'], code: 'adage/learn/count.py' },
    5: { says: 'A session counts less the older it is: half after one half-life.', formula: 'half_life_weight',
      filled: `0.5^(${f(facts.span_days, 1)} / ${f(constants.half_life, 0)}) = ${f(facts.oldest_weight)} for the oldest session`,
      constants: ['count.half_life_days'], code: 'adage/learn/count.py' },
    6: { says: 'Tasks are dealt into folds whole, so that no rate is checked on a task that it was counted on. Crosses are the rates seen, larger where more sessions stand behind them.',
      formula: 'calibrate', filled: hero && hero.mean_cal !== undefined && `${f(hero.mean)} was predicted; on tasks not seen such a rate turned out to be ${f(hero.mean_cal)}`,
      rows: [['Comparisons', facts.pairs], ['Bins with sessions', facts.bins], ...(data.places.stairs?.folds ?? []).map((/** @type {number} */ size, /** @type {number} */ fold) => [`Tasks in fold ${fold + 1}`, size]), ['Candidates moved', facts.moved]],
      constants: ['calibrate.folds', 'calibrate.bins', 'calibrate.min_pairs'], code: 'adage/learn/calibrate.py' },
    7: { says: 'The code table on one pan, the sessions on the other: a pattern is kept only if the total gets shorter.',
      formula: 'code_length', rows: [['Kept', facts.kept], ['They save, bits', facts.kept_bits], ['On the tray', facts.dropped], ['Ours saves, bits', facts.hero_bits]],
      constants: ['select.item_bits', 'select.gap_bits'], code: 'adage/learn/select.py' },
    8: { says: 'The shape says when it is told and what counts as followed.',
      rows: [['Reflexes', facts.reflexes], ['Shapes', facts.shapes], ['Ours', facts.hero_shape]], code: 'adage/learn/compile.py' },
  });
  return { math: '02-patterns', ...panels[number] };
}

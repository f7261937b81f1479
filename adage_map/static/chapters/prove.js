// Chapter 8: did it help? Tasks done with and without Adage stand as twin pillars; what they differ by
// is held against what chance gives when labels are shuffled within the tasks, for real.

export const title = 'Prove it helped';

/** @typedef {[number, number, number]} Place */

/** @param {import('../js/scene.js').Scene} scene @param {any} data */
export function show(scene, data) {
  const { places, prove } = data;
  const x = places.bays.prove;
  const [x0, x1] = [x + 0.5, x + places.length - 0.5];
  showPillars(scene, data, x0, x1);
  scene.path(['prove/2'], [[x0, prove.zero, 3], [x1, prove.zero, 3]], 'rule');
  scene.label(['prove/2'], [x0, prove.zero, 3], 'no difference', 'axis', 4);
  scene.path(['prove/2'], [[x0, prove.mean, 3], [x1, prove.mean, 3]], 'accent', true);
  scene.label(['prove/2'], [x1 - 1, prove.mean, 3], `T ${data.facts.proof_t.toFixed(1)}`, 'hero', 0);
  for (const task of prove.tasks) {
    const y = prove.zero + ((prove.mean - prove.zero) * task.d) / (data.facts.proof_t || 1);
    scene.lines(['prove/2'], [[task.x, prove.zero, 3], [task.x, y, 3]], 'line');
  }
  prove.tasks.forEach((/** @type {any} */ task, /** @type {number} */ number) => scene.label(['prove/2'], `j:${number}`, task.d.toFixed(1), '', 2));
  scene.camera('prove/2', { yaw: -0.16, pitch: 0.18, box: [[x0 - 1, 0, -1], [x1 + 1, 10, 4]], tall: { yaw: -0.6, pitch: 0.3 } });
  showBoard(scene, data, 'prove/3', prove.shuffles);
  showBoard(scene, data, 'prove/4', prove.flips);
  showInterval(scene, data, x0, x1);
  showReturn(scene, data);
}

/** @param {import('../js/scene.js').Scene} scene @param {any} data @param {number} x0 @param {number} x1 */
function showPillars(scene, data, x0, x1) {
  const { prove } = data;
  const wide = ((x1 - x0) / prove.tasks.length) * 0.17;
  prove.tasks.forEach((/** @type {any} */ task, /** @type {number} */ number) => {
    task.pillars.forEach(([px, top, mean] = [0, 0, 0], /** @type {number} */ side) => {
      const colour = side ? 'line' : 'fire';
      scene.pane(['prove/1', 'loop'], [[px - wide, 0, -0.4], [px + wide, 0, -0.4], [px + wide, top, -0.4], [px - wide, top, -0.4]], colour, 0.4);
      scene.path(['prove/1', 'loop'], [[px - wide, 0, -0.4], [px - wide, top, -0.4], [px + wide, top, -0.4], [px + wide, 0, -0.4]], colour);
      scene.label(['prove/1'], [px, top, -0.4], mean.toFixed(1), side ? '' : 'fire', 2 + number);
    });
    scene.label(['prove/1', 'prove/3'], [task.x, 0, 4], `task ${number + 1}`, 'axis', 12 + number);
  });
  scene.label(['prove/1'], [x0 + 3, 0, 7], 'with Adage', 'fire', 1);
  scene.label(['prove/1'], [x0 + 11, 0, 7], 'without', '', 1);
  scene.camera('prove/1', { yaw: -0.2, pitch: 0.24, box: [[x0 - 1, 0, -2], [x1 + 1, 11, 6]], tall: { yaw: -0.6, pitch: 0.34 } });
}

/** A board of counted sums behind the tasks, with what was seen as a line. */
function showBoard(/** @type {import('../js/scene.js').Scene} */ scene, /** @type {any} */ data, /** @type {string} */ step, /** @type {number[][]} */ bars) {
  const { places, prove, facts } = data;
  const z = prove.board;
  const x = places.bays.prove;
  const high = places.height;
  for (const [left = 0, right = 0, share = 0] of bars) {
    const top = high * share;
    scene.pane([step], [[left, 0, z], [right, 0, z], [right, top, z], [left, top, z]], 'prime', 0.55);
    scene.path([step], [[left, 0, z], [left, top, z], [right, top, z], [right, 0, z]], 'line');
  }
  scene.path([step], [[x + 0.5, 0, z], [x + places.length - 0.5, 0, z]], 'rule');
  const mirror = 2 * prove.none - prove.t;
  scene.lines([step], [[prove.t, 0, z], [prove.t, high * 1.05, z]], 'accent');
  scene.lines([step], [[mirror, 0, z], [mirror, high * 1.05, z]], 'accent', true);
  scene.label([step], [prove.t, high * 1.05, z], `T ${facts.proof_t.toFixed(1)}`, 'hero', 0);
  const p = step === 'prove/3' ? facts.proof_p : facts.flip_p;
  const many = step === 'prove/3' ? `${facts.proof_shuffles.toLocaleString('en')} shuffles` : `${facts.flip_patterns.toLocaleString('en')} patterns of signs`;
  scene.label([step], [prove.none, high * 1.1, z], `${many}: p ${p.toFixed(4)}`, 'fire', 1);
  scene.label([step], [prove.none, 0, z + 1.6], 'no difference', 'axis', 3);
  scene.camera(step, { yaw: -0.2, pitch: 0.28, box: [[x, 0, z], [x + places.length, 11.5, 5]], tall: { yaw: -0.55, pitch: 0.4 } });
}

/** @param {import('../js/scene.js').Scene} scene @param {any} data @param {number} x0 @param {number} x1 */
function showInterval(scene, data, x0, x1) {
  const { prove, facts } = data;
  const steps = ['prove/5'];
  const [from, to] = prove.ends;
  scene.path(steps, [[x0, 0, 2], [x1, 0, 2]], 'rule');
  scene.lines(steps, [[prove.none, 0, 2], [prove.none, 6, 2]], 'rule', true);
  scene.label(steps, [prove.none, 6, 2], 'no difference', 'axis', 3);
  scene.level(steps, [from, 1.2, to, 2.8], 0.15, 'fire', 0.35);
  scene.lines(steps, [[from, 0, 2], [from, 1.6, 2], [to, 0, 2], [to, 1.6, 2], [prove.t, 0, 2], [prove.t, 5, 2]], 'accent');
  scene.label(steps, [prove.t, 5, 2], `T ${facts.proof_t.toFixed(1)}`, 'hero', 0);
  scene.label(steps, [(from + to) / 2, 0, 5.4], `${facts.proof_lower.toFixed(1)} to ${facts.proof_upper.toFixed(1)} turns`, 'fire', 1);
  const low = Math.min(from, prove.t) - 4;
  scene.camera('prove/5', { yaw: -0.15, pitch: 0.26, box: [[low, 0, 0], [Math.max(prove.none, to) + 4, 7, 6]], tall: { yaw: -0.5, pitch: 0.4 } });
}

/** The rail under the table, back to where sessions are read. */
function showReturn(/** @type {import('../js/scene.js').Scene} */ scene, /** @type {any} */ data) {
  const { places, prove, facts } = data;
  const steps = ['prove/7'];
  const x = places.bays.prove;
  for (const z of [-3.4, 3.4]) scene.lines(steps, [[x + places.length, prove.rail - 0.4, z], [-4, prove.rail - 0.4, z]], 'accent');
  scene.label(steps, [x + places.length - 4, prove.rail, 5], `${facts.proof_treated} treated, ${facts.proof_control} control`, 'hero', 0);
  scene.label(steps, [x - 8, prove.rail, 5], '← back to be read', 'axis', 2);
  scene.label(steps, [x + places.length / 2, 2, 0], `money from ${facts.dollars_treated} treated and ${facts.dollars_control} control on`, '', 1);
  scene.camera('prove/7', { yaw: -0.12, pitch: 0.02, box: [[x - 14, prove.rail - 2, -5], [x + places.length + 1, 4, 6]], tall: { yaw: -0.5, pitch: 0.03 } });
}

/** @param {any} data @param {number} number */
export function explain(data, number) {
  const { facts, prove } = data;
  const f = (/** @type {number} */ value, digits = 2) => Number(value).toFixed(digits);
  const panels = /** @type {Record<number, any>} */ ({
    1: { says: `${facts.proof_source}. A session's arm is what the ledger says, or where none is read, whether it was told and what its id says.`,
      rows: [['Tasks in both arms', facts.proof_tasks], ['Left out, one arm only', facts.proof_left_out], ['With Adage', facts.proof_treated], ['Without', facts.proof_control], ['Turns with', facts.proof_mean_told], ['Turns without', facts.proof_mean_silent]],
      constants: ['hook.control_share'], code: 'adage_map/proof.py' },
    2: { says: 'Each task counts once, however many sessions it has.', formula: 'task_differences',
      filled: `(${prove.tasks.map((/** @type {any} */ task) => f(task.d, 1)).join(' + ').replaceAll('+ -', '− ')}) / ${facts.proof_tasks} = ${f(facts.proof_t)}`,
      rows: prove.tasks.map((/** @type {any} */ task, /** @type {number} */ number) => [`Task ${number + 1}: with, without`, `${task.pillars[0][2]}, ${task.pillars[1][2]}`]), code: 'adage/formulas/proof.py' },
    3: { says: `The same seed gives anyone the same answer: adage calc task_permutation. In the picture the first shuffle: ${facts.proof_swapped} sessions changed sides, none its task.`, formula: 'task_permutation',
      filled: `(1 + ${facts.proof_hits}) / (1 + ${facts.proof_shuffles.toLocaleString('en')}) = ${f(facts.proof_p, 5)}`,
      rows: [['Shuffles', facts.proof_shuffles], ['As far or farther', facts.proof_hits], ['Seed', facts.proof_seed]], constants: ['measure.permutations', 'measure.seed'], code: 'adage/formulas/proof.py' },
    4: { says: 'The picture shows one of the patterns: every other task turned over.', formula: 'sign_flip',
      rows: [['Patterns', facts.flip_patterns], ['p', f(facts.flip_p, 4)], ['At best', f(facts.flip_smallest, 4)]], constants: ['measure.exact_flips'], code: 'adage/formulas/proof.py' },
    5: { says: 'Whole tasks are drawn, with replacement, as often as there are tasks; the middle 95 % of the means is the interval.', formula: 'task_interval',
      rows: [['From', facts.proof_lower], ['To', facts.proof_upper], ['Drawn', facts.resamples]], constants: ['measure.bootstrap'], code: 'adage/formulas/proof.py' },
    7: { says: 'Before that, only counts are shown. Sessions in which Adage spoke come back as input, but a step that was told is no evidence for the reflex that told it.',
      rows: [['Treated', `${facts.proof_treated} of ${facts.dollars_treated}`], ['Control', `${facts.proof_control} of ${facts.dollars_control}`]],
      constants: ['measure.dollars_treated', 'measure.dollars_control'], code: 'adage/learn/match.py' },
  });
  return { math: '10-proof', ...panels[number] };
}

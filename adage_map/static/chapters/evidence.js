// Chapter 3: a rate from a few sessions is a guess. Shows how far the guess can be trusted, which
// gates a reflex passes, and what a dead end forbids.

import { density } from '../js/density.js';

export const title = 'Check the evidence';

const GATES = /** @type {Record<string, string>} */ ({ fire: 'fire', prime: 'offer', keep: 'keep' });

/** @param {import('../js/scene.js').Scene} scene @param {any} data */
export function show(scene, data) {
  const { places, hero } = data;
  const x = places.bays.evidence;
  scene.camera('evidence/1', { yaw: -0.35, pitch: 0.62, pad: 2, tall: { yaw: -0.8, pitch: 0.8 } });
  const cliff = ['evidence/2', 'evidence/3', 'loop'];
  showCliff(scene, data, cliff);
  const steps = ['evidence/2', 'evidence/3'];
  for (const [name, colour] of [['fire', 'fire'], ['prime', 'prime'], ['keep', 'rule']]) {
    const rate = places.gates[name ?? ''];
    const y = rate * places.height;
    const [x0, x1] = [x + 1, x + places.length - 1];
    if (name === 'fire') scene.pane(steps, [[x0, y, -14], [x1, y, -14], [x1, y, 14], [x0, y, 14]], colour, 0.1);
    scene.path(steps, [[x0, y, 14], [x0, y, -14], [x1, y, -14], [x1, y, 14]], colour, name !== 'fire');
    if (name === 'fire') scene.path(steps, [[x0, y, 14], [x1, y, 14]], colour);
    scene.label(steps, [x1, y, -14], `${GATES[name ?? '']} ${rate.toFixed(2)}`, colour, 1);
  }
  const { counts, rates, points } = places.cliff;
  scene.label(steps, [x + places.length * 0.55, 0, 17], 'more opportunities →', 'axis', 4);
  for (const place of [0, Math.floor(counts.length / 2), counts.length - 1]) scene.label(steps, [points[0][place][0], 0, 15.5], `n ${counts[place]}`, 'axis', 3);
  for (const place of [0, rates.length - 1]) scene.label(steps, [x - 1.5, 0, points[place][0][2]], `rate ${rates[place].toFixed(1)}`, 'axis', 3);
  for (const step of steps) {
    scene.camera(step, { yaw: -0.5, pitch: 0.34, box: [[x, 0, -15], [x + places.length, 10, 17]], tall: { yaw: -0.62, pitch: 0.42 } });
  }
  const dead = data.facts.inhibit > 0;
  scene.camera('evidence/5', { yaw: -0.3, pitch: 0.5, box: [[x, dead ? -1 : 0, dead ? -8 : -15], [x + places.length, 9, dead ? 26 : 15]], tall: { yaw: -0.6, pitch: 0.6 } });
  if (dead) scene.level(['evidence/5'], [x + 1, 16, x + places.length, 26], 0.02, 'danger', 0.06);
  data.document.reflexes.filter((/** @type {any} */ item) => item.strength === 'inhibit').slice(0, 4)
    .forEach((/** @type {any} */ item) => scene.label(['evidence/5'], item.id, `${item.trigger}; ${item.steps} works`, 'danger', 1));
  data.document.reflexes.filter((/** @type {any} */ item) => item.strength === 'fire' && item.id !== data.document.hero).slice(0, 3)
    .forEach((/** @type {any} */ item) => scene.label(steps, item.id, `${item.k} of ${item.n}: ${item.lb.toFixed(2)}`, 'fire', 2));
  data.document.reflexes.filter((/** @type {any} */ item) => item.judge_gate === 'interlock').slice(0, 3)
    .forEach((/** @type {any} */ item) => scene.label(['evidence/5'], item.id, `barred: ${item.steps}`, '', 3));
  if (hero && hero.k !== undefined) showHero(scene, data, hero);
  showUplift(scene, data);
}

/** The wall of reflexes by what telling adds, the gate before it, and the quiet shelf. */
function showUplift(/** @type {import('../js/scene.js').Scene} */ scene, /** @type {any} */ data) {
  const { places, constants, hero, document } = data;
  const { wall, shelf } = places.uplift;
  const x = places.bays.evidence;
  const [x0, x1] = [x + 1, x + places.length - 1];
  const both = ['evidence/6', 'evidence/7'];
  const gate = constants.uplift_min * places.height + 0.5;
  scene.path(both, [[x0, 0.5, wall], [x0, 0.5 + places.height, wall]], 'rule');
  scene.path(both, [[x0, 0.5, wall], [x1, 0.5, wall]], 'rule');
  scene.pane(both, [[x0, gate, wall], [x1, gate, wall], [x1, gate, wall + 2.4], [x0, gate, wall + 2.4]], 'fire', 0.16);
  scene.path(both, [[x0, gate, wall + 2.4], [x1, gate, wall + 2.4]], 'fire');
  scene.label(both, [x1, gate, wall], `worth saying from ${constants.uplift_min.toFixed(2)}`, 'fire', 1);
  for (const u of [0, 0.5, 1]) scene.label(both, [x0 - 0.8, 0.5 + u * places.height, wall], `+${u.toFixed(1)}`, 'axis', 4);
  document.reflexes.filter((/** @type {any} */ item) => item.u > 0 && item.id !== document.hero && item.strength !== 'dropped').sort((/** @type {any} */ a, /** @type {any} */ b) => b.u - a.u).slice(0, 4)
    .forEach((/** @type {any} */ item) => scene.label(['evidence/6'], item.id, `${item.steps}: +${item.u.toFixed(2)}`, '', 4));
  scene.level(['evidence/7'], [x + 1, shelf - 1.4, x + places.length - 1, shelf + 3.4], 0.4, 'line', 0.12);
  scene.label(['evidence/7'], [x0 + 2, 0.4, shelf + 3.4], 'quiet: agents do it anyway', '', 2);
  document.reflexes.filter((/** @type {any} */ item) => item.quiet && item.strength !== 'dropped').slice(0, 6)
    .forEach((/** @type {any} */ item) => scene.label(['evidence/7'], item.id, `${item.steps}: +${item.u.toFixed(2)}`, '', 1));
  scene.camera('evidence/6', { yaw: -0.5, pitch: 0.36, box: [[x, 0, wall], [x + places.length, 11, 9]], tall: { yaw: -0.6, pitch: 0.45 } });
  scene.camera('evidence/7', { yaw: -0.45, pitch: 0.5, box: [[x, 0, wall], [x + places.length, 9, shelf + 4]], tall: { yaw: -0.6, pitch: 0.6 } });
  if (hero?.u !== undefined) showRidges(scene, data, hero);
}

/** The hero's two posteriors as ridges over the same rates, and the bracket between their means. */
function showRidges(/** @type {import('../js/scene.js').Scene} */ scene, /** @type {any} */ data, /** @type {any} */ hero) {
  const { places, document: { registry } } = data;
  const { untold, told } = places.uplift;
  const steps = ['evidence/6'];
  const weight = (/** @type {string} */ name) => registry.constants[`uplift.kappa_${name}`].default;
  const along = (/** @type {number} */ rate) => places.bays.evidence + 1 + (places.length - 2) * rate;
  for (const [name, m, k, n, z, colour] of /** @type {[string, number, number, number, number, string][]} */ ([
    ['self', hero.m_self, hero.k_self, hero.n_self, untold, 'line'], ['follow', hero.m_follow, hero.k_follow, hero.n_follow, told, 'fire']])) {
    const kappa = weight(name);
    const curve = density(kappa * m + k, kappa * (1 - m) + n - k);
    const line = curve.map(([rate = 0, height = 0]) => /** @type {[number, number, number]} */ ([along(rate), height * places.height * 0.82, z]));
    const ground = curve.map(([rate = 0]) => /** @type {[number, number, number]} */ ([along(rate), 0, z]));
    scene.strip(steps, line, ground, colour, 0.4);
    scene.path(steps, line, colour);
    scene.path(steps, [[along(0), 0, z], [along(1), 0, z]], 'rule');
    const mean = name === 'self' ? hero.p_self : hero.p_follow;
    scene.label(steps, [along(mean), places.height * 0.82, z], `${name === 'self' ? 'untold' : 'told'} ${mean.toFixed(2)}`, name === 'self' ? '' : 'fire', 1);
  }
  for (const rate of [0, 0.5, 1]) scene.label(steps, [along(rate), 0, told + 2.4], rate.toFixed(1), 'axis', 4);
  scene.label(steps, [along(0.25), 0, told + 2.4], 'rate at which the step is taken →', 'axis', 4);
  const [z, y] = [(untold + told) / 2, places.height * 0.92 - 0.9];
  const [from, to] = [along(hero.p_self), along(hero.p_follow)];
  scene.lines(steps, [[from, y, z], [to, y, z], [from, y - 0.7, z], [from, y + 0.4, z], [to, y - 0.7, z], [to, y + 0.4, z], [from, y, z], [from, 0, untold], [to, y, z], [to, 0, told]], 'accent');
  scene.label(steps, hero.id, `telling ${hero.steps} adds ${hero.u.toFixed(2)}`, 'hero', 0);
}

/** @param {import('../js/scene.js').Scene} scene @param {any} data @param {any} hero */
function showHero(scene, data, hero) {
  const { places } = data;
  scene.label(['evidence/1'], hero.id, `${hero.steps}: ${hero.k} of ${hero.n}`, 'hero', 0);
  scene.label(['evidence/2'], hero.id, `at least ${hero.lb.toFixed(2)}`, 'hero', 0);
  scene.label(['evidence/3'], hero.id, `${hero.steps}: ${hero.strength}`, 'hero', 0);
  scene.label(['evidence/4'], hero.id, `${hero.tasks} tasks`, 'hero', 0);
  const [x, stands, z] = data.placeOf(hero.id, 'evidence/2');
  scene.camera('evidence/4', { yaw: -0.4, pitch: 0.42, box: [[x - 6, 0, z - 5], [x + 9, 10, z + 5]] });
  showContrast(scene, data, hero, x + 6, z);
  scene.label(['evidence/4'], [x, stands - 2, z + 3], 'one spoke for each task', 'axis', 4);
  const top = hero.rate * places.height;
  scene.lines(['evidence/2'], [[x, hero.lb * places.height, z], [x, top, z], [x - 0.6, top, z], [x + 0.6, top, z]], 'ink');
  scene.label(['evidence/2'], [x, top, z], `rate ${hero.rate.toFixed(2)}`, '', 2);
}

/** Two columns: how often the step ran with its trigger and without it. */
function showContrast(/** @type {import('../js/scene.js').Scene} */ scene, /** @type {any} */ data, /** @type {any} */ hero, /** @type {number} */ x, /** @type {number} */ z) {
  if (hero.contrast === null) return;
  const [both, withIt, alone, without] = hero.contrast_counts;
  for (const [k, n, at, words, colour] of /** @type {[number, number, number, string, string][]} */ ([[both, withIt, x, 'with', 'fire'], [alone, without, x + 2.2, 'without', 'line']])) {
    const top = n ? (k / n) * data.places.height : 0;
    scene.pane(['evidence/4'], [[at, 0, z], [at + 1.4, 0, z], [at + 1.4, top, z], [at, top, z]], colour, 0.5);
    scene.path(['evidence/4'], [[at, 0, z], [at, top, z], [at + 1.4, top, z], [at + 1.4, 0, z]], colour);
    scene.label(['evidence/4'], [at + 0.7, top, z], `${words}: ${k} of ${n}`, words === 'with' ? 'fire' : '', 1);
  }
}

/** Wilson's bound as a wire surface: the cliff that every reflex climbs. */
function showCliff(/** @type {import('../js/scene.js').Scene} */ scene, /** @type {any} */ data, /** @type {string[]} */ steps) {
  const rows = data.places.cliff.points;
  const columns = rows[0].map((/** @type {any} */ _, /** @type {number} */ place) => rows.map((/** @type {any} */ row) => row[place]));
  for (const line of [...rows, ...columns]) scene.path(steps, line, 'faint');
}

/** @param {any} data @param {number} number */
export function explain(data, number) {
  const { facts, hero, constants, document: { registry } } = data;
  const f = (/** @type {number} */ value) => Number(value).toFixed(2);
  const panels = /** @type {Record<number, any>} */ ({
    1: { says: 'Counted again on the sessions with the very function that the hook uses. One session, one vote.',
      rows: hero && [['k, took the step', hero.k], ['n, had the chance', hero.n], ['Reflexes', facts.reflexes]], code: 'adage/learn/recount.py' },
    2: { says: 'The lowest that a rate of k of n is likely to be truly.', formula: 'wilson_lower',
      filled: hero && `k = ${hero.k}, n = ${hero.n}: rate ${f(hero.rate)}, lower bound ${f(hero.lb)}`,
      constants: ['judge.z', 'judge.fire_lb'], code: 'adage/formulas.py', calculator: 'wilson' },
    3: { says: 'Fire needs the bound, the sessions and an effect that allows it. Prime needs the rate.',
      rows: hero && [['Ours', hero.strength], ['Stopped or capped by', hero.judge_gate || 'nothing'], ['Because', hero.why]],
      constants: ['judge.fire_lb', 'judge.fire_min_k', 'judge.prime_new', 'judge.prime_keep'], code: 'adage/learn/judge.py' },
    4: { says: 'A step that always runs follows everything. It must follow its trigger more often than it runs without it.',
      formula: 'contrast', filled: hero && hero.contrast !== null && `${facts.hero_with}/${facts.hero_with_n} − ${facts.hero_without}/${facts.hero_without_n} = ${f(facts.hero_contrast)}`,
      constants: ['judge.contrast_min', 'judge.min_tasks'], code: 'adage/learn/judge.py' },
    6: { says: 'Two rates, each leaning toward what agents typically do: untold, from this repository’s own situations; told, from the tellings that could be judged.',
      formula: 'uplift', filled: hero && hero.u !== undefined && `(${registry.constants['uplift.kappa_follow'].default}·${hero.m_follow} + ${hero.k_follow}) / (${registry.constants['uplift.kappa_follow'].default} + ${hero.n_follow}) − (${registry.constants['uplift.kappa_self'].default}·${hero.m_self} + ${hero.k_self}) / (${registry.constants['uplift.kappa_self'].default} + ${hero.n_self}) = ${f(hero.u)}`,
      constants: ['uplift.min', 'uplift.kappa_self', 'uplift.kappa_follow'], code: 'adage/learn/uplift.py', math: '04-uplift', calculator: 'uplift',
      values: hero && hero.u !== undefined ? { kind: hero.shape.replace('-', '_'), k_self: hero.k_self, n_self: hero.n_self, k_follow: hero.k_follow, n_follow: hero.n_follow } : {} },
    7: { says: 'Quiet is not forgotten: the count goes on, and a dead end or a rule that a person wrote is never silenced.', formula: 'is_quiet',
      rows: [['Quiet', facts.quiet], ...data.document.reflexes.filter((/** @type {any} */ item) => item.quiet).slice(0, 8).map((/** @type {any} */ item) => [item.steps, `${item.k_self} of ${item.n_self} untold, ${item.u.toFixed(2)}`])],
      constants: ['uplift.min', 'uplift.situations'], code: 'adage/learn/uplift.py', math: '04-uplift' },
    5: { says: 'A dead end speaks before the command runs, and bars every reflex that would call it.',
      rows: [['Dead ends', facts.inhibit], ['Barred', facts.barred]], constants: ['judge.dead_end_share', 'judge.dead_end_pairs'], code: 'adage/learn/interlock.py' },
  });
  return { math: '03-evidence', ...panels[number], gates: constants };
}

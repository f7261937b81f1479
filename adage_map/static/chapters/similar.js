// Chapter 4: requests meet on a globe, form groups in which all are alike, and some of them started
// alike. Sessions that also edited alike fold into a card, which comes once.

import { nameOf } from '../js/world.js';

export const title = 'Recognise similar requests';

/** @typedef {[number, number, number]} Place */

/** @param {import('../js/scene.js').Scene} scene @param {any} data */
export function show(scene, data) {
  const { similar, facts } = data;
  const [cx, cy, cz] = similar.centre;
  const r = similar.radius;
  const ball = ['similar/1', 'similar/2', 'similar/3', 'similar/4', 'similar/5'];
  for (const height of [-0.6, 0, 0.6]) {
    const wide = r * Math.sqrt(1 - height * height);
    scene.path([...ball, 'similar/7', 'loop'], circle((a) => [cx + wide * Math.cos(a), cy + r * height, cz + wide * Math.sin(a)]), height ? 'faint' : 'rule');
  }
  for (const turn of [0, Math.PI / 3, (2 * Math.PI) / 3]) {
    scene.path([...ball, 'similar/7', 'loop'], circle((a) => [cx + r * Math.cos(a) * Math.cos(turn), cy + r * Math.sin(a), cz + r * Math.cos(a) * Math.sin(turn)]), 'faint');
  }
  /** @type {[number[], number[]]} */
  const box = [[cx - r - 1, cy - r - 1, cz - r], [cx + r + 1, cy + r + 1, cz + r]];
  for (const step of ball) scene.camera(step, { yaw: -0.35, pitch: 0.22, box });
  scene.label(['similar/1'], [cx, cy - r - 1, cz], `three axes, ${Math.round(facts.kept_variance * 100)} % of the difference`, 'axis', 2);
  showLinks(scene, data);
  showGroups(scene, data);
  showFamilies(scene, data);
  if (similar.cuts.length) showThreshold(scene, data);
  showCards(scene, data);
}

/** @param {(angle: number) => Place} at @param {number} share */
function circle(at, share = 1) {
  const parts = Math.max(2, Math.round(48 * share));
  return Array.from({ length: parts + 1 }, (_, part) => at((2 * Math.PI * share * part) / parts));
}

/** @param {import('../js/scene.js').Scene} scene @param {any} data */
function showLinks(scene, data) {
  const { similar, world } = data;
  /** @type {Place[]} */
  const pairs = [];
  const linked = new Set();
  for (const [i, j] of similar.links) {
    pairs.push(data.placeOf(`t:${i}`, 'similar/2'), data.placeOf(`t:${j}`, 'similar/2'));
    linked.add(i).add(j);
  }
  scene.lines(['similar/2'], pairs, 'accent');
  // A few of the requests by name, spread over all of them.
  const rows = world.kind.map((/** @type {string} */ kind, /** @type {number} */ row) => (kind === 'request' ? row : -1)).filter((/** @type {number} */ row) => row >= 0);
  const every = Math.max(1, Math.floor(rows.length / 9));
  rows.filter((/** @type {number} */ _, /** @type {number} */ place) => place % every === 0).forEach((/** @type {number} */ row, /** @type {number} */ place) => {
    scene.label(['similar/1', 'similar/2'], world.id[row], short(nameOf(world, row)), '', 3 + place);
  });
}

/** @param {string} text */
function short(text) {
  return text.length > 34 ? `${text.slice(0, 33)}…` : text;
}

/** @param {import('../js/scene.js').Scene} scene @param {any} data */
function showGroups(scene, data) {
  const { similar } = data;
  const named = new Map(similar.families.map((/** @type {any} */ family) => [family.at.join(), family.text]));
  [...similar.groups].sort((a, b) => b.size - a.size).slice(0, 8).forEach((group, place) => {
    const text = named.get(group.at.join());
    scene.label(['similar/3'], group.at, text ? `${group.size}: ${short(/** @type {string} */ (text))}` : `${group.size}`, text ? '' : 'axis', 1 + place);
  });
}

/** A ring around each group, drawn as far as its sessions started alike. */
function showFamilies(/** @type {import('../js/scene.js').Scene} */ scene, /** @type {any} */ data) {
  const { similar } = data;
  const [cx, cy, cz] = similar.centre;
  [...similar.families].sort((a, b) => b.routed - a.routed).forEach((family, place) => {
    const out = [family.at[0] - cx, family.at[1] - cy, family.at[2] - cz].map((part) => part / similar.radius);
    const [u, v] = across(out);
    const wide = 0.9 + 0.16 * Math.sqrt(family.size);
    const ring = (/** @type {number} */ share) => circle((a) => /** @type {Place} */ ([0, 1, 2].map((axis) =>
      (family.at[axis] ?? 0) + (out[axis] ?? 0) * 0.5 + wide * (Math.cos(a) * (u[axis] ?? 0) + Math.sin(a) * (v[axis] ?? 0)))), share);
    scene.path(['similar/4'], ring(1), 'rule', true);
    if (family.share > 0) scene.path(['similar/4'], ring(family.share), family.closed ? 'accent' : 'ink');
    const words = family.route ? `${family.route}: ${family.routed} of ${family.roots}` : `no common start: 0 of ${family.roots}`;
    scene.label(['similar/4'], family.at, words, family.mine ? 'hero' : '', family.mine ? 0 : 1 + place);
  });
}

/** Two directions across a third. @param {number[]} out @returns {[number[], number[]]} */
function across([x = 0, y = 0, z = 0]) {
  const flat = Math.hypot(x, z) || 1;
  const u = [-z / flat, 0, x / flat];
  return [u, [y * (u[2] ?? 0), z * (u[0] ?? 0) - x * (u[2] ?? 0), -y * (u[0] ?? 0)]];
}

/** The bound at every place where the line could be drawn, on a board beside the globe. */
function showThreshold(/** @type {import('../js/scene.js').Scene} */ scene, /** @type {any} */ data) {
  const { similar, facts } = data;
  const steps = ['similar/5'];
  const [cx, cy, cz] = similar.centre;
  const r = similar.radius;
  const family = similar.families.find((/** @type {any} */ item) => item.mine);
  if (family) scene.label(steps, family.at, short(family.text) || facts.family_route, 'hero', 0);
  const [x0, y0, wide, high] = [cx + r + 2.5, cy - 5, 9, 10];
  const cosines = similar.cuts.map((/** @type {any} */ cut) => cut[0]);
  const [least, most] = [Math.min(...cosines) - 0.01, Math.min(1, Math.max(...cosines) + 0.01)];
  const at = (/** @type {number} */ cosine, /** @type {number} */ lb) => /** @type {Place} */ ([x0 + (wide * (most - cosine)) / (most - least), y0 + high * lb, cz]);
  scene.pane(steps, [[x0, y0, cz], [x0 + wide, y0, cz], [x0 + wide, y0 + high, cz], [x0, y0 + high, cz]], 'rule', 0.12);
  scene.path(steps, [[x0, y0 + high, cz], [x0, y0, cz], [x0 + wide, y0, cz]], 'rule');
  scene.path(steps, similar.cuts.map((/** @type {any} */ cut) => at(cut[0], cut[3])), 'accent');
  const [tx, ty, tz] = at(facts.family_t, facts.family_lb);
  scene.lines(steps, [[tx, y0, tz], [tx, y0 + high, tz], [tx - 0.4, ty, tz], [tx + 0.4, ty, tz]], 'accent');
  scene.label(steps, [tx, ty, tz], `${facts.family_k} of ${facts.family_n}: at least ${facts.family_lb.toFixed(2)}`, 'fire', 1);
  scene.label(steps, [x0 + wide / 2, y0 - 2.2, cz], 'wider →', 'axis', 3);
  scene.label(steps, [tx, y0 - 0.8, tz], facts.family_t.toFixed(2), 'axis', 2);
  for (const lb of [0, 0.5, 1]) scene.label(steps, [x0 - 0.9, y0 + high * lb - 0.4, cz], lb.toFixed(1), 'axis', 4);
  scene.label(steps, [x0 + 2, y0 + high + 0.2, cz], 'lower bound', 'axis', 3);
  scene.camera('similar/5', { yaw: -0.12, pitch: 0.16, box: [[cx - r - 1, cy - r - 1, cz - r], [x0 + wide + 1, cy + r + 1, cz + r]], tall: { yaw: -0.75, pitch: 0.3 } });
}

/** @param {import('../js/scene.js').Scene} scene @param {any} data */
function showCards(scene, data) {
  const { similar, facts, places } = data;
  similar.cards.forEach((/** @type {any} */ card, /** @type {number} */ number) => {
    scene.label(['similar/7'], `k:${number}`, `${card.traces}: ${short(card.text) || `ends with ${card.check}`}`, '', number);
  });
  const x = places.bays.similar;
  const middle = x + places.length / 2;
  const wide = Math.min(7, Math.max(2, similar.cards.length)) * 2.1 + 1.5;
  const rows = Math.ceil(similar.cards.length / 7);
  scene.camera('similar/7', { yaw: -0.22, pitch: 0.6, box: [[middle - wide, 0, 9], [middle + wide, 4, 14 + 3.4 * rows]], tall: { yaw: -0.3, pitch: 0.9 } });
  if (similar.given < 0) return;
  if (facts.given_text) scene.label(['similar/8'], [middle, 1, 14], facts.given_text, 'words', 1);
  scene.label(['similar/8'], `k:${similar.given}`, 'given once', 'hero', 0);
  scene.camera('similar/8', { yaw: -0.15, pitch: 0.3, box: [[middle - 8, -2, 6], [middle + 8, 11, 16]] });
}

/** @param {any} data @param {number} number */
export function explain(data, number) {
  const { facts, similar } = data;
  const largest = [...similar.families].sort((a, b) => b.size - a.size).slice(0, 6);
  const panels = /** @type {Record<number, any>} */ ({
    1: { says: 'Near each other on the globe is a hint, not a measure: the learner compares all directions. The model is in the package and nothing leaves this machine.',
      rows: [['Requests', facts.requests], ['Directions', facts.dims], ['Kept by three axes', facts.kept_variance]], constants: ['intent.prompt_words'], code: 'adage/learn/requests.py' },
    2: { says: 'What all requests of a repository share is taken away first, or every request would look like every other.',
      rows: [['Pairs alike', facts.alike_pairs], ['Links drawn', facts.alike_drawn]], constants: ['intent.relative_cut', 'intent.neighbours'], code: 'adage/learn/alike.py' },
    3: { says: 'Complete linkage: two groups join only while their least alike pair is alike enough.',
      rows: [['Groups of two or more', facts.groups], ['Alone', facts.loners], ...largest.map((family) => [short(family.text) || 'a group', family.size])], constants: ['intent.relative_cut', 'intent.family_roots'], code: 'adage/learn/alike.py' },
    4: { says: 'A start that nearly all sessions share says nothing about the request, and does not count either.', formula: 'is_family',
      rows: largest.map((family) => [family.route || 'no common start', `${family.routed} of ${family.roots}`]), constants: ['intent.family_share', 'intent.common_route', 'intent.family_tasks'], code: 'adage/learn/intent.py' },
    5: { says: 'Stricter lets in fewer requests and proves less; wider lets in others that went another way.', formula: 't_star',
      rows: similar.cuts.map((/** @type {any} */ cut) => [`from ${cut[0].toFixed(3)} on`, `${cut[1]} of ${cut[2]}, at least ${cut[3].toFixed(2)}`]).slice(0, 12), constants: ['judge.fire_lb', 'judge.fire_min_k', 'judge.z'], code: 'adage/learn/intent.py' },
    7: { says: 'Two sessions are one kind of task when their first requests are alike, the kinds of files they edited overlap, and they did not ask for opposite things.', math: '06-cards',
      rows: similar.cards.map((/** @type {any} */ card) => [short(card.text) || 'a card', `${card.passing} of ${card.traces} passed`]), constants: ['cards.cosine', 'cards.jaccard', 'cards.traces', 'cards.passing'], code: 'adage/learn/cards.py' },
    8: { says: 'The answer of the real hook to a request like the card’s own, word for word. Hidden files and those that git ignores are never named.', math: '06-cards', quote: facts.given_text,
      constants: ['learn.card_threshold', 'cards.below', 'cards.tokens'], code: 'adage/hook/at_prompt.py' },
  });
  return { math: '05-intent', ...panels[number] };
}

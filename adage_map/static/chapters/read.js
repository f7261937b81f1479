// Chapter 1: transcripts come apart. Sheets of lines become calls with results, calls become steps,
// steps become templates, and each template gets the effect that caps how hard it may be pushed.

export const title = 'Read what the agent did';

const CEILINGS = [[0, 3, 'fire', 7.6, 'may fire'], [3, 4, 'prime', 5.4, 'offered at most'], [4, 6, 'danger', 3.2, 'never pushed']];

/** @param {import('../js/scene.js').Scene} scene @param {any} data */
export function show(scene, data) {
  const { places, facts, world } = data;
  const half = places.depth / 2;
  const wide = Math.min(places.length, 2 + places.dense * Math.min(1.6, (places.length - 2) / places.dense));
  /** @type {[number[], number[]]} */
  const sheets = [[0, 0, -half], [Math.max(14, wide), 1.5, half]];
  for (const step of ['read/1', 'read/2']) scene.camera(step, { yaw: -0.42, pitch: 0.78, box: sheets, tall: { yaw: -0.9, pitch: 0.85 } });
  scene.camera('read/3', { yaw: -0.42, pitch: 0.6, box: sheets, tall: { yaw: -0.9, pitch: 0.8 } });
  scene.camera('read/4', { yaw: -0.3, pitch: 0.5, box: [[0, 0, -half], [Math.max(14, wide), 4, half]], tall: { yaw: -0.9, pitch: 0.7 } });
  const alike = data.litRows('read/4');
  if (alike.length) scene.label(['read/4'], world.id[alike[0]], facts.alike_key, 'hero', 0);
  for (const row of alike.slice(0, 4)) scene.label(['read/4'], world.id[row], world.text[row], '', 2);
  showShelf(scene, data, half);
}

/** @param {import('../js/scene.js').Scene} scene @param {any} data @param {number} half */
function showShelf(scene, data, half) {
  const { places, effects } = data;
  const steps = ['read/5', 'read/6'];
  for (const [first, past, colour, y, words] of CEILINGS) {
    const x0 = 3 + places.shelf * (Number(first) - 0.5);
    const x1 = 3 + places.shelf * (Number(past) - 0.5) - 0.3;
    scene.level(steps, [x0, -half, x1, half], Number(y), String(colour), 0.09);
    scene.label(steps, [(x0 + x1) / 2, Number(y), -half], String(words), String(colour), 2);
  }
  effects.forEach((/** @type {string} */ word, /** @type {number} */ rank) => {
    scene.label(steps, [3 + places.shelf * rank, 0, half + 1.2], word, `effect-${rank}`, 1);
  });
  for (const step of steps) {
    scene.camera(step, { yaw: -0.2, pitch: 0.5, box: [[0, 0, -half], [32, 8, half + 2]], tall: { yaw: -0.35, pitch: 0.75 } });
  }
}

/** @param {any} data @param {number} number */
export function explain(data, number) {
  const { facts } = data;
  const panels = {
    1: { says: 'Each slab is one record of a transcript, on the sheet of its session, in file order.',
      rows: [['Transcript files', facts.files], ['Records', facts.records], ['Could not be used', facts.skipped], ['Harnesses', facts.harnesses]],
      code: 'adage/traces/read.py' },
    2: { says: 'A result joins its call by id wherever it stands; a call without one stays, outcome unknown.',
      rows: [['Calls', facts.calls], ['With an outcome', facts.joined], ['Turns', facts.turns]], code: 'adage/traces/read.py' },
    3: { says: 'A command is split at && ; and new lines. When it fails, only the last part is blamed; with || nobody is.',
      rows: [['Compound calls', facts.compound], ['Steps', facts.steps], ['Failed', facts.failed]], code: 'adage/traces/shell.py' },
    4: { says: 'Tickets, hashes, versions, paths and numbers become placeholders, so that like steps get one key.',
      rows: [['Different texts', facts.texts], ['Step keys', facts.keys], ['Shown template', facts.alike_key]], code: 'adage/traces/placeholders.py' },
    5: { says: 'The highest rule that matches wins. The rank is a ceiling: evidence can never lift a step above it.',
      rows: [['May fire', facts.fire_steps], ['Offered at most', facts.environment_steps], ['Never pushed', facts.never_steps]], code: 'adage/traces/effects.py' },
    6: { says: 'A step that the hook had named before is not counted, neither for nor against.',
      rows: [['Directives in these sessions', facts.directives], ['Steps left out', facts.exposed]], code: 'adage/learn/match.py' },
  };
  return { math: '01-reading', ...(/** @type {any} */ (panels)[number] ?? {}) };
}

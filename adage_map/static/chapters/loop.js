// Chapter 0: the whole table at once. Transcripts come in at the left, one sealed index leaves at
// the right, and a rail under the table brings the traces of told sessions back to the start.

export const title = 'The loop';

const NAMES = /** @type {Record<string, string>} */ ({
  read: '1 Read', patterns: '2 Patterns', evidence: '3 Evidence', similar: '4 Similar', package: '6 Package', speak: '7 Speak', prove: '8 Prove',
});

/** @param {import('../js/scene.js').Scene} scene @param {any} data */
export function show(scene, data) {
  const { places, hero } = data;
  const half = Math.max(places.depth / 2, 14) + 1.5;
  const bays = /** @type {[string, number][]} */ (Object.entries(places.bays));
  const far = Math.max(...bays.map(([, x]) => x)) + places.length;
  for (const [bay, x] of bays) {
    scene.level(['*'], [x - 1, -half, x + places.length + 1, half], -0.08);
    scene.label(['loop'], [x + places.length / 2, 0, half + 2.5], NAMES[bay] ?? '', 'bay', 0);
  }
  for (const [, x] of bays.slice(1)) {
    const from = x - places.bay + places.length + 1;
    scene.lines(['*'], [-4, 0, 4].flatMap((z) => [[from, -0.08, z], [x - 1, -0.08, z]]));
  }
  scene.path(['loop'], [[far + 1, -0.08, 0], [far + 4, -3.5, 0], [-4, -3.5, 0], [-1, -0.08, 0]], 'rule', true);
  scene.camera('loop/1', {
    yaw: -0.3, pitch: 0.62, box: [[-4, -2, -half], [far + 4, 7, half + 3]], tall: { yaw: -1.15, pitch: 0.5 },
  });
  if (hero) scene.label(['loop'], hero.id, `${hero.steps}: ${hero.k} of ${hero.n}`, 'hero', 1);
}

/** @param {any} data */
export function explain(data) {
  const { facts } = data;
  return {
    says: 'Every object here is a record of the learner. Follow one from the transcript line to the index: press F.',
    rows: [
      ['Sessions', facts.sessions], ['Steps', facts.steps], ['Reflexes judged', facts.reflexes],
      ['Reflexes in the index', facts.sealed],
    ],
    code: 'adage/learn/__init__.py', math: '01-reading',
  };
}

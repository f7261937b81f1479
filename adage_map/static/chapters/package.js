// Chapter 6: what was learned goes into one sealed file, and sixteen characters name it.

export const title = 'Package what was learned';

const BELTS = [['own evidence', -7, 7], ['signed packs: none', -15, -9], ['instincts: none', 9, 15]];

/** @param {import('../js/scene.js').Scene} scene @param {any} data */
export function show(scene, data) {
  const { places, facts, hero } = data;
  const x = places.bays.package;
  for (const [name, z0, z1] of BELTS) {
    const colour = z0 === -7 ? 'fire' : 'rule';
    scene.level(['package/1'], [x + 1, Number(z0), x + 17, Number(z1)], 0.3, colour, 0.08);
    scene.label(['package/1'], [x + 1, 0.3, Number(z1)], String(name), z0 === -7 ? 'fire' : '', 2);
  }
  scene.camera('package/1', { yaw: -0.35, pitch: 0.55, box: [[x, 0, -15], [x + 29, 4, 15]], tall: { yaw: -0.7, pitch: 0.75 } });
  const book = [[x + 19, 0, -5.5], [x + 29, 7, 5.5]];
  for (const step of ['package/3', 'package/4']) {
    scene.camera(step, { yaw: -0.4, pitch: 0.42, box: /** @type {any} */ (book) });
  }
  scene.label(['package/3', 'loop'], 'book', facts.generation, 'seal', 2);
  scene.label(['package/4'], 'book', facts.changed_generation, 'seal', 0);
  scene.label(['package/4'], [x + 24, 0, 5.6], `was ${facts.generation}`, 'axis', 2);
  if (hero) scene.label(['package/4'], hero.id, 'one reflex changed', 'hero', 1);
}

/** @param {any} data @param {number} number */
export function explain(data, number) {
  const { facts } = data;
  const panels = /** @type {Record<number, any>} */ ({
    1: { says: 'Only what may speak goes in: fire, prime and dead ends. Nothing comes from elsewhere yet.',
      rows: [['From own evidence', facts.sealed]], code: 'adage/learn/index.py' },
    3: { says: 'The same reflexes always give the same bytes: sorted keys, one spelling, no date, no path.',
      formula: 'generation', rows: [['Bytes', facts.bytes], ['Generation', facts.generation]], constants: ['index.generation_hex'], code: 'adage/learn/index.py' },
    4: { says: 'The fingerprint of the same index with one character of one reflex changed.', formula: 'generation',
      rows: [['Before', facts.generation], ['After', facts.changed_generation], ['Characters that differ', facts.changed_characters]], code: 'adage/formulas.py' },
  });
  return { math: '08-index', ...panels[number] };
}

// Steps as numbers, for a picture drawn without a browser: what stands where, in which colour, seen
// from where. The chapters, cameras and colours are those of the page itself. Pure.

import { eyeOf, projector } from './camera.js';
import { pointOf } from './labels.js';
import { dashes, isSeen, partsOf } from './scene.js';
import { shotFor } from './shots.js';
import { lengthOf, sizeOf, solidOf } from './solids.js';
import { stageWorld } from './stage.js';
import { bodyColour, rimColour } from './theme.js';
import { fromBase64, openWorld } from './world.js';

/** @typedef {Record<string, import('./theme.js').Rgb>} Theme */

/**
 * All things and the wanted steps of a world, for pictures of this size.
 * @param {any} document @param {Theme} theme @param {string[]} wanted ids of steps
 * @param {number} width @param {number} height
 */
export function stillsOf(document, theme, wanted, width, height) {
  const world = openWorld(document, fromBase64(document.frames));
  const { scene } = stageWorld(world);
  const steps = wanted.map((id) => stepOf(world, scene, id, theme, width, height));
  return { ...bodiesOf(world, theme), steps };
}

/** Every solid once, and what each thing is made of. @param {import('./world.js').World} world @param {Theme} theme */
function bodiesOf(world, theme) {
  const names = [...new Set(world.solid)].sort();
  const solids = names.map((name) => {
    const { positions, normals, round } = solidOf(name);
    return { name, positions: [...positions], normals: [...normals], round };
  });
  const rows = world.id.map((_, row) => {
    const [x, y, z] = sizeOf(world.solid[row] ?? '', world);
    return [...[x, y, z * lengthOf(world, row)], ...bodyColour(world, row, theme), ...rimColour(world, row, theme)];
  });
  return { solids, rows, solidOf: world.solid.map((name) => names.indexOf(name)) };
}

/** @param {import('./world.js').World} world @param {import('./scene.js').Scene} scene @param {string} id @param {Theme} theme @param {number} width @param {number} height */
function stepOf(world, scene, id, theme, width, height) {
  const place = world.steps.findIndex((step) => step.id === id);
  const frame = /** @type {import('./world.js').Frame} */ (world.frames[place + 1]);
  const camera = shotFor(world, scene, place, width, height);
  const project = projector(camera, width, height);
  const labels = scene.labels.filter((label) => isSeen(label, id)).sort((a, b) => a.rank - b.rank)
    .map(({ at, text, look }) => ({ text, look, point: pointOf(at, frame, world, project) }))
    .filter(({ point }) => point && point.depth >= 1);
  const decor = scene.decor.filter((item) => isSeen(item, id)).map((item) => ({
    kind: item.kind === 'lines' ? 'lines' : 'panes',
    colour: theme[item.colour] ?? [0.5, 0.5, 0.5],
    alpha: item.kind === 'lines' ? 1 : item.alpha,
    points: item.kind === 'lines' ? (item.dashed ? dashes(item.points) : item.points) : partsOf(item).flat(),
  }));
  const { title = '', text = '' } = world.steps[place] ?? {};
  return { id, frame: place + 1, title, text, eye: eyeOf(camera), target: camera.target, distance: camera.distance, decor, labels };
}

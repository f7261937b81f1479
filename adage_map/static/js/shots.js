// From where each step is seen: its chapter's shot, or a frame around the step's own things. Pure.

import { fitBox } from './camera.js';

/** The camera of a step for a picture of this size. @param {import('./world.js').World} world @param {import('./scene.js').Scene} scene @param {number} step @param {number} width @param {number} height */
export function shotFor(world, scene, step, width, height) {
  const item = world.steps[step];
  const shot = scene.shots.get(item?.id ?? '');
  const pad = shot?.pad ?? 1.5;
  const own = item ? [item.box[0].map((value) => value - pad), item.box[1].map((value) => value + pad)] : [[0, 0, 0], [1, 1, 1]];
  const box = /** @type {[number[], number[]]} */ (shot?.box ?? own);
  const side = shot ?? { yaw: -0.32, pitch: 0.52 };
  const first = fitBox(box, side, width, height);
  if (!shot?.tall) return first;
  // Of the two sides a chapter names, the one from which its subject fills more of this picture.
  const second = fitBox(box, shot.tall, width, height);
  return second.distance < first.distance * 0.92 ? second : first;
}

/** The same camera aimed at one thing, nearer. @param {import('./camera.js').Camera} camera @param {import('./world.js').Frame} frame @param {number} row @returns {import('./camera.js').Camera} */
export function aimAt(camera, frame, row) {
  const at = [0, 1, 2].map((axis) => frame.at[row * 3 + axis] ?? 0);
  return { ...camera, target: /** @type {[number, number, number]} */ (at), distance: camera.distance * 0.6 };
}

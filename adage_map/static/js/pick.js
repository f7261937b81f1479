// Which thing is under a point of the picture: the one whose body is nearest, within a finger's or a
// mouse's reach.

import { projector, unitAt } from './camera.js';
import { SIZES } from './solids.js';

export const MOUSE_REACH = 14;
export const TOUCH_REACH = 24;
const PICKABLE = new Set(['line', 'result', 'step', 'prototype', 'reflex', 'bead', 'book', 'hook', 'moment', 'coin', 'batch', 'request', 'card', 'task']);

/**
 * The row of the nearest thing, or -1. Pure.
 * @param {import('./world.js').World} world @param {import('./world.js').Frame} frame
 * @param {import('./camera.js').Camera} camera
 * @param {{x: number, y: number, width: number, height: number, reach: number, rows: number[]}} at
 */
export function pickAt(world, frame, camera, at) {
  const project = projector(camera, at.width, at.height);
  let [best, found, depth] = [at.reach, -1, Infinity];
  for (const row of at.rows) {
    if ((frame.scale[row] ?? 0) < 0.05 || !PICKABLE.has(world.kind[row] ?? '')) continue;
    const point = project(frame.at[row * 3] ?? 0, frame.at[row * 3 + 1] ?? 0, frame.at[row * 3 + 2] ?? 0);
    if (point.depth < 0.5) continue;
    const body = 0.4 * (SIZES[world.solid[row] ?? '']?.[0] ?? 0.5) * (frame.scale[row] ?? 0) * unitAt(point.depth, at.height);
    const far = Math.max(0, Math.hypot(point.x - at.x, point.y - at.y) - body);
    // Of two things equally near to the pointer the one in front is meant.
    if (far < best - 2 || (far < best + 2 && far < at.reach && point.depth < depth)) {
      [best, found, depth] = [far, row, point.depth];
    }
  }
  return found;
}

// Labels: HTML words over the picture, placed by projection, never two on top of each other.

import { projector } from './camera.js';
import { words } from './glyph_icons.js';
import { isSeen } from './scene.js';
import { nameOf } from './world.js';

/**
 * @param {HTMLElement} holder @param {import('./scene.js').Scene} scene @param {import('./world.js').World} world
 */
export function createLabels(holder, scene, world) {
  holder.replaceChildren();
  const made = scene.labels.map((label) => {
    const element = document.createElement('span');
    element.className = `label ${label.look}`;
    element.textContent = label.text;
    element.hidden = true;
    holder.append(element);
    return { label, element };
  }).sort((a, b) => a.label.rank - b.label.rank);
  const extra = document.createElement('span');
  extra.className = 'label picked';
  extra.hidden = true;
  holder.append(extra);
  let hidden = false;
  return {
    /** Whether all labels are hidden, as they are while things move. */
    get hidden() { return hidden; },
    /**
     * @param {{step: string, frame: import('./world.js').Frame, camera: import('./camera.js').Camera,
     *   width: number, height: number, still: boolean, picked: number}} state
     */
    place(state) {
      const project = projector(state.camera, state.width, state.height);
      /** @type {DOMRect[]} */
      const taken = [];
      hidden = !state.still;
      extra.textContent = state.picked >= 0 ? words(nameOf(world, state.picked)) : '';
      if (state.picked >= 0) put(extra, pointOf(world.id[state.picked] ?? '', state.frame, world, project), taken, state);
      else extra.hidden = true;
      for (const { label, element } of made) {
        const seen = isSeen(label, state.step) && state.still;
        const point = seen ? pointOf(label.at, state.frame, world, project) : null;
        put(element, point, taken, state);
      }
    },
  };
}

/** Where a label points to, in pixels; null when its thing is not there. @param {import('./scene.js').Place | string} at @param {import('./world.js').Frame} frame @param {import('./world.js').World} world @param {Function} project */
export function pointOf(at, frame, world, project) {
  if (typeof at !== 'string') return project(...at);
  const row = world.rowOf.get(at);
  if (row === undefined || (world.kind[row] !== 'book' && (frame.scale[row] ?? 0) < 0.05)) return null;
  const rise = world.kind[row] === 'book' ? 0.9 : 0.5;
  return project(frame.at[row * 3], (frame.at[row * 3 + 1] ?? 0) + rise, frame.at[row * 3 + 2]);
}

/** @param {HTMLElement} element @param {any} point @param {DOMRect[]} taken @param {{width: number, height: number}} state */
function put(element, point, taken, state) {
  if (!point || point.depth < 1 || point.x < 0 || point.x > state.width || point.y < 0 || point.y > state.height) {
    element.hidden = true;
    return;
  }
  element.hidden = false;
  const [wide, high] = [element.offsetWidth, element.offsetHeight];
  const x = Math.min(state.width - wide - 6, Math.max(6, point.x - wide / 2));
  const box = new DOMRect(x, Math.max(4, point.y - high - 10), wide, high);
  if (taken.some((other) => overlap(box, other))) {
    element.hidden = true;
    return;
  }
  taken.push(box);
  element.style.transform = `translate(${Math.round(box.x)}px, ${Math.round(box.y)}px)`;
}

/** @param {DOMRect} a @param {DOMRect} b */
function overlap(a, b) {
  return a.left < b.right + 4 && b.left < a.right + 4 && a.top < b.bottom + 2 && b.top < a.bottom + 2;
}

// The flat view: the same keyframes, projected and painted from far to near on a 2D canvas.
//
// Used where there is no WebGL, where its context was lost, and where a person prefers it.

import { projector, unitAt } from './camera.js';
import { paintSolid } from './glyphs.js';
import { isSeen, partsOf } from './scene.js';
import { SIZES } from './solids.js';
import { bodyColour, css, mixed, rimColour } from './theme.js';
import { between } from './world.js';

const CAP = 600;

/**
 * @param {HTMLCanvasElement} canvas @param {import('./world.js').World} world
 * @param {import('./scene.js').Scene} scene @param {Record<string, import('./theme.js').Rgb>} theme
 */
export function createFlatView(canvas, world, scene, theme) {
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  const ratio = Math.min(2, window.devicePixelRatio || 1);
  let [width, height, colours] = [1, 1, theme];
  return {
    name: 'flat', drawn: Math.min(CAP, world.count),
    rows: (/** @type {import('./world.js').Frame} */ frame) => seenRows(world, frame),
    recolour(/** @type {Record<string, import('./theme.js').Rgb>} */ fresh) { colours = fresh; },
    resize(/** @type {number} */ w, /** @type {number} */ h) {
      [width, height] = [w, h];
      canvas.width = Math.round(w * ratio);
      canvas.height = Math.round(h * ratio);
    },
    /**
     * @param {{fromKey: number, toKey: number, t: number, step: string,
     *   camera: import('./camera.js').Camera, marked: Set<number>}} state
     */
    draw(state) {
      const project = projector(state.camera, width, height);
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      context.fillStyle = css(colours.ground ?? [1, 1, 1]);
      context.fillRect(0, 0, width, height);
      paintDecor(context, scene, state.step, project, colours);
      paintThings(context, world, state, project, height, colours);
    },
    dispose() {},
  };
}

/** @param {CanvasRenderingContext2D} context @param {import('./scene.js').Scene} scene @param {string} step @param {Function} project @param {Record<string, import('./theme.js').Rgb>} theme */
function paintDecor(context, scene, step, project, theme) {
  for (const item of scene.decor) {
    if (!isSeen(item, step)) continue;
    const colour = theme[item.colour] ?? [0.5, 0.5, 0.5];
    if (item.kind !== 'lines') {
      paintPane(context, item, project, css(colour, item.alpha));
      continue;
    }
    context.beginPath();
    for (let place = 0; place + 1 < item.points.length; place += 2) {
      const [a, b] = [project(...(item.points[place] ?? [])), project(...(item.points[place + 1] ?? []))];
      context.moveTo(a.x, a.y);
      context.lineTo(b.x, b.y);
    }
    context.setLineDash(item.dashed ? [5, 5] : []);
    context.strokeStyle = css(colour);
    context.lineWidth = 1;
    context.stroke();
    context.setLineDash([]);
  }
}

/** @param {CanvasRenderingContext2D} context @param {import('./scene.js').Pane | import('./scene.js').Strip} item @param {Function} project @param {string} fill */
function paintPane(context, item, project, fill) {
  context.fillStyle = fill;
  for (const part of partsOf(item)) {
    context.beginPath();
    for (const corner of part) {
      const point = project(...corner);
      context.lineTo(point.x, point.y);
    }
    context.fill();
  }
}

/** As many rows of what is there as this view paints. @param {import('./world.js').World} world @param {import('./world.js').Frame} frame */
function seenRows(world, frame) {
  return world.order.filter((row) => (frame.scale[row] ?? 0) >= 0.02).slice(0, CAP);
}

/** @param {CanvasRenderingContext2D} context @param {import('./world.js').World} world @param {any} state @param {Function} project @param {number} height @param {Record<string, import('./theme.js').Rgb>} theme */
function paintThings(context, world, state, project, height, theme) {
  const frame = between(world, state.fromKey, state.toKey, state.t);
  const ground = theme.ground ?? [1, 1, 1];
  const seen = [];
  for (const row of seenRows(world, frame)) {
    const point = project(frame.at[row * 3], frame.at[row * 3 + 1], frame.at[row * 3 + 2]);
    if (point.depth > 0.5) seen.push({ row, point });
  }
  // Sheets lie under everything; the rest is painted from far to near.
  const under = (/** @type {number} */ row) => (world.kind[row] === 'sheet' ? 1 : 0);
  seen.sort((a, b) => under(b.row) - under(a.row) || b.point.depth - a.point.depth);
  for (const { row, point } of seen) {
    const solid = world.solid[row] ?? 'cube';
    const size = SIZES[solid] ?? [0.5, 0.5, 0.5];
    const unit = unitAt(point.depth, height) * (frame.scale[row] ?? 0);
    const tone = frame.tone[row] ?? 1;
    if (solid === 'sheet') {
      paintSheet(context, world, frame, row, project, css(mixed(ground, bodyColour(world, row, theme), tone)));
      continue;
    }
    paintSolid(context, solid, point, size[0] * unit, size[1] * unit, {
      fill: css(mixed(ground, bodyColour(world, row, theme), tone)),
      rim: css(mixed(ground, rimColour(world, row, theme), tone)),
      accent: css(theme.accent ?? [0, 0, 1]), danger: css(mixed(ground, theme.danger ?? [1, 0, 0], tone)),
      style: frame.style[row] ?? 0, marked: state.marked.has(row),
    });
  }
}

/** @param {CanvasRenderingContext2D} context @param {import('./world.js').World} world @param {import('./world.js').Frame} frame @param {number} row @param {Function} project @param {string} fill */
function paintSheet(context, world, frame, row, project, fill) {
  const { gap, dense } = world.document.places;
  const half = Math.min(33, 2 + dense * Math.min(1.6, 30 / dense)) / 2;
  const [x, y, z] = [frame.at[row * 3] ?? 0, frame.at[row * 3 + 1] ?? 0, frame.at[row * 3 + 2] ?? 0];
  context.beginPath();
  for (const [dx, dz] of [[-half, -0.43], [half, -0.43], [half, 0.43], [-half, 0.43]]) {
    const point = project(x + (dx ?? 0), y, z + (dz ?? 0) * gap);
    context.lineTo(point.x, point.y);
  }
  context.fillStyle = fill;
  context.fill();
}

// One flat glyph for each solid: a circle, diamond, drum, hexagon, square, triangle, or a capsule.

/**
 * @typedef {{fill: string, rim: string, accent: string, danger: string, style: number, marked: boolean}} Ink
 */

/** Shapes with straight sides as points in -0.5..0.5, x to the right and y up. */
/** @type {Record<string, [number, number][]>} */
const OUTLINES = {
  octahedron: [[0, 0.5], [0.5, 0], [0, -0.5], [-0.5, 0]],
  prism: [[-0.5, 0], [-0.25, 0.45], [0.25, 0.45], [0.5, 0], [0.25, -0.45], [-0.25, -0.45]],
  cube: [[-0.45, 0.45], [0.45, 0.45], [0.45, -0.45], [-0.45, -0.45]],
  cone: [[0, 0.5], [0.5, -0.5], [-0.5, -0.5]],
  slab: [[-0.5, 0.5], [0.5, 0.5], [0.5, -0.5], [-0.5, -0.5]],
  book: [[-0.5, 0.7], [0.5, 0.7], [0.5, -0.7], [-0.5, -0.7]],
  card: [[-0.5, 0.5], [0.5, 0.5], [0.5, -0.5], [-0.5, -0.5]],
  post: [[-0.5, 0.5], [0.5, 0.5], [0.5, -0.5], [-0.5, -0.5]],
  run: [[-0.5, 0.4], [0.25, 0.5], [0.5, 0], [0.25, -0.5], [-0.5, -0.4]],
  sequence: [[-0.5, 0], [-0.3, 0.5], [0.3, 0.5], [0.5, 0], [0.3, -0.5], [-0.3, -0.5]],
  obligation: [[-0.5, 0.25], [-0.3, 0.5], [0.3, 0.5], [0.5, 0.25], [0.5, -0.25], [0.3, -0.5], [-0.3, -0.5], [-0.5, -0.25]],
  advise: [[-0.5, 0.5], [-0.1, 0.5], [0.5, 0.2], [0.5, -0.2], [-0.1, -0.5], [-0.5, -0.5]],
  'read-batch': [[-0.5, 0.5], [0.5, 0.5], [0.5, -0.5], [-0.5, -0.5]],
  avoid: [[-0.5, 0.5], [0, 0.2], [0.5, 0.5], [0.5, -0.5], [0, -0.2], [-0.5, -0.5]],
  repair: [[-0.5, 0.5], [-0.2, 0.24], [0.5, 0.4], [0.5, -0.4], [-0.2, -0.24], [-0.5, -0.5]],
  scope: [[-0.5, 0.14], [0.5, 0.5], [0.5, -0.5], [-0.5, -0.14]],
  'look-ups': [[-0.5, 0.5], [0.2, 0.5], [0.5, 0.1], [0.5, -0.1], [0.2, -0.5], [-0.5, -0.5]],
  'hot-files': [[-0.5, 0.3], [0, 0.5], [0.5, 0.3], [0.5, -0.3], [0, -0.5], [-0.5, -0.3]],
};

/**
 * @param {CanvasRenderingContext2D} context @param {string} solid @param {{x: number, y: number}} at
 * @param {number} width @param {number} height @param {Ink} ink
 */
export function paintSolid(context, solid, at, width, height, ink) {
  trace(context, solid, at, Math.max(1.5, width), Math.max(1.5, height));
  const open = ink.style === 1 || ink.style === 2;
  context.lineWidth = open ? 1.4 : 1;
  if (open) {
    context.setLineDash(ink.style === 2 ? [2, 2] : []);
    context.strokeStyle = ink.fill;
    context.stroke();
    context.setLineDash([]);
    return;
  }
  context.fillStyle = ink.fill;
  context.fill();
  if (ink.style === 3) notch(context, at, width, height, ink.danger);
  if (ink.style === 5) band(context, at, width, height, ink.rim);
  if (ink.style === 4 && width > 22) band(context, at, width, height * (solid === 'book' ? 1.4 : 0.9), ink.accent);
  if (ink.style === 4 || ink.marked) trace(context, solid, at, Math.max(1.5, width), Math.max(1.5, height));
  if (ink.style === 4 || ink.marked) {
    context.strokeStyle = ink.accent;
    context.lineWidth = ink.marked ? 2.5 : 1.5;
    context.stroke();
  }
}

/** @param {CanvasRenderingContext2D} context @param {string} solid @param {{x: number, y: number}} at @param {number} width @param {number} height */
function trace(context, solid, at, width, height) {
  const outline = OUTLINES[solid];
  context.beginPath();
  if (outline) {
    for (const [x, y] of outline) context.lineTo(at.x + x * width, at.y - y * height);
    context.closePath();
  } else if (solid === 'cylinder') {
    context.roundRect(at.x - width / 2, at.y - height * 0.32, width, height * 0.64, height * 0.32);
  } else {
    context.ellipse(at.x, at.y, width / 2, (solid === 'disc' ? width * 0.55 : height) / 2, 0, 0, 2 * Math.PI);
  }
}

/** A failed step's red notch. @param {CanvasRenderingContext2D} context @param {{x: number, y: number}} at @param {number} width @param {number} height @param {string} danger */
function notch(context, at, width, height, danger) {
  context.fillStyle = danger;
  context.fillRect(at.x - width / 2, at.y - height / 2, width, height * 0.38);
}

/** A capsule's rim. @param {CanvasRenderingContext2D} context @param {{x: number, y: number}} at @param {number} width @param {number} height @param {string} rim */
function band(context, at, width, height, rim) {
  context.fillStyle = rim;
  context.fillRect(at.x - width * 0.13, at.y - height / 2, width * 0.26, height);
}

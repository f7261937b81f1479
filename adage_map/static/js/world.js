// The world as arrays, and `stateAt(world, step, t)`: the only source of what is drawn.
//
// Pure: no DOM, no clock. A step moves from the keyframe of the step before it (t = 0) to its own
// (t = 1), so consecutive steps meet exactly.

/**
 * @typedef {{at: Float32Array, scale: Float32Array, tone: Float32Array, style: Uint8Array}} Frame
 * @typedef {{id: string, chapter: number, title: string, text: string, state: string,
 *   subjects: string[], box: [number[], number[]], quick: boolean, fields: string[]}} Step
 * @typedef {{count: number, steps: Step[], frames: Frame[], delay: Float32Array, kind: string[],
 *   solid: string[], id: string[], label: string[], effect: number[], lane: number[],
 *   ref: number[], owner: number[], text: string[], line: number[], ok: number[],
 *   order: number[], rowOf: Map<string, number>, document: any}} World
 */

/** Share of a step's time by which the last lane starts later than the first. */
export const STAGGER = 0.35;
/** How high a mover rises on its way, per unit of distance, and at most. */
const LIFT = 0.06;
const LIFT_MOST = 2.4;
/** The style of what a step is about (see frame.py). */
const LIT = 4;

/**
 * The world of a document and its keyframes (float32, keyframes x things x 3).
 * @param {any} document @param {ArrayBuffer} bytes @returns {World}
 */
export function openWorld(document, bytes) {
  const things = document.things;
  const count = things.id.length;
  const positions = new Float32Array(bytes);
  const frames = document.looks.map((/** @type {string} */ looks, /** @type {number} */ number) =>
    readFrame(positions.subarray(number * count * 3, (number + 1) * count * 3), looks, count));
  const kind = things.kind.map((/** @type {number} */ number) => document.kinds[number]);
  return {
    ...things, kind, document, count, frames,
    steps: readSteps(document),
    delay: delays(things, kind, count),
    order: drawOrder(frames, count),
    rowOf: new Map(things.id.map((/** @type {string} */ id, /** @type {number} */ row) => [id, row])),
  };
}

/** What a thing is called in lists and labels: a request by its words where they are there. @param {World} world @param {number} row */
export function nameOf(world, row) {
  const words = world.kind[row] === 'request' ? world.text[row] : '';
  return words || world.label[row] || world.id[row] || '';
}

/** @param {string} text @returns {ArrayBuffer} */
export function fromBase64(text) {
  const raw = atob(text);
  const bytes = new Uint8Array(raw.length);
  for (let place = 0; place < raw.length; place += 1) bytes[place] = raw.charCodeAt(place);
  return bytes.buffer;
}

/** @param {Float32Array} at @param {string} looks @param {number} count @returns {Frame} */
function readFrame(at, looks, count) {
  const bytes = new Uint8Array(fromBase64(looks));
  const frame = {
    at, scale: new Float32Array(count), tone: new Float32Array(count), style: new Uint8Array(count),
  };
  for (let row = 0; row < count; row += 1) {
    frame.scale[row] = /** @type {number} */ (bytes[row * 3]) / 100;
    frame.tone[row] = /** @type {number} */ (bytes[row * 3 + 1]) / 100;
    frame.style[row] = /** @type {number} */ (bytes[row * 3 + 2]);
  }
  return frame;
}

/** @param {any} document @returns {Step[]} */
function readSteps(document) {
  const words = new Map();
  document.chapters.forEach((/** @type {any} */ chapter, /** @type {number} */ number) => {
    for (const step of chapter.steps) words.set(step.id, { ...step, chapter: number });
  });
  return document.steps.map((/** @type {any} */ step) => ({ ...words.get(step.id), ...step }));
}

/** Rows in the order in which a small machine should draw them: what a step lights up comes first. @param {Frame[]} frames @param {number} count */
function drawOrder(frames, count) {
  const lit = Array.from({ length: count }, (_, row) => frames.some((frame) => frame.style[row] === LIT));
  return [...lit.keys()].sort((a, b) => Number(lit[b]) - Number(lit[a]) || a - b);
}

/** Things start one lane after the other; things without a lane follow their own order. */
function delays(/** @type {any} */ things, /** @type {string[]} */ kind, /** @type {number} */ count) {
  const lanes = Math.max(1, ...things.lane);
  const delay = new Float32Array(count);
  for (let row = 0; row < count; row += 1) {
    const lane = things.lane[row];
    const order = kind[row] === 'reflex' ? (things.ref[row] % 24) / 24 : 0;
    delay[row] = lane >= 0 ? lane / lanes : order;
  }
  return delay;
}

/** How far a mover with this delay has come at t: 0 to 1, eased at both ends. */
export function progress(/** @type {number} */ t, /** @type {number} */ delay) {
  const part = Math.min(1, Math.max(0, (t - delay * STAGGER) / (1 - STAGGER)));
  return part * part * (3 - 2 * part);
}

/**
 * Where everything is and how it looks while `step` plays, at t in 0..1.
 * @param {World} world @param {number} step @param {number} t @returns {Frame}
 */
export function stateAt(world, step, t) {
  return between(world, step, step + 1, t);
}

/**
 * The state on the way from keyframe `from` to keyframe `to`.
 * @param {World} world @param {number} from @param {number} to @param {number} t @returns {Frame}
 */
export function between(world, from, to, t) {
  const a = /** @type {Frame} */ (world.frames[from]);
  const b = /** @type {Frame} */ (world.frames[to]);
  if (t <= 0) return a;
  if (t >= 1) return b;
  const out = {
    at: new Float32Array(world.count * 3), scale: new Float32Array(world.count),
    tone: new Float32Array(world.count), style: new Uint8Array(world.count),
  };
  for (let row = 0; row < world.count; row += 1) mix(out, a, b, row, progress(t, world.delay[row] ?? 0));
  return out;
}

/** @param {Frame} out @param {Frame} a @param {Frame} b @param {number} row @param {number} e */
function mix(out, a, b, row, e) {
  let far = 0;
  for (let axis = row * 3; axis < row * 3 + 3; axis += 1) {
    const start = /** @type {number} */ (a.at[axis]);
    const gap = /** @type {number} */ (b.at[axis]) - start;
    out.at[axis] = start + gap * e;
    far += gap * gap;
  }
  out.at[row * 3 + 1] = /** @type {number} */ (out.at[row * 3 + 1])
    + Math.min(LIFT_MOST, Math.sqrt(far) * LIFT) * 4 * e * (1 - e);
  out.scale[row] = blend(a.scale, b.scale, row, e);
  out.tone[row] = blend(a.tone, b.tone, row, e);
  out.style[row] = /** @type {number} */ ((e < 0.5 ? a : b).style[row]);
}

/** @param {Float32Array} a @param {Float32Array} b @param {number} row @param {number} e */
function blend(a, b, row, e) {
  const start = /** @type {number} */ (a[row]);
  return start + (/** @type {number} */ (b[row]) - start) * e;
}

// The camera as numbers: where it looks, from which side, how far away. Shared by all views.
//
// Pure. The lens is fixed at 40 degrees (vertical), there is no roll, and `fitBox` finds the
// distance at which a box fills the picture, wide or tall.

/**
 * @typedef {{target: [number, number, number], yaw: number, pitch: number, distance: number}} Camera
 * @typedef {{x: number, y: number, depth: number}} Point
 */

export const LENS = 40;
const HALF = Math.tan((LENS * Math.PI) / 360);

/** The eye's position. @param {Camera} camera @returns {[number, number, number]} */
export function eyeOf(camera) {
  const flat = Math.cos(camera.pitch) * camera.distance;
  return [
    camera.target[0] + Math.sin(camera.yaw) * flat,
    camera.target[1] + Math.sin(camera.pitch) * camera.distance,
    camera.target[2] + Math.cos(camera.yaw) * flat,
  ];
}

/**
 * A projector for one picture: world position in, pixels and depth out.
 * @param {Camera} camera @param {number} width @param {number} height
 * @returns {(x: number, y: number, z: number) => Point}
 */
export function projector(camera, width, height) {
  const eye = eyeOf(camera);
  const [sy, cy] = [Math.sin(camera.yaw), Math.cos(camera.yaw)];
  const [sp, cp] = [Math.sin(camera.pitch), Math.cos(camera.pitch)];
  const scale = height / 2 / HALF;
  return (x, y, z) => {
    const dx = x - eye[0];
    const dy = y - eye[1];
    const dz = z - eye[2];
    const right = dx * cy - dz * sy;
    const toward = dx * sy + dz * cy;
    const up = dy * cp - toward * sp;
    const depth = -(toward * cp + dy * sp);
    const near = Math.max(depth, 0.1);
    return { x: width / 2 + (right * scale) / near, y: height / 2 - (up * scale) / near, depth };
  };
}

/** Pixels per unit of length at a depth. */
export function unitAt(/** @type {number} */ depth, /** @type {number} */ height) {
  return height / 2 / HALF / Math.max(depth, 0.1);
}

/**
 * The camera that looks at a box from a side and shows all of it.
 * @param {[number[], number[]]} box lowest and highest corner
 * @param {{yaw: number, pitch: number}} side @param {number} width @param {number} height
 * @param {number} [margin] share of the picture's half that the box may fill
 * @returns {Camera}
 */
export function fitBox(box, side, width, height, margin = 0.94) {
  const [low, high] = box;
  /** @type {[number, number, number]} */
  const target = /** @type {any} */ ([0, 1, 2].map((axis) => ((low[axis] ?? 0) + (high[axis] ?? 0)) / 2));
  const camera = { target, yaw: side.yaw, pitch: side.pitch, distance: 60 };
  for (let round = 0; round < 5; round += 1) {
    camera.distance = distanceFor(camera, low, high, width, height, margin);
    centre(camera, low, high, width, height);
  }
  camera.distance = distanceFor(camera, low, high, width, height, margin);
  return camera;
}

/** @param {number[]} low @param {number[]} high */
function corners(low, high) {
  const found = [];
  for (const x of [low[0], high[0]]) for (const y of [low[1], high[1]]) for (const z of [low[2], high[2]]) {
    found.push(/** @type {[number, number, number]} */ ([x, y, z]));
  }
  return found;
}

/** @param {Camera} camera @param {number[]} low @param {number[]} high @param {number} width @param {number} height @param {number} margin */
function distanceFor(camera, low, high, width, height, margin) {
  let [near, far] = [4, 600];
  for (let round = 0; round < 24; round += 1) {
    const middle = (near + far) / 2;
    const project = projector({ ...camera, distance: middle }, width, height);
    const inside = corners(low, high).every(([x, y, z]) => {
      const point = project(x, y, z);
      return point.depth > 1 && Math.abs(point.x - width / 2) < (margin * width) / 2
        && Math.abs(point.y - height / 2) < (margin * height) / 2;
    });
    if (inside) far = middle; else near = middle;
  }
  return far;
}

/** Move the target so that the box's picture is in the middle. */
function centre(/** @type {Camera} */ camera, /** @type {number[]} */ low, /** @type {number[]} */ high,
  /** @type {number} */ width, /** @type {number} */ height) {
  const project = projector(camera, width, height);
  const points = corners(low, high).map(([x, y, z]) => project(x, y, z));
  const xs = points.map((point) => point.x);
  const ys = points.map((point) => point.y);
  const unit = unitAt(camera.distance, height);
  const across = ((Math.min(...xs) + Math.max(...xs)) / 2 - width / 2) / unit;
  const up = (height / 2 - (Math.min(...ys) + Math.max(...ys)) / 2) / unit;
  camera.target[0] += across * Math.cos(camera.yaw) - up * Math.sin(camera.pitch) * Math.sin(camera.yaw);
  camera.target[1] += up * Math.cos(camera.pitch);
  camera.target[2] -= across * Math.sin(camera.yaw) + up * Math.sin(camera.pitch) * Math.cos(camera.yaw);
}

/** On the way from one camera to another. @param {Camera} a @param {Camera} b @param {number} t @returns {Camera} */
export function blendCamera(a, b, t) {
  const e = t <= 0 ? 0 : t >= 1 ? 1 : t * t * (3 - 2 * t);
  const mix = (/** @type {number} */ x, /** @type {number} */ y) => x + (y - x) * e;
  return {
    target: [mix(a.target[0], b.target[0]), mix(a.target[1], b.target[1]), mix(a.target[2], b.target[2])],
    yaw: mix(a.yaw, b.yaw), pitch: mix(a.pitch, b.pitch), distance: mix(a.distance, b.distance),
  };
}

/** The camera turned, zoomed and moved by hand. @param {Camera} camera @param {{yaw: number, pitch: number, zoom: number}} by @returns {Camera} */
export function turned(camera, by) {
  return {
    target: camera.target,
    yaw: camera.yaw + by.yaw,
    pitch: Math.min(1.5, Math.max(0.08, camera.pitch + by.pitch)),
    distance: camera.distance * by.zoom,
  };
}

// The solids things are drawn as: at most 40 triangles each, as plain arrays. Pure.

/** @typedef {{positions: Float32Array, normals: Float32Array, round: boolean}} Solid */
/** @typedef {[number, number, number]} V */

/** Body size of a thing by its solid: width, height, depth. @type {Record<string, V>} */
export const SIZES = {
  sphere: [0.5, 0.5, 0.5], octahedron: [0.58, 0.62, 0.58], cylinder: [0.46, 0.5, 0.46],
  prism: [0.52, 0.42, 0.52], cube: [0.42, 0.42, 0.42], cone: [0.56, 0.62, 0.56],
  sheet: [33, 0.1, 1], slab: [0.5, 0.12, 0.7], disc: [1.7, 0.14, 1.7], bead: [0.52, 0.52, 0.52],
  book: [5, 1.6, 6.6], post: [0.9, 1.6, 0.9], request: [0.72, 0.72, 0.72], card: [3.4, 0.22, 2.4],
  run: [1.7, 0.72, 0.72], sequence: [2.1, 0.72, 0.72], obligation: [1.5, 0.9, 0.9],
  advise: [1.7, 0.6, 0.6], 'read-batch': [1.7, 0.8, 0.8], avoid: [1.5, 0.95, 0.95],
  repair: [1.7, 0.8, 0.8], scope: [1.6, 0.9, 0.9], 'look-ups': [1.7, 0.7, 0.7], 'hot-files': [1.5, 0.9, 0.9],
};

/** A slab is as long as the text of its line, within limits. @param {import('./world.js').World} world @param {number} row */
export function lengthOf(world, row) {
  return world.kind[row] === 'line' || world.kind[row] === 'result' ? 0.3 + 0.7 * Math.min(1, (world.text[row] ?? '').length / 60) : 1;
}

/** Sheets and slabs are as deep as their lane. @param {string} name @param {import('./world.js').World} world @returns {[number, number, number]} */
export function sizeOf(name, world) {
  const [x, y, z] = SIZES[name] ?? [0.5, 0.5, 0.5];
  const { gap, dense } = world.document.places;
  if (name === 'sheet') return [Math.min(33, 2 + dense * Math.min(1.6, 30 / dense)), y, gap * 0.86];
  if (name === 'slab') return [Math.min(0.78, 15 / dense), y, gap * 0.78];
  return [x, y, z];
}

/** Outline of a capsule along x as [x, radius]: its ends tell the delivery shapes apart. */
/** @type {Record<string, [number, number][]>} */
const PROFILES = {
  run: [[-0.5, 0.3], [-0.4, 0.5], [0.22, 0.5], [0.5, 0]],
  sequence: [[-0.5, 0], [-0.3, 0.5], [0.3, 0.5], [0.5, 0]],
  obligation: [[-0.5, 0.22], [-0.3, 0.5], [0.3, 0.5], [0.5, 0.22]],
  advise: [[-0.5, 0.5], [-0.1, 0.5], [0.5, 0.2]],
  'read-batch': [[-0.5, 0.5], [0.5, 0.5]],
  avoid: [[-0.5, 0.5], [0, 0.18], [0.5, 0.5]],
  repair: [[-0.5, 0.5], [-0.2, 0.24], [0.5, 0.4]],
  scope: [[-0.5, 0.14], [0.5, 0.5]],
  'look-ups': [[-0.5, 0.5], [0.2, 0.5], [0.5, 0.1]],
  'hot-files': [[-0.5, 0.3], [0, 0.5], [0.5, 0.3]],
};

/** The solid of a name. @param {string} name @returns {Solid} */
export function solidOf(name) {
  const profile = PROFILES[name];
  if (profile) return lathe(profile.map(([x, r]) => [r, x]), 5, 'x', false);
  if (name === 'sphere' || name === 'bead' || name === 'request') return ball(6, 4);
  if (name === 'octahedron') return lathe([[0, 0.5], [0.5, 0], [0, -0.5]], 4, 'y', false);
  if (name === 'cylinder') return lathe([[0, 0.5], [0.5, 0.5], [0.5, -0.5], [0, -0.5]], 9, 'y', false);
  if (name === 'prism' || name === 'post') return lathe([[0, 0.5], [0.5, 0.5], [0.5, -0.5], [0, -0.5]], 6, 'y', false);
  if (name === 'cone') return lathe([[0, 0.5], [0.5, -0.5], [0, -0.5]], 8, 'y', false);
  if (name === 'disc') return lathe([[0, 0.5], [0.5, 0.5], [0.5, -0.5]], 13, 'y', false);
  return lathe([[0, 0.5], [Math.SQRT1_2, 0.5], [Math.SQRT1_2, -0.5], [0, -0.5]], 4, 'y', true);
}

/** @param {number} sides @param {number} rings @returns {Solid} */
function ball(sides, rings) {
  /** @type {[number, number][]} */
  const outline = [];
  for (let ring = 0; ring <= rings; ring += 1) {
    const angle = (Math.PI * ring) / rings;
    outline.push([Math.sin(angle) / 2, Math.cos(angle) / 2]);
  }
  const solid = lathe(outline, sides, 'y', false);
  solid.round = true;
  for (let place = 0; place < solid.positions.length; place += 1) {
    solid.normals[place] = /** @type {number} */ (solid.positions[place]) * 2;
  }
  return solid;
}

/**
 * A body turned around an axis from an outline of [radius, along], flat-shaded.
 * @param {[number, number][]} outline @param {number} sides @param {'x'|'y'} axis
 * @param {boolean} square half a side turned, so that four sides face the axes @returns {Solid}
 */
function lathe(outline, sides, axis, square) {
  /** @type {number[]} */
  const positions = [];
  const at = (/** @type {[number, number]} */ [radius, along], /** @type {number} */ side) => {
    const angle = ((side + (square ? 0.5 : 0)) * 2 * Math.PI) / sides;
    const [a, b] = [radius * Math.sin(angle), radius * Math.cos(angle)];
    return /** @type {V} */ (axis === 'y' ? [a, along, b] : [along, b, a]);
  };
  for (let ring = 0; ring + 1 < outline.length; ring += 1) {
    const [upper, lower] = [outline[ring], outline[ring + 1]];
    if (!upper || !lower) continue;
    for (let side = 0; side < sides; side += 1) {
      const [p, q, r, s] = [at(upper, side), at(lower, side), at(lower, side + 1), at(upper, side + 1)];
      if (lower[0] > 1e-6) positions.push(...p, ...q, ...r);
      if (upper[0] > 1e-6) positions.push(...p, ...r, ...s);
    }
  }
  if (axis === 'x') closeEnds(positions, outline, sides, at);
  return { positions: new Float32Array(positions), normals: flatNormals(positions), round: false };
}

/** @param {number[]} positions @param {[number, number][]} outline @param {number} sides @param {Function} at */
function closeEnds(positions, outline, sides, at) {
  for (const end of [outline[0], outline[outline.length - 1]]) {
    if (!end || end[0] === 0) continue;
    for (let side = 0; side < sides; side += 1) {
      positions.push(...at([0, end[1]], 0), ...at(end, side), ...at(end, side + 1));
    }
  }
}

/** One normal per triangle, always pointing away from the middle. @param {number[]} positions */
function flatNormals(positions) {
  const normals = new Float32Array(positions.length);
  for (let place = 0; place < positions.length; place += 9) {
    const get = (/** @type {number} */ index) => positions[place + index] ?? 0;
    const u = [get(3) - get(0), get(4) - get(1), get(5) - get(2)];
    const v = [get(6) - get(0), get(7) - get(1), get(8) - get(2)];
    const n = [
      (u[1] ?? 0) * (v[2] ?? 0) - (u[2] ?? 0) * (v[1] ?? 0),
      (u[2] ?? 0) * (v[0] ?? 0) - (u[0] ?? 0) * (v[2] ?? 0),
      (u[0] ?? 0) * (v[1] ?? 0) - (u[1] ?? 0) * (v[0] ?? 0),
    ];
    const out = (get(0) + get(3) + get(6)) * (n[0] ?? 0) + (get(1) + get(4) + get(7)) * (n[1] ?? 0)
      + (get(2) + get(5) + get(8)) * (n[2] ?? 0);
    const length = Math.hypot(...n) || 1;
    for (let corner = 0; corner < 9; corner += 1) {
      normals[place + corner] = ((n[corner % 3] ?? 0) / length) * (out < 0 ? -1 : 1);
    }
  }
  return normals;
}

// What stands still in the world: floors, rails, glass, labels, cameras. Chapters fill it by verbs,
// the views draw it. Pure data, so every view shows the same scene.

/**
 * @typedef {[number, number, number]} Place
 * @typedef {{kind: 'lines', points: Place[], colour: string, dashed: boolean, steps: string[]}} Lines
 * @typedef {{kind: 'pane', corners: Place[], colour: string, alpha: number, steps: string[]}} Pane
 * @typedef {{kind: 'strip', one: Place[], other: Place[], colour: string, alpha: number, steps: string[]}} Strip
 * @typedef {{kind: 'label', at: Place | string, text: string, look: string, rank: number,
 *   steps: string[]}} Label
 * @typedef {{yaw: number, pitch: number, box: [number[], number[]] | null, pad: number,
 *   tall: {yaw: number, pitch: number} | null}} Shot
 * @typedef {ReturnType<typeof createScene>} Scene
 */

/** An empty scene. Every verb takes `steps`: step ids or chapter ids in which it is seen. */
export function createScene() {
  /** @type {(Lines | Pane | Strip)[]} */
  const decor = [];
  /** @type {Label[]} */
  const labels = [];
  /** @type {Map<string, Shot>} */
  const shots = new Map();
  return {
    decor, labels, shots,
    /** Separate line segments: each pair of points is one. @param {string[]} steps @param {Place[]} points */
    lines(steps, points, colour = 'rule', dashed = false) {
      decor.push({ kind: 'lines', points, colour, dashed, steps });
    },
    /** One line through all points. @param {string[]} steps @param {Place[]} points */
    path(steps, points, colour = 'rule', dashed = false) {
      const pairs = points.slice(1).flatMap((point, place) => [/** @type {Place} */ (points[place]), point]);
      decor.push({ kind: 'lines', points: pairs, colour, dashed, steps });
    },
    /** A flat pane through four corners, seen through. @param {string[]} steps @param {Place[]} corners */
    pane(steps, corners, colour = 'floor', alpha = 1) {
      decor.push({ kind: 'pane', corners, colour, alpha, steps });
    },
    /** A band between two lines of as many points each: a ridge over the ground, a flight of stairs. @param {string[]} steps @param {Place[]} one @param {Place[]} other */
    strip(steps, one, other, colour = 'floor', alpha = 1) {
      decor.push({ kind: 'strip', one, other, colour, alpha, steps });
    },
    /** A level pane from x0, z0 to x1, z1 at a height, with its edge. @param {string[]} steps */
    level(steps, /** @type {[number, number, number, number]} */ [x0, z0, x1, z1], y = 0, colour = 'floor', alpha = 1) {
      /** @type {Place[]} */
      const corners = [[x0, y, z0], [x1, y, z0], [x1, y, z1], [x0, y, z1]];
      this.pane(steps, corners, colour, alpha);
      this.path(steps, [...corners, /** @type {Place} */ (corners[0])], colour === 'floor' ? 'rule' : colour);
    },
    /** Words at a place or at a thing (by its id); lower rank is kept when two would overlap. */
    label(/** @type {string[]} */ steps, /** @type {Place | string} */ at, /** @type {string} */ text, look = '', rank = 5) {
      labels.push({ kind: 'label', at, text, look, rank, steps });
    },
    /** From where a step is seen; without a box the camera frames the step's own things. */
    camera(/** @type {string} */ step, /** @type {Partial<Shot>} */ shot) {
      shots.set(step, { yaw: -0.32, pitch: 0.52, box: null, pad: 1.5, tall: null, ...shot });
    },
  };
}

/** The four-cornered parts of a pane or a strip. @param {Pane | Strip} item @returns {Place[][]} */
export function partsOf(item) {
  if (item.kind === 'pane') return [item.corners];
  return item.one.slice(1).map((point, place) => /** @type {Place[]} */ ([item.one[place], point, item.other[place + 1], item.other[place]]));
}

/** Each segment cut into dashes. @param {Place[]} points @returns {Place[]} */
export function dashes(points) {
  const cut = [];
  for (let place = 0; place + 1 < points.length; place += 2) {
    const [a, b] = [points[place], points[place + 1]];
    if (!a || !b) continue;
    const parts = Math.max(1, Math.round(Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]) / 1.2));
    const at = (/** @type {number} */ t) => /** @type {Place} */ ([
      a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t]);
    for (let part = 0; part < parts; part += 1) cut.push(at(part / parts), at((part + 0.55) / parts));
  }
  return cut;
}

/** Whether something is seen in a step. @param {{steps: string[]}} item @param {string} step */
export function isSeen(item, step) {
  const chapter = step.split('/')[0] ?? '';
  return item.steps.includes(step) || item.steps.includes(chapter) || item.steps.includes('*');
}

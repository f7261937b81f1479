// How much this machine can draw, by its renderer's name first and by measured frames after that.

/** What a machine draws: objects at rest, and at most so many while they move. @typedef {{name: string, antialias: boolean, ratio: number, cap: number, moving: number}} Tier */

/** @type {Record<string, Tier>} */
export const TIERS = {
  gpu: { name: 'gpu', antialias: true, ratio: 2, cap: 6000, moving: 6000 },
  soft: { name: 'soft', antialias: false, ratio: 1, cap: 1500, moving: 400 },
  least: { name: 'least', antialias: false, ratio: 1, cap: 400, moving: 400 },
};
const SOFTWARE = /swiftshader|llvmpipe|basic render|software/i;
const SLOW_MS = 40;
const FRAMES = 12;

/** The tier to begin with, or null when there is no WebGL. @returns {Tier | null} */
export function firstTier() {
  const context = document.createElement('canvas').getContext('webgl2');
  if (!context) return null;
  const info = context.getExtension('WEBGL_debug_renderer_info');
  const name = String(context.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : context.RENDERER));
  context.getExtension('WEBGL_lose_context')?.loseContext();
  return /** @type {Tier} */ (SOFTWARE.test(name) ? TIERS.soft : TIERS.gpu);
}

/** Collects the times of moving frames and names a lower tier when their median is too slow. */
export function createGauge() {
  /** @type {number[]} */
  const times = [];
  return {
    /** @param {number} ms @param {Tier} tier @returns {Tier | null} the tier to change to, once */
    note(ms, tier) {
      if (times.length >= FRAMES || tier.name === 'least') return null;
      times.push(ms);
      if (times.length < FRAMES) return null;
      const median = [...times].sort((a, b) => a - b)[FRAMES / 2] ?? 0;
      const bar = tier.name === 'gpu' ? SLOW_MS : SLOW_MS * 3;
      if (median <= bar) return null;
      times.length = tier.name === 'gpu' ? 0 : FRAMES;
      return /** @type {Tier} */ (tier.name === 'gpu' ? TIERS.soft : TIERS.least);
    },
  };
}

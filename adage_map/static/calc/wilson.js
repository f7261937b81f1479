// @ts-check
// Wilson's lower bound: how low a rate of k of n may truly be. The same operations in the same
// order as adage/formulas, so that the digits are the same.
import { DEFAULTS } from "./defaults.js";
import { atLeast } from "./numbers.js";
import { seeded, successes } from "./random.js";

const Z = DEFAULTS["judge.z"];
const FIRE = DEFAULTS["judge.fire_lb"];

/** Both ends of Wilson's score interval; [0, 1] when n is 0.
 * @param {number} k @param {number} n @param {number} z
 * @returns {[number, number]} */
export function wilsonLimits(k, n, z = Z) {
  if (n <= 0) return [0, 1];
  const p = k / n;
  const centre = p + (z * z) / (2 * n);
  const spread = z * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n));
  const scale = 1 + (z * z) / n;
  return [Math.max(0, (centre - spread) / scale), Math.min(1, (centre + spread) / scale)];
}

/** The lowest that the true rate of k of n is likely to be; 0 when n is 0.
 * @param {number} k @param {number} n @param {number} z */
export function wilsonLower(k, n, z = Z) {
  return n > 0 ? wilsonLimits(k, n, z)[0] : 0;
}

/** Fewest sessions whose bound reaches `bound` when `misses` of them went otherwise.
 * @param {number} misses @param {number} z @param {number} bound
 * @returns {number} Infinity when more than a million would be needed */
export function fewestSessions(misses, z = Z, bound = FIRE) {
  let high = misses + 1;
  while (!atLeast(wilsonLower(high - misses, high, z), bound)) {
    high *= 2;
    if (high > 1e6) return Infinity;
  }
  let low = misses;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (atLeast(wilsonLower(middle - misses, middle, z), bound)) high = middle;
    else low = middle;
  }
  return high;
}

/** Fewest sessions with 0, 1, 2 ... misses: 16, 25, 33, 40, 47, 54 at the defaults.
 * @param {number} z @param {number} bound */
export function ladder(z = Z, bound = FIRE, steps = 6) {
  return Array.from({ length: steps }, (_, misses) => fewestSessions(misses, z, bound));
}

/** How hard a new step of k of n may be pushed: fire, prime, nascent or dropped.
 * @param {number} k @param {number} n @param {number} z */
export function strength(k, n, z = Z) {
  const rate = n > 0 ? k / n : 0;
  if (k >= DEFAULTS["judge.fire_min_k"] && atLeast(wilsonLower(k, n, z), FIRE)) return "fire";
  if (atLeast(rate, DEFAULTS["judge.prime_new"])) return "prime";
  return atLeast(rate, DEFAULTS["judge.nascent_floor"]) ? "nascent" : "dropped";
}

/** Repositories with n sessions each and this true rate: did the bound stay at or below it?
 * The same seed gives the same repositories.
 * @param {number} rate @param {number} n @param {number} z
 * @returns {{k: number, lower: number, held: boolean}[]} */
export function coverage(rate, n, z = Z, repositories = 100, seed = 7717) {
  const next = seeded(seed);
  return Array.from({ length: repositories }, () => {
    const k = successes(n, rate, next);
    const lower = wilsonLower(k, n, z);
    return { k, lower, held: lower <= rate };
  });
}

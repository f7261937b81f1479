// @ts-check
// Uplift: how much more often agents take a step when told than untold.
import { DEFAULTS } from "./defaults.js";
import { atLeast } from "./numbers.js";

export const KINDS = /** @type {const} */ ([
  "avoid", "run", "obligation", "sequence", "read_batch", "intent", "advise",
]);

/** @typedef {typeof KINDS[number]} Kind */

/** The typical rates of a kind of reflex, untold and told. @param {Kind} kind */
export function typicalRates(kind) {
  return { self: DEFAULTS[`uplift.self_${kind}`], follow: DEFAULTS[`uplift.follow_${kind}`] };
}

/** Both rates, each leaning toward the typical one, and their difference.
 * @param {number} mSelf @param {number} kSelf @param {number} nSelf
 * @param {number} mFollow @param {number} kFollow @param {number} nFollow
 * @param {number} kappaSelf @param {number} kappaFollow */
export function uplift(
  mSelf, kSelf, nSelf, mFollow, kFollow, nFollow,
  kappaSelf = DEFAULTS["uplift.kappa_self"], kappaFollow = DEFAULTS["uplift.kappa_follow"]) {
  const self = (kappaSelf * mSelf + kSelf) / (kappaSelf + nSelf);
  const follow = (kappaFollow * mFollow + kFollow) / (kappaFollow + nFollow);
  return { self, follow, u: follow - self };
}

/** What follows from a difference: worth saying, quiet, or not enough own situations yet.
 * @param {number} u @param {number} situations of this repository's own, untold */
export function verdict(u, situations) {
  if (atLeast(u, DEFAULTS["uplift.min"])) return "worth saying";
  return situations >= DEFAULTS["uplift.situations"] ? "quiet" : "not enough yet";
}

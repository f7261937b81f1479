// A Beta density as a curve to be drawn: rates and heights, the highest scaled to 1. Pure.

const POINTS = 72;

/** @param {number} alpha @param {number} beta @returns {[number, number][]} */
export function density(alpha, beta) {
  const log = (/** @type {number} */ rate) => (alpha - 1) * Math.log(rate) + (beta - 1) * Math.log(1 - rate);
  const rates = Array.from({ length: POINTS + 1 }, (_, place) => 0.004 + (0.992 * place) / POINTS);
  const most = Math.max(...rates.map(log));
  return rates.map((rate) => [rate, Math.exp(log(rate) - most)]);
}

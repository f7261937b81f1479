// @ts-check
// A rate from few sessions leans toward its parent's: mean and low end of a Beta distribution.
import { DEFAULTS } from "./defaults.js";
import { clamp } from "./numbers.js";

// Lanczos' approximation of the gamma function, g = 7 with nine terms: 15 digits.
const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313,
  -176.61502916214059, 12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6,
  1.5056327351493116e-7,
];

/** The logarithm of the gamma function, for x > 0. @param {number} x @returns {number} */
export function logGamma(x) {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x);
  const shifted = x - 1;
  let sum = 0;
  LANCZOS.forEach((term, index) => { sum += index === 0 ? term : term / (shifted + index); });
  const t = shifted + 7.5;
  return 0.5 * Math.log(2 * Math.PI) + (shifted + 0.5) * Math.log(t) - t + Math.log(sum);
}

/** The share of Beta(alpha, beta) below x. @param {number} alpha @param {number} beta @param {number} x
 * @returns {number} */
export function betaShare(alpha, beta, x) {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  // The continued fraction converges fast only on this side of the mean.
  if (x > (alpha + 1) / (alpha + beta + 2)) return 1 - betaShare(beta, alpha, 1 - x);
  const front = Math.exp(
    logGamma(alpha + beta) - logGamma(alpha) - logGamma(beta)
    + alpha * Math.log(x) + beta * Math.log1p(-x));
  return (front * fraction(alpha, beta, x)) / alpha;
}

/** Lentz's method for the continued fraction of the incomplete beta function.
 * @param {number} alpha @param {number} beta @param {number} x */
function fraction(alpha, beta, x) {
  const tiny = 1e-300;
  const away = (/** @type {number} */ value) => (Math.abs(value) < tiny ? tiny : value);
  let c = 1;
  let d = 1 / away(1 - ((alpha + beta) * x) / (alpha + 1));
  let result = d;
  for (let m = 1; m < 1000; m += 1) {
    const even = (m * (beta - m) * x) / ((alpha + 2 * m - 1) * (alpha + 2 * m));
    const odd = (-(alpha + m) * (alpha + beta + m) * x) / ((alpha + 2 * m) * (alpha + 2 * m + 1));
    let change = 1;
    for (const term of [even, odd]) {
      d = 1 / away(1 + term * d);
      c = away(1 + term / c);
      change = c * d;
      result *= change;
    }
    if (Math.abs(change - 1) < 1e-16) break;
  }
  return result;
}

/** The x below which this share of Beta(alpha, beta) lies.
 * @param {number} alpha @param {number} beta @param {number} share */
export function betaQuantile(alpha, beta, share) {
  let low = 0;
  let high = 1;
  for (let step = 0; step < 100; step += 1) {
    const middle = (low + high) / 2;
    if (betaShare(alpha, beta, middle) < share) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Mean and low end of Beta(s + kappa m, n - s + kappa (1 - m)).
 * @param {number} s @param {number} n @param {number} m @param {number} kappa @param {number} quantile */
export function posterior(
  s, n, m, kappa = DEFAULTS["count.kappa"], quantile = DEFAULTS["count.quantile"]) {
  const parent = clamp(m, 1e-6, 1 - 1e-6);
  const alpha = s + kappa * parent;
  const beta = n - s + kappa * (1 - parent);
  return { mean: alpha / (alpha + beta), q05: betaQuantile(alpha, beta, quantile) };
}

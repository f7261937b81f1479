// @ts-check
// Numbers: comparing doubles as the core does, and writing them for people.

// The same slack as adage/formulas: without it 0.85 - 0.55 >= 0.30 is false in doubles.
const SLACK = 1e-9;

/** Whether a >= b, forgiving the last bits of a double.
 * @param {number} a @param {number} b */
export function atLeast(a, b) {
  return a >= b - SLACK;
}

/** A number between two ends. @param {number} value @param {number} low @param {number} high */
export function clamp(value, low, high) {
  return Math.min(Math.max(value, low), high);
}

/** "0.4093": always this many digits, so that figures do not jump while a slider moves.
 * @param {number} value */
export function fixed(value, digits = 2) {
  return value.toFixed(digits);
}

/** "41 %" @param {number} value */
export function percent(value) {
  return `${Math.round(value * 100)} %`;
}

/** "1 session", "2 sessions" @param {number} count @param {string} noun */
export function counted(count, noun) {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

// @ts-check
// Chance that comes out the same every time: a small seeded generator (mulberry32).

/** A function that gives the next number in [0, 1). @param {number} seed */
export function seeded(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** How many of n trials succeed at this rate.
 * @param {number} n @param {number} rate @param {() => number} next */
export function successes(n, rate, next) {
  let count = 0;
  for (let trial = 0; trial < n; trial += 1) count += next() < rate ? 1 : 0;
  return count;
}

// @ts-check
// SHA-256, without waiting: the browser's own is asynchronous and absent outside secure pages.

/** The first bits of the fractional parts of the roots of the first primes (FIPS 180-4).
 * @param {number} count @param {number} power */
function rootBits(count, power) {
  const found = [];
  for (let number = 2; found.length < count; number += 1) {
    let prime = true;
    for (let divisor = 2; divisor * divisor <= number; divisor += 1) {
      if (number % divisor === 0) prime = false;
    }
    if (prime) found.push((number ** power % 1) * 4294967296 >>> 0);
  }
  return found;
}

const START = rootBits(8, 1 / 2);
const ROUND = Uint32Array.from(rootBits(64, 1 / 3));

/** @param {number} word @param {number} by */
const turn = (word, by) => (word >>> by) | (word << (32 - by));

/** The 32 bytes of a text's fingerprint. @param {string} text */
export function sha256(text) {
  const state = Uint32Array.from(START);
  const view = padded(new TextEncoder().encode(text));
  for (let start = 0; start < view.byteLength; start += 64) mix(state, view, start);
  const digest = new Uint8Array(32);
  const out = new DataView(digest.buffer);
  state.forEach((word, index) => out.setUint32(index * 4, word));
  return digest;
}

/** The message, a one bit, zeros, and the length in bits. @param {Uint8Array} bytes */
function padded(bytes) {
  const whole = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  whole.set(bytes);
  whole[bytes.length] = 0x80;
  const view = new DataView(whole.buffer);
  view.setUint32(whole.length - 8, Math.floor(bytes.length / 0x20000000));
  view.setUint32(whole.length - 4, (bytes.length << 3) >>> 0);
  return view;
}

/** @param {Uint32Array} words @param {number} index */
const at = (words, index) => /** @type {number} */ (words[index]);

/** Mix one block of 64 bytes into the state.
 * @param {Uint32Array} state @param {DataView} view @param {number} start */
function mix(state, view, start) {
  const words = schedule(view, start);
  const s = Uint32Array.from(state);
  for (let round = 0; round < 64; round += 1) {
    const [a, b, c, e, f, g] = [at(s, 0), at(s, 1), at(s, 2), at(s, 4), at(s, 5), at(s, 6)];
    const choose = (e & f) ^ (~e & g);
    const one = at(s, 7) + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choose
      + at(ROUND, round) + at(words, round);
    const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    s.copyWithin(1, 0, 7);
    s[4] = at(s, 4) + one;
    s[0] = one + two;
  }
  s.forEach((word, index) => { state[index] = at(state, index) + word; });
}

/** A block's 16 words, stretched to 64. @param {DataView} view @param {number} start */
function schedule(view, start) {
  const words = new Uint32Array(64);
  for (let i = 0; i < 16; i += 1) words[i] = view.getUint32(start + i * 4);
  for (let i = 16; i < 64; i += 1) {
    const [early, late] = [at(words, i - 15), at(words, i - 2)];
    words[i] = at(words, i - 16) + at(words, i - 7)
      + (turn(early, 7) ^ turn(early, 18) ^ (early >>> 3))
      + (turn(late, 17) ^ turn(late, 19) ^ (late >>> 10));
  }
  return words;
}

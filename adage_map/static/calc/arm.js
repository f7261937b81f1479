// @ts-check
// Which arm a session falls into, and the fingerprint that names an index.
import { DEFAULTS } from "./defaults.js";
import { sha256 } from "./sha256.js";

/** The session's number in [0, 1], from the first four bytes of a fingerprint of its id.
 * @param {string} session @param {number} share of sessions kept silent */
export function arm(session, share = DEFAULTS["hook.control_share"]) {
  const bytes = sha256(`adage-arm:${session}`);
  const x = new DataView(bytes.buffer).getUint32(0, true) / (2 ** 32 - 1);
  return { x, bytes: bytes.slice(0, 4), arm: x < share ? "control" : "treated" };
}

/** The first hex digits of a text's fingerprint.
 * @param {string} text @param {number} length */
export function generation(text, length = DEFAULTS["index.generation_hex"]) {
  const hex = Array.from(sha256(text), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.slice(0, length);
}

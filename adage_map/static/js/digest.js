// A short fingerprint of everything drawn, so that two states can be compared as text. Pure.

/** FNV-1a over the bytes of all arrays of a frame. @param {import('./world.js').Frame} frame */
export function digestOf(frame) {
  let hash = 0x811c9dc5;
  for (const part of [frame.at, frame.scale, frame.tone, frame.style]) {
    for (const byte of new Uint8Array(part.buffer, part.byteOffset, part.byteLength)) {
      hash = Math.imul(hash ^ byte, 0x01000193);
    }
  }
  return (hash >>> 0).toString(16).padStart(8, '0');
}

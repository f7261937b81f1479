// The effects' glyphs as small pictures: shapes no font can lack. And keys as people read them.

const SHAPES = [
  '<circle cx="6" cy="6" r="4.6"/>', '<path d="M6 .8 11.2 6 6 11.2.8 6z"/>',
  '<rect x=".8" y="3" width="10.4" height="6" rx="3"/>', '<path d="M3.2 1.4h5.6L11.6 6 8.8 10.6H3.2L.4 6z"/>',
  '<path d="M1.4 1.4h9.2v9.2H1.4z"/>', '<path d="M6 1 11.4 10.8H.6z"/>',
];

/** The glyph of an effect by its rank; empty for none. @param {number} effect */
export function glyphOf(effect) {
  const holder = document.createElement('span');
  holder.className = `glyph effect-${effect}`;
  holder.setAttribute('aria-hidden', 'true');
  const shape = SHAPES[effect];
  if (shape) holder.innerHTML = `<svg viewBox="0 0 12 12" width="11" height="11" fill="currentColor">${shape}</svg>`;
  return holder;
}

/** A step key without its marks: `sh:make gen` is `make gen`. Pure. @param {string} key */
export function words(key) {
  return key.replace(/^sh:/, '').replace(/^(edit|read|mcp):/, '$1 ');
}

// Colours of the page's style sheet as numbers, so that canvas and HTML never disagree.

/** @typedef {[number, number, number]} Rgb */

const NAMES = ['ground', 'ink', 'muted', 'rule', 'line', 'faint', 'floor', 'sheet', 'slab', 'result', 'accent', 'fire',
  'prime', 'nascent', 'danger', 'bead', 'book', 'effect-0', 'effect-1', 'effect-2', 'effect-3', 'effect-4', 'effect-5'];

/** The present theme: every colour by name. @returns {Record<string, Rgb>} */
export function readTheme() {
  const style = getComputedStyle(document.documentElement);
  const probe = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  /** @type {Record<string, Rgb>} */
  const theme = {};
  for (const name of NAMES) theme[name] = parse(style.getPropertyValue(`--${name}`).trim(), probe);
  return theme;
}

/** @param {string} text @param {CanvasRenderingContext2D | null} probe @returns {Rgb} */
function parse(text, probe) {
  if (!probe) return [0.5, 0.5, 0.5];
  probe.fillStyle = '#808080';
  probe.fillStyle = text;
  probe.fillRect(0, 0, 1, 1);
  const [r, g, b] = probe.getImageData(0, 0, 1, 1).data;
  return [(r ?? 0) / 255, (g ?? 0) / 255, (b ?? 0) / 255];
}

/** A colour part of the way to another. @param {Rgb} a @param {Rgb} b @param {number} t @returns {Rgb} */
export function mixed(a, b, t) {
  return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t];
}

/** As CSS. @param {Rgb} colour @param {number} [alpha] */
export function css(colour, alpha = 1) {
  const [r, g, b] = colour.map((part) => Math.round(part * 255));
  return alpha >= 1 ? `rgb(${r} ${g} ${b})` : `rgb(${r} ${g} ${b} / ${alpha})`;
}

/** A thing's body colour. @param {import('./world.js').World} world @param {number} row @param {Record<string, Rgb>} theme @returns {Rgb} */
export function bodyColour(world, row, theme) {
  const pick = (/** @type {string} */ name) => theme[name] ?? [0.5, 0.5, 0.5];
  const kind = world.kind[row];
  if (kind === 'line') return pick('slab');
  if (kind === 'result') return pick('result');
  if (kind === 'sheet') return pick('sheet');
  if (kind === 'book') return pick('book');
  if (kind === 'bead' || kind === 'moment' || kind === 'request') return pick('bead');
  if (kind === 'coin') return pick(world.ok[row] ? 'fire' : 'nascent');
  if (kind === 'hook') return pick('line');
  if (kind === 'task') return pick('fire');
  if (kind === 'card') return pick('book');
  const effect = world.effect[row] ?? -1;
  if (kind === 'prototype') return mixed(pick(`effect-${effect}`), pick('ground'), 0.72);
  return effect >= 0 ? pick(`effect-${effect}`) : pick('muted');
}

/** The colour of a capsule's rim: how hard it may be pushed. @param {import('./world.js').World} world @param {number} row @param {Record<string, Rgb>} theme @returns {Rgb} */
export function rimColour(world, row, theme) {
  const detail = world.kind[row] === 'reflex' ? world.document.reflexes[world.ref[row] ?? 0] : null;
  const names = /** @type {Record<string, string>} */ ({ fire: 'fire', prime: 'prime', inhibit: 'danger' });
  const name = detail ? names[detail.strength] ?? 'nascent' : 'accent';
  return theme[name] ?? [0.5, 0.5, 0.5];
}

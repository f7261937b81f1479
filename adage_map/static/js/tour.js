// The order of the tour: which steps there are, what comes next, what a link means. Pure.

/** @typedef {import('./world.js').World} World */

/** The places of the steps that a quick or a full tour stops at. @param {World} world @param {boolean} full @returns {number[]} */
export function stopsOf(world, full) {
  return world.steps.map((_, place) => place).filter((place) => full || world.steps[place]?.quick);
}

/** The stop after (by 1) or before (by -1) a place; the same place at the ends. @param {number[]} stops @param {number} place @param {number} by */
export function stopFrom(stops, place, by) {
  if (by > 0) return stops.find((stop) => stop > place) ?? place;
  return stops.findLast((stop) => stop < place) ?? place;
}

/** The first step of the chapter that is `by` chapters away. @param {World} world @param {number} place @param {number} by */
export function chapterFrom(world, place, by) {
  const chapter = (world.steps[place]?.chapter ?? 0) + by;
  const found = world.steps.findIndex((step) => step.chapter === chapter);
  return found < 0 ? place : found;
}

/** The first step of a chapter by its number (0 to 8), or -1 when the tour has none. @param {World} world @param {number} number */
export function chapterStep(world, number) {
  const chapter = world.document.chapters.findIndex((/** @type {any} */ item) => item.number === number);
  return chapter < 0 ? -1 : world.steps.findIndex((step) => step.chapter === chapter);
}

/** The place of a step by its id, or -1. @param {World} world @param {string} id */
export function placeOf(world, id) {
  return world.steps.findIndex((step) => step.id === id);
}

/**
 * A deep link's parts: `#/evidence/2?d=1&f=r:abc&g=0123`. Unknown parts are left out.
 * @param {string} hash @returns {{step: string, detail: boolean, follow: string, generation: string}}
 */
export function readLink(hash) {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  const values = new URLSearchParams(query);
  return {
    step: path, detail: values.get('d') === '1', follow: values.get('f') ?? '', generation: values.get('g') ?? '',
  };
}

/** The link of a state: ids and numbers only. @param {{step: string, detail: boolean, follow: string}} state */
export function writeLink(state) {
  const values = [state.detail ? 'd=1' : '', state.follow ? `f=${encodeURIComponent(state.follow).replace('%3A', ':')}` : '']
    .filter(Boolean).join('&');
  return `#/${state.step}${values ? `?${values}` : ''}`;
}

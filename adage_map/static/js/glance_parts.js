// What the glance reckons by itself: cells of a strip, a figure by its path, a day. Pure, no page.

/** Most cells of a strip: more would be thinner than a pixel on a phone. */
const CELLS = 160;

/** Sessions in their order as at most so many cells: the first and the last place of each. Pure. @param {number} total @returns {[number, number][]} */
export function cellsOf(total) {
  const count = Math.min(total, CELLS);
  return Array.from({ length: count }, (_, cell) => [Math.floor(total * cell / count), Math.floor(total * (cell + 1) / count)]);
}

/** The figure at a place of the report's document, such as `budget/3/found`. Pure. @param {any} report @param {string} path */
export function figureAt(report, path) {
  return path.split('/').reduce((found, part) => found[part], report);
}

/** A moment as its day. Pure. @param {number} seconds */
export function dayOf(seconds) {
  if (!seconds) return 'an unknown day';
  return new Date(seconds * 1000).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
}

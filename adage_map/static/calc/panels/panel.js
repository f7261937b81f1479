// @ts-check
// What a calculator is: its inputs, and what it shows for their values.

/** @typedef {import("../field.js").FieldSpec} FieldSpec */
/** @typedef {import("../field.js").Values} Values */
/**
 * @typedef {object} Shown
 * @property {string} result the number, in words
 * @property {string} verdict what follows from it, one sentence
 * @property {string} mark a short name of the verdict, for its colour
 * @property {import("../dom.js").Formula} formula with the numbers in it
 * @property {Node[]} [more] what else there is to see
 */
/**
 * @typedef {object} Panel
 * @property {string} title
 * @property {string} lead one sentence
 * @property {Values} values to start from
 * @property {FieldSpec[]} fields
 * @property {(values: Values, changed: string) => Values} settle keeps values possible together
 * @property {(values: Values) => Record<string, number>} [highs] limits that depend on values
 * @property {(values: Values) => Shown} show
 */

/** @param {Values} values @param {string} key */
export function numberOf(values, key) {
  return Number(values[key]);
}

/** A count of `part` cannot exceed its `whole`. @param {string} part @param {string} whole */
export function within(part, whole) {
  return (/** @type {Values} */ values) => ({
    ...values, [part]: Math.min(numberOf(values, part), numberOf(values, whole)),
  });
}

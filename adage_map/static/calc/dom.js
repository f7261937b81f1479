// @ts-check
// Elements and formulas, built without HTML text, so that no value can become markup.

const MATH = "http://www.w3.org/1998/Math/MathML";

/** @typedef {Node | string | null | false} Child */

/** An HTML element with attributes and children; an attribute that is false is left out.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag @param {Record<string, string | number | boolean>} attributes
 * @param {...Child} children @returns {HTMLElementTagNameMap[Tag]} */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false) element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) if (child) element.append(child);
  return element;
}

/** @typedef {string | [string, ...any[]]} Formula */

/** MathML from nested lists: ["mfrac", "k", "n"]; a bare text is a number, a name or a sign.
 * @param {Formula} formula @returns {Element} */
export function math(formula) {
  const root = document.createElementNS(MATH, "math");
  root.setAttribute("display", "block");
  root.append(part(formula));
  return root;
}

/** @param {Formula} formula @returns {Element} */
function part(formula) {
  if (typeof formula === "string") return token(formula);
  const [tag, ...children] = formula;
  const element = document.createElementNS(MATH, tag);
  for (const child of children) element.append(part(child));
  return element;
}

/** @param {string} text */
function token(text) {
  const kind = /^[\d.,]+$/.test(text) ? "mn" : /^[\p{L}̂]+$/u.test(text) ? "mi" : "mo";
  const element = document.createElementNS(MATH, kind);
  element.textContent = text;
  return element;
}

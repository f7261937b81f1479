// @ts-check
// A calculator's numbers in the address: #calc-wilson:k=6,n=8. Nothing else of the page goes along.

/** @typedef {import("./field.js").Values} Values */

/** The address of this page with these values. @param {string} name @param {Values} values */
export function linkTo(name, values) {
  const pairs = Object.entries(values).map(([key, value]) => `${key}=${encodeURIComponent(value)}`);
  return `${location.origin}${location.pathname}#calc-${name}:${pairs.join(",")}`;
}

/** The values that an address carries for this calculator, as texts.
 * @param {string} name @param {string} hash @returns {Record<string, string>} */
export function valuesIn(name, hash) {
  const start = `#calc-${name}:`;
  if (!hash.startsWith(start)) return {};
  /** @type {Record<string, string>} */
  const found = {};
  for (const pair of hash.slice(start.length).split(",")) {
    const [key = "", value = ""] = pair.split("=");
    try {
      found[key] = decodeURIComponent(value);
    } catch {
      // A mistyped address loses this one value; the calculator keeps its own.
    }
  }
  return found;
}

/** Put a text on the clipboard; false when the browser does not allow it.
 * @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

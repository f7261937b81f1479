// @ts-check
// One input of a calculator: a slider, a number and two buttons that always agree, or a choice.
import { make } from "./dom.js";
import { clamp } from "./numbers.js";

/** @typedef {number | string} Value */
/** @typedef {Record<string, Value>} Values */
/**
 * @typedef {object} FieldSpec
 * @property {string} key
 * @property {string} label in words, with its unit
 * @property {"number" | "choice" | "text"} kind
 * @property {number} [low]
 * @property {number} [high]
 * @property {number} [step]
 * @property {[Value, string][]} [choices] value and words
 */
/**
 * @typedef {object} Field
 * @property {HTMLElement} element
 * @property {(value: Value, high?: number) => void} set
 */

/** The control for one input. `change` is called with each value a person chooses.
 * @param {FieldSpec} spec @param {string} id @param {(value: Value) => void} change
 * @returns {Field} */
export function makeField(spec, id, change) {
  if (spec.kind === "choice") return makeChoice(spec, id, change);
  if (spec.kind === "text") return makeText(spec, id, change);
  return makeNumber(spec, id, change);
}

/** @param {FieldSpec} spec @param {string} id @param {(value: Value) => void} change @returns {Field} */
function makeNumber(spec, id, change) {
  const { low = 0, step = 1 } = spec;
  let high = spec.high ?? 100;
  let current = low;
  const digits = step < 1 ? 2 : 0;
  const limits = { min: low, max: high, step };
  const slider = make("input", { type: "range", "aria-labelledby": `${id}-label`, ...limits });
  const number = make("input", { type: "number", id, inputmode: "decimal", ...limits });
  const offer = (/** @type {number} */ value) => {
    if (Number.isFinite(value)) change(Number(clamp(value, low, high).toFixed(digits)));
  };
  slider.addEventListener("input", () => offer(slider.valueAsNumber));
  number.addEventListener("input", () => offer(number.valueAsNumber));
  // An empty or too large number is put right when the person leaves it, not while they type.
  number.addEventListener("change", () => { number.value = current.toFixed(digits); });
  const less = stepper("−", `Less: ${spec.label}`, () => offer(current - step));
  const more = stepper("+", `More: ${spec.label}`, () => offer(current + step));
  const row = make("div", { class: "calc-row" }, less, slider, more, number);
  return {
    element: framed(spec, id, row),
    set(value, limit) {
      current = Number(value);
      high = limit ?? high;
      slider.max = number.max = String(high);
      slider.value = String(current);
      if (document.activeElement !== number || number.valueAsNumber !== current) {
        number.value = current.toFixed(digits);
      }
      less.disabled = current <= low;
      more.disabled = current >= high;
    },
  };
}

/** @param {string} sign @param {string} label @param {() => void} press */
function stepper(sign, label, press) {
  const button = make("button", { type: "button", class: "calc-step", "aria-label": label }, sign);
  button.addEventListener("click", press);
  return button;
}

/** @param {FieldSpec} spec @param {string} id @param {(value: Value) => void} change @returns {Field} */
function makeChoice(spec, id, change) {
  const choices = spec.choices ?? [];
  const select = make("select", { id });
  choices.forEach(([, words], at) => select.append(make("option", { value: at }, words)));
  select.addEventListener("change", () => {
    const chosen = choices[select.selectedIndex];
    if (chosen) change(chosen[0]);
  });
  return {
    element: framed(spec, id, select),
    set(value) {
      select.selectedIndex = choices.findIndex(([offered]) => offered === value);
    },
  };
}

/** @param {FieldSpec} spec @param {string} id @param {(value: Value) => void} change @returns {Field} */
function makeText(spec, id, change) {
  const input = make("input", {
    type: "text", id, autocomplete: "off", autocapitalize: "off", spellcheck: "false", maxlength: 200,
  });
  input.addEventListener("input", () => change(input.value));
  return {
    element: framed(spec, id, input),
    set(value) {
      if (input.value !== value) input.value = String(value);
    },
  };
}

/** @param {FieldSpec} spec @param {string} id @param {HTMLElement} control */
function framed(spec, id, control) {
  const label = make("label", { for: id, id: `${id}-label` }, spec.label);
  return make("div", { class: "calc-field" }, label, control);
}

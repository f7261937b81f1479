// @ts-check
// Calculators for the map and for the documentation: mount one into any element.
import { make, math } from "./dom.js";
import { makeField } from "./field.js";
import { copy, linkTo, valuesIn } from "./link.js";
import { armPanel } from "./panels/arm_panel.js";
import { posteriorPanel } from "./panels/posterior_panel.js";
import { upliftPanel } from "./panels/uplift_panel.js";
import { wilsonPanel } from "./panels/wilson_panel.js";

/** @typedef {import("./field.js").Value} Value */
/** @typedef {import("./field.js").Values} Values */
/** @typedef {import("./panels/panel.js").Panel} Panel */
/**
 * @typedef {object} Options
 * @property {string} name wilson, posterior, uplift or arm
 * @property {Record<string, unknown>} [values] to start from; what is not possible is left out
 * @property {(values: Values) => void} [onChange]
 * @property {(values: Values) => string} [link] the address that "Copy link" copies
 */

/** @type {Record<string, Panel>} */
const PANELS = {
  wilson: wilsonPanel, wilson_lower: wilsonPanel, posterior: posteriorPanel, uplift: upliftPanel,
  arm: armPanel,
};

/** The names that `mountCalculator` knows. */
export const CALCULATORS = Object.keys(PANELS);

let mounted = 0;

/** @param {string} name @returns {Panel} */
function panelOf(name) {
  const panel = PANELS[name];
  if (!panel) throw new Error(`there is no calculator ${name}; there are: ${CALCULATORS.join(", ")}`);
  return panel;
}

/** Put a calculator into `element`, in place of what is there, and return its controls.
 * Throws when there is no calculator of this name.
 * @param {HTMLElement} element @param {Options} options */
export function mountCalculator(element, { name, values = {}, onChange, link }) {
  const panel = panelOf(name);
  mounted += 1;
  const id = `calc-${mounted}`;
  let current = settled(panel, panel.values, values);
  current = settled(panel, current, valuesIn(name, location.hash));
  const first = current;

  const result = make("output", { class: "calc-result", for: panel.fields.map((f) => `${id}-${f.key}`).join(" ") });
  const verdict = make("p", { class: "calc-verdict" });
  const formula = make("div", { class: "calc-formula", tabindex: 0, role: "group", "aria-label": "The formula with these numbers" });
  const more = make("div", { class: "calc-more" });
  const fields = panel.fields.map((spec) => makeField(spec, `${id}-${spec.key}`, (value) => {
    set({ [spec.key]: value }, spec.key);
  }));

  /** @param {Record<string, unknown>} wanted @param {string} [changed] */
  function set(wanted, changed = "") {
    current = settled(panel, current, wanted, changed);
    draw();
    onChange?.({ ...current });
  }

  function draw() {
    const highs = panel.highs?.(current) ?? {};
    panel.fields.forEach((spec, at) => fields[at]?.set(current[spec.key] ?? "", highs[spec.key]));
    const shown = panel.show(current);
    result.textContent = shown.result;
    verdict.textContent = shown.verdict;
    verdict.dataset.mark = shown.mark;
    formula.replaceChildren(math(shown.formula));
    more.replaceChildren(...(shown.more ?? []));
  }

  element.classList.add("calc");
  element.setAttribute("role", "group");
  element.setAttribute("aria-labelledby", `${id}-title`);
  element.replaceChildren(
    make("p", { class: "calc-title", id: `${id}-title` }, panel.title),
    make("p", { class: "calc-lead" }, panel.lead),
    make("div", { class: "calc-fields" }, ...fields.map((field) => field.element)),
    result, verdict, formula, more,
    actions(() => set(first), () => (link ? link({ ...current }) : linkTo(name, current))));
  draw();
  return { set, values: () => ({ ...current }), element };
}

/** Values with what is wanted laid over them: only known inputs, of their kind, within their limits.
 * @param {Panel} panel @param {Values} from @param {Record<string, unknown>} wanted
 * @param {string} changed @returns {Values} */
function settled(panel, from, wanted, changed = "") {
  const values = { ...from };
  for (const spec of panel.fields) {
    const given = wanted[spec.key];
    if (given === undefined || given === null) continue;
    if (spec.kind === "text") values[spec.key] = String(given);
    else if (given === "") continue;
    else if (spec.kind === "choice") {
      const match = spec.choices?.find(([offered]) => String(offered) === String(given));
      if (match) values[spec.key] = match[0];
    } else if (Number.isFinite(Number(given))) {
      values[spec.key] = Math.min(Math.max(Number(given), spec.low ?? 0), spec.high ?? 100);
    }
  }
  return panel.settle(values, changed);
}

/** @param {() => void} reset @param {() => string} address */
function actions(reset, address) {
  const again = make("button", { type: "button" }, "Start again");
  again.addEventListener("click", reset);
  const link = make("button", { type: "button" }, "Copy link");
  const said = make("span", { class: "calc-said", role: "status" });
  const shown = make("input", { type: "text", readonly: true, hidden: true, "aria-label": "Link with these numbers" });
  link.addEventListener("click", async () => {
    const text = address();
    const done = await copy(text);
    said.textContent = done ? "Link copied." : "Copy it from here:";
    shown.hidden = done;
    shown.value = text;
    if (!done) shown.select();
  });
  return make("div", { class: "calc-actions" }, again, link, said, shown);
}

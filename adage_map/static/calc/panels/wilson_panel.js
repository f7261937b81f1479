// @ts-check
// How low may a rate of k of n truly be? With the ladder to the bar, and repositories by chance.
import { DEFAULTS } from "../defaults.js";
import { make } from "../dom.js";
import { fixed, percent } from "../numbers.js";
import { coverage, ladder, strength, wilsonLower } from "../wilson.js";
import { numberOf, within } from "./panel.js";

const FIRE = DEFAULTS["judge.fire_lb"];
const STANDARD = DEFAULTS["judge.z"];

const VERDICTS = {
  fire: `Fire: the bound reaches ${fixed(FIRE)}, so the step may be insisted on.`,
  prime: `Prime: it is offered, because the rate is at least ${fixed(DEFAULTS["judge.prime_new"])}; `
    + `the bound stays below ${fixed(FIRE)}, so it is not insisted on.`,
  nascent: "Nascent: it is remembered, but not said yet.",
  dropped: "Dropped: too rare to be a habit.",
};

/** @type {import("./panel.js").Panel} */
export const wilsonPanel = {
  title: "How low could the true rate be?",
  lead: "A rate from a few sessions is a guess. This is the lowest that it is likely to be.",
  values: { k: 6, n: 8, z: STANDARD, truth: 0.75 },
  fields: [
    { key: "k", label: "Sessions that took the step (k)", kind: "number", low: 0, high: 200 },
    { key: "n", label: "Sessions where it applied (n)", kind: "number", low: 1, high: 200 },
    {
      key: "z", label: "How cautious (z, standard deviations)", kind: "choice",
      choices: [
        [1.281552, "80 % sure (z = 1.28)"], [1.644854, "90 % sure (z = 1.64)"],
        [STANDARD, `95 % sure (z = ${fixed(STANDARD)})`], [2.575829, "99 % sure (z = 2.58)"],
      ],
    },
    {
      key: "truth", label: "True rate of the simulated repositories", kind: "number",
      low: 0.05, high: 0.99, step: 0.01,
    },
  ],
  highs: (values) => ({ k: numberOf(values, "n") }),
  settle: within("k", "n"),
  show(values) {
    const [k, n, z] = [numberOf(values, "k"), numberOf(values, "n"), numberOf(values, "z")];
    const lower = wilsonLower(k, n, z);
    const mark = strength(k, n, z);
    return {
      result: `${k} of ${n} is ${percent(k / n)}; the true rate could be as low as `
        + `${percent(lower)} (${fixed(lower, 4)}).`,
      verdict: VERDICTS[mark],
      mark,
      formula: formula(k, n, z, lower),
      more: [rungs(k, n, z), strip(numberOf(values, "truth"), n, z)],
    };
  },
};

/** @param {number} k @param {number} n @param {number} z @param {number} lower
 * @returns {import("../dom.js").Formula} */
function formula(k, n, z, lower) {
  const p = fixed(k / n, 3);
  const zz = ["msup", fixed(z), "2"];
  const spread = ["msqrt", ["mrow",
    ["mfrac", ["mrow", p, "·", "(", "1", "−", p, ")"], String(n)], "+",
    ["mfrac", zz, ["mrow", "4", "·", ["msup", String(n), "2"]]]]];
  return ["mrow", "LB", "=",
    ["mfrac",
      ["mrow", p, "+", ["mfrac", zz, ["mrow", "2", "·", String(n)]], "−", fixed(z), "·", spread],
      ["mrow", "1", "+", ["mfrac", zz, String(n)]]],
    "=", fixed(lower, 4)];
}

/** @param {number} k @param {number} n @param {number} z */
function rungs(k, n, z) {
  const misses = n - k;
  const items = ladder(z).map((needed, missed) => make(
    "li", { class: "calc-rung", "aria-current": missed === misses && "true" },
    make("b", {}, String(needed)), ` with ${missed} ${missed === 1 ? "miss" : "misses"}`));
  return make("div", { class: "calc-ladder" },
    make("p", {}, `Fewest sessions that reach ${fixed(FIRE)}:`), make("ol", {}, ...items));
}

/** @param {number} truth @param {number} n @param {number} z */
function strip(truth, n, z) {
  const simulated = coverage(truth, n, z);
  const held = simulated.filter((repository) => repository.held).length;
  const words = `${held} of ${simulated.length} simulated repositories, each with ${n} sessions and a `
    + `true rate of ${percent(truth)}, got a bound that is not above the truth.`;
  const cells = simulated.map(({ held: kept, lower }) => {
    const bar = make("i", { class: kept ? "calc-held" : "calc-missed" });
    bar.style.height = `${Math.max(4, lower * 100)}%`;
    return bar;
  });
  const line = make("span", { class: "calc-truth" });
  line.style.bottom = `${truth * 100}%`;
  return make("figure", { class: "calc-coverage" },
    make("div", { class: "calc-strip", role: "img", "aria-label": words }, line, ...cells),
    make("figcaption", {}, words));
}

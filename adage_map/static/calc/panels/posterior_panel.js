// @ts-check
// A rate from few sessions leans toward its parent's rate.
import { DEFAULTS } from "../defaults.js";
import { fixed, percent } from "../numbers.js";
import { posterior } from "../posterior.js";
import { numberOf, within } from "./panel.js";

const GATE = DEFAULTS["count.gate_q05"];

/** @type {import("./panel.js").Panel} */
export const posteriorPanel = {
  title: "Which rate do few sessions suggest?",
  lead: "The fewer the sessions, the more the rate leans toward its parent's.",
  values: { s: 7, n: 8, m: 0.57, kappa: DEFAULTS["count.kappa"] },
  fields: [
    { key: "s", label: "Sessions in which it held (s)", kind: "number", low: 0, high: 100 },
    { key: "n", label: "Sessions in which it could have held (n)", kind: "number", low: 1, high: 100 },
    { key: "m", label: "The parent's rate (m)", kind: "number", low: 0, high: 1, step: 0.01 },
    { key: "kappa", label: "Weight of the parent (κ, sessions)", kind: "number", low: 0.5, high: 20, step: 0.5 },
  ],
  highs: (values) => ({ s: numberOf(values, "n") }),
  settle: within("s", "n"),
  show(values) {
    const [s, n] = [numberOf(values, "s"), numberOf(values, "n")];
    const [m, kappa] = [numberOf(values, "m"), numberOf(values, "kappa")];
    const { mean, q05 } = posterior(s, n, m, kappa);
    const passes = q05 >= GATE;
    return {
      result: `${s} of ${n} suggests ${percent(mean)}; its low end is ${percent(q05)} (${fixed(q05, 4)}).`,
      verdict: passes
        ? `It goes on: the low end is at least ${fixed(GATE)}.`
        : `It stops here: the low end is below ${fixed(GATE)}.`,
      mark: passes ? "prime" : "dropped",
      formula: ["mrow", ["mover", "θ", "¯"], "=",
        ["mfrac", ["mrow", String(s), "+", String(kappa), "·", fixed(m)],
          ["mrow", String(n), "+", String(kappa)]], "=", fixed(mean, 4)],
    };
  },
};

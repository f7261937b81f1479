// @ts-check
// How much does telling change? Both rates lean toward what is typical of the kind of reflex.
import { DEFAULTS } from "../defaults.js";
import { fixed, percent } from "../numbers.js";
import { KINDS, typicalRates, uplift, verdict } from "../uplift.js";
import { numberOf } from "./panel.js";

/** @typedef {import("../uplift.js").Kind} Kind */

const LEAST = DEFAULTS["uplift.min"];
const MARKS = { "worth saying": "fire", quiet: "dropped", "not enough yet": "nascent" };
const WORDS = {
  "worth saying": `Worth saying: telling changes at least ${percent(LEAST)}.`,
  quiet: `Quiet: telling changes less than ${percent(LEAST)}, so it is not said.`,
  "not enough yet": `Not enough yet: it takes ${DEFAULTS["uplift.situations"]} situations of your own `
    + "before a reflex may be called quiet.",
};

/** @type {import("./panel.js").Panel} */
export const upliftPanel = {
  title: "Is it worth saying?",
  lead: "A step that agents take anyway need not be said.",
  values: { kind: "run", k_self: 6, n_self: 20, k_follow: 9, n_follow: 10 },
  fields: [
    {
      key: "kind", label: "Kind of reflex", kind: "choice",
      choices: KINDS.map((kind) => [kind, kind.replace("_", " ")]),
    },
    { key: "k_self", label: "Taken without being told", kind: "number", low: 0, high: 60 },
    { key: "n_self", label: "Situations without being told", kind: "number", low: 0, high: 60 },
    { key: "k_follow", label: "Taken when told", kind: "number", low: 0, high: 60 },
    { key: "n_follow", label: "Times told", kind: "number", low: 0, high: 60 },
  ],
  highs: (values) => ({ k_self: numberOf(values, "n_self"), k_follow: numberOf(values, "n_follow") }),
  settle: (values) => ({
    ...values,
    k_self: Math.min(numberOf(values, "k_self"), numberOf(values, "n_self")),
    k_follow: Math.min(numberOf(values, "k_follow"), numberOf(values, "n_follow")),
  }),
  show(values) {
    const typical = typicalRates(/** @type {Kind} */ (values.kind));
    const own = numberOf(values, "n_self");
    const { self, follow, u } = uplift(
      typical.self, numberOf(values, "k_self"), own,
      typical.follow, numberOf(values, "k_follow"), numberOf(values, "n_follow"));
    const found = verdict(u, own);
    return {
      result: `${percent(follow)} when told, ${percent(self)} untold: telling changes `
        + `${u < 0 ? "−" : "+"}${Math.abs(Math.round(u * 100))} points.`,
      verdict: WORDS[found],
      mark: MARKS[found],
      formula: ["mrow", "u", "=", fixed(follow, 3), "−", fixed(self, 3), "=", fixed(u, 3)],
    };
  },
};

// @ts-check
// Is a session told or kept silent? Its id alone decides.
import { arm } from "../arm.js";
import { DEFAULTS } from "../defaults.js";
import { fixed, percent } from "../numbers.js";

const SHARE = DEFAULTS["hook.control_share"];

/** @type {import("./panel.js").Panel} */
export const armPanel = {
  title: "Which arm is a session in?",
  lead: "In some sessions Adage stays silent, so that its effect can be measured.",
  values: { session: "T2" },
  fields: [{ key: "session", label: "Session id", kind: "text" }],
  settle: (values) => values,
  show({ session }) {
    const { x, bytes, arm: found } = arm(String(session));
    const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join(" ");
    return {
      result: `x = ${fixed(x, 3)}: ${found}.`,
      verdict: found === "control"
        ? `Control: x is below ${fixed(SHARE)}, so nothing is said in this session.`
        : `Treated: x is not below ${fixed(SHARE)} (the share kept silent is ${percent(SHARE)}).`,
      mark: found === "control" ? "nascent" : "fire",
      formula: ["mrow", "x", "=",
        ["mfrac", ["mtext", `bytes ${hex}, read from the last`], ["mrow", ["msup", "2", "32"], "−", "1"]],
        "=", fixed(x, 6)],
    };
  },
};

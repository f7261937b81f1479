"""Every formula of Adage, each written once: the registry that `adage calc`, map and docs read.

A formula is a plain function with the symbols of its math page. `FORMULAS` holds what people need
around it: a sentence, LaTeX, the unit of each input, the constants it starts from. Rules that live
in a stage's own module are entered by reference (`"adage.learn.select:code_length"`) and imported
only when they are evaluated.
"""

from __future__ import annotations

import hashlib
import importlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import log2, sqrt
from typing import Any

from adage.constants import (
    CONTROL_SHARE,
    GENERATION_HEX,
    HALF_LIFE_DAYS,
    ITEM_BITS,
    KAPPA,
    KAPPA_FOLLOW,
    KAPPA_SELF,
    MAX_ITEMS,
    QUANTILE,
    WILSON_Z,
)
from adage.settings import Constant

# Without this slack three documented rules go wrong in doubles (0.85 - 0.55 >= 0.30 is false).
SLACK = 1e-9


def at_least(a: float, b: float) -> bool:
    """Whether a >= b, forgiving the last bits of a double."""
    return a >= b - SLACK


def at_most(a: float, b: float) -> bool:
    """Whether a <= b, forgiving the last bits of a double."""
    return a <= b + SLACK


def wilson_limits(k: float, n: float, z: float = WILSON_Z.default) -> tuple[float, float]:
    """Both ends of Wilson's score interval for k of n (Wilson 1927); (0, 1) when n is 0."""
    if n <= 0:
        return 0.0, 1.0
    p = k / n
    centre = p + z * z / (2 * n)
    spread = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    scale = 1 + z * z / n
    return max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale)


def wilson_lower(k: float, n: float, z: float = WILSON_Z.default) -> float:
    """The lowest that the true rate of k of n is likely to be; 0 when n is 0."""
    return wilson_limits(k, n, z)[0] if n > 0 else 0.0


def posterior(
    s: float, n: float, m: float, kappa: float = KAPPA.default, quantile: float = QUANTILE.default
) -> dict[str, float]:
    """Mean and low end of Beta(s + kappa m, n - s + kappa (1 - m)).

    `m`, the parent's rate, is kept inside (0, 1) so that the Beta exists even at 0 or 1.
    """
    from scipy.special import betaincinv

    m = min(max(m, 1e-6), 1 - 1e-6)
    alpha, beta = s + kappa * m, (n - s) + kappa * (1 - m)
    return {"mean": alpha / (alpha + beta), "q05": float(betaincinv(alpha, beta, quantile))}


def half_life_weight(age_days: float, half_life: float = HALF_LIFE_DAYS.default) -> float:
    """What a session of this age counts: 1 today, one half after a half-life."""
    return float(0.5 ** (max(0.0, age_days) / half_life))


def contrast(c_and_e: int, e: int, c_and_not_e: int, not_e: int) -> float:
    """P(step | trigger) - P(step | no trigger), from whole counts of sessions."""
    if e <= 0 or not_e <= 0:
        return 0.0
    return (c_and_e * not_e - c_and_not_e * e) / (e * not_e)


def newcombe(
    x1: float, n1: float, x2: float, n2: float, z: float = WILSON_Z.default
) -> dict[str, float]:
    """Difference of two rates with Newcombe's hybrid score interval (1998, method 10)."""
    p1, p2 = (x1 / n1 if n1 else 0.0), (x2 / n2 if n2 else 0.0)
    (l1, u1), (l2, u2) = wilson_limits(x1, n1, z), wilson_limits(x2, n2, z)
    difference = p1 - p2
    return {
        "diff": difference,
        "lower": difference - sqrt((p1 - l1) ** 2 + (u2 - p2) ** 2),
        "upper": difference + sqrt((u1 - p1) ** 2 + (p2 - l2) ** 2),
    }


def uplift(
    m_s: float,
    k_self: float,
    n_self: float,
    m_f: float,
    k_follow: float,
    n_follow: float,
    kappa_s: float = KAPPA_SELF.default,
    kappa_f: float = KAPPA_FOLLOW.default,
) -> dict[str, float]:
    """How much telling changes: E[p_follow] - E[p_self], each a Beta posterior's mean."""
    p_self = (kappa_s * m_s + k_self) / (kappa_s + n_self)
    p_follow = (kappa_f * m_f + k_follow) / (kappa_f + n_follow)
    return {"p_self": p_self, "p_follow": p_follow, "u": p_follow - p_self}


def arm(session: str, share: float = CONTROL_SHARE.default) -> dict[str, Any]:
    """Which arm a session falls into: the first 4 bytes of a SHA-256 read as a number in [0, 1]."""
    digest = hashlib.sha256(b"adage-arm:" + session.encode("utf-8", "surrogatepass")).digest()
    x = int.from_bytes(digest[:4], "little") / (2**32 - 1)
    return {"x": x, "control": x < share, "arm": "control" if x < share else "treated"}


def generation(text: str | bytes, length: int = GENERATION_HEX.default) -> str:
    """The fingerprint that names an index: the first hex digits of its SHA-256."""
    content = text.encode("utf-8") if isinstance(text, str) else text
    return hashlib.sha256(content).hexdigest()[:length]


def code_length(usages: Sequence[float]) -> float:
    """Bits to write the data with a code table: -sum u log2(u / sum u) over usages above 0."""
    used = [u for u in usages if u > 0]
    total = sum(used)
    return total * log2(total) - sum(u * log2(u) for u in used) if used else 0.0


def pattern_overhead(
    length: int, item_bits: float = ITEM_BITS.default, lengths: int = MAX_ITEMS.default
) -> float:
    """Bits a pattern costs in the code table beside its items' own codes."""
    return item_bits * length + log2(lengths)


@dataclass(frozen=True, slots=True)
class Formula:
    """What people need around a formula: its sentence, LaTeX, inputs with units, page, function.

    `inputs` maps each input to its unit and meaning. `run` is the function, or a reference
    "module:function" to one that lives in a stage's own module.
    """

    name: str
    sentence: str
    latex: str
    inputs: Mapping[str, str]
    gives: str
    page: str
    run: Callable[..., Any] | str
    constants: tuple[Constant[Any], ...] = ()

    def function(self) -> Callable[..., Any]:
        """The Python function, imported now if it lives elsewhere."""
        if not isinstance(self.run, str):
            return self.run
        module, _, name = self.run.partition(":")
        found: Callable[..., Any] = getattr(importlib.import_module(module), name)
        return found


_ALL = (
    Formula(
        "wilson_lower",
        "The lowest that a rate of k of n is likely to be truly.",
        r"LB = \frac{\hat p + \frac{z^2}{2n} - z\sqrt{\frac{\hat p(1-\hat p)}{n} + \frac{z^2}{4n^2}}}"
        r"{1 + \frac{z^2}{n}},\quad \hat p = \frac{k}{n}",
        {
            "k": "sessions that took the step",
            "n": "sessions where it applied",
            "z": "confidence in standard deviations",
        },
        "probability",
        "03-evidence",
        wilson_lower,
        (WILSON_Z,),
    ),
    Formula(
        "posterior",
        "A rate from few sessions leans toward its parent's rate; q05 is the low end of what it may be.",
        r"\theta \sim \mathrm{Beta}(s + \kappa m,\ (n - s) + \kappa (1 - m)),\quad "
        r"\bar\theta = \frac{s + \kappa m}{n + \kappa}",
        {
            "s": "weighted sessions the pattern held in",
            "n": "weighted sessions it could have held in",
            "m": "the parent's rate",
            "kappa": "sessions' worth of weight of the parent",
            "quantile": "which low end",
        },
        "mean and low end, probabilities",
        "02-patterns",
        posterior,
        (KAPPA, QUANTILE),
    ),
    Formula(
        "half_life_weight",
        "A session counts less the older it is: half after one half-life.",
        r"w = 2^{-\mathrm{age}/h}",
        {"age_days": "age in days", "half_life": "days after which a session counts half"},
        "weight between 0 and 1",
        "02-patterns",
        half_life_weight,
        (HALF_LIFE_DAYS,),
    ),
    Formula(
        "contrast",
        "How much more often the step follows its trigger than it runs without it.",
        r"P(c \mid e) - P(c \mid \neg e)",
        {
            "c_and_e": "sessions with trigger and step",
            "e": "sessions with the trigger",
            "c_and_not_e": "sessions with the step but no trigger",
            "not_e": "sessions without the trigger",
        },
        "difference of rates",
        "03-evidence",
        contrast,
    ),
    Formula(
        "newcombe",
        "The difference of two rates, with the interval it is likely to lie in.",
        r"d - \sqrt{(p_1 - l_1)^2 + (u_2 - p_2)^2}",
        {
            "x1": "successes of the first group",
            "n1": "size of the first group",
            "x2": "successes of the second group",
            "n2": "size of the second group",
            "z": "confidence in standard deviations",
        },
        "difference of rates, lower and upper end",
        "03-evidence",
        newcombe,
        (WILSON_Z,),
    ),
    Formula(
        "uplift",
        "How much more often agents take a step when told than untold.",
        r"u = E[p_{follow}] - E[p_{self}],\quad p \sim \mathrm{Beta}(\kappa m + k,\ \kappa(1-m) + n - k)",
        {
            "m_s": "typical rate untold",
            "k_self": "own situations in which it was taken untold",
            "n_self": "own situations untold",
            "m_f": "typical rate told",
            "k_follow": "tellings that were followed",
            "n_follow": "tellings",
            "kappa_s": "weight of the typical rate untold",
            "kappa_f": "weight of the typical rate told",
        },
        "two rates and their difference",
        "04-uplift",
        uplift,
        (KAPPA_SELF, KAPPA_FOLLOW),
    ),
    Formula(
        "arm",
        "Whether a session is treated or control: a fingerprint of its id decides.",
        r"x = \frac{u32le(\mathrm{SHA256}(\text{adage-arm:} \Vert session)_{0..3})}{2^{32} - 1},"
        r"\quad control \Leftrightarrow x < share",
        {"session": "the session's id", "share": "share of sessions kept silent"},
        "x between 0 and 1, and the arm",
        "09-hook",
        arm,
        (CONTROL_SHARE,),
    ),
    Formula(
        "generation",
        "The fingerprint of an index: change one character and it changes completely.",
        r"\mathrm{hex}(\mathrm{SHA256}(index))_{0..15}",
        {"text": "the index's bytes as text", "length": "how many hex digits"},
        "hex digits",
        "08-index",
        generation,
        (GENERATION_HEX,),
    ),
    Formula(
        "code_length",
        "Bits needed to write the sessions with a code table that used its entries this often.",
        r"L(D \mid CT) = -\sum_X u(X) \log_2 \frac{u(X)}{\sum_Y u(Y)}",
        {"usages": "how often each entry was used"},
        "bits",
        "02-patterns",
        code_length,
    ),
    Formula(
        "pattern_overhead",
        "What a pattern costs in the code table beside its items' own codes.",
        r"4\,len + \log_2 6",
        {
            "length": "items of the pattern",
            "item_bits": "bits per item",
            "lengths": "how many lengths there are",
        },
        "bits",
        "02-patterns",
        pattern_overhead,
        (ITEM_BITS, MAX_ITEMS),
    ),
)

FORMULAS: dict[str, Formula] = {formula.name: formula for formula in _ALL}

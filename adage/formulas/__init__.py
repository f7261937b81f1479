"""Every formula of Adage, each written once: the registry that `adage calc`, map and docs read.

A formula is a plain function with the symbols of its math page, in the module of that page.
`FORMULAS` holds what people need around it: a sentence, LaTeX, the unit of each input, the
constants it starts from. Rules that live in a stage's own module are entered by reference
(`"adage.traces.keys:is_followed"`) and imported only when they are evaluated.
"""

from __future__ import annotations

from adage.formulas import calibration, evidence, families, hook, patterns, proof, rules, worth
from adage.formulas.calibration import bin_rates, calibrate, folds, interpolate, isotonic
from adage.formulas.evidence import (
    contrast,
    fire_ladder,
    lift_ladder,
    newcombe,
    predictive,
    predictive_window,
    wilson_limits,
    wilson_lower,
)
from adage.formulas.families import accept_skill, card_moment, is_family, jaccard, t_star
from adage.formulas.hook import arm, generation
from adage.formulas.patterns import (
    code_length,
    discounted_counts,
    half_life_weight,
    parent_chain,
    parent_rate,
    pattern_overhead,
    posterior,
    posterior_mean,
    standard_code,
)
from adage.formulas.proof import holm, sign_flip, task_differences, task_interval, task_permutation
from adage.formulas.record import SLACK, Formula, at_least, at_most
from adage.formulas.worth import is_quiet, points, quiet_ladder, telling_value, uplift, value_high

_ENTRIES = (
    *rules.ENTRIES,
    *patterns.ENTRIES,
    *calibration.ENTRIES,
    *evidence.ENTRIES,
    *worth.ENTRIES,
    *families.ENTRIES,
    *hook.ENTRIES,
    *proof.ENTRIES,
)
# In the order of the math pages; within a page as declared.
FORMULAS: dict[str, Formula] = {
    formula.name: formula for formula in sorted(_ENTRIES, key=lambda formula: formula.page)
}

__all__ = [
    "FORMULAS",
    "SLACK",
    "Formula",
    "accept_skill",
    "arm",
    "at_least",
    "at_most",
    "bin_rates",
    "calibrate",
    "card_moment",
    "code_length",
    "contrast",
    "discounted_counts",
    "fire_ladder",
    "folds",
    "generation",
    "half_life_weight",
    "holm",
    "interpolate",
    "is_family",
    "is_quiet",
    "isotonic",
    "jaccard",
    "lift_ladder",
    "newcombe",
    "parent_chain",
    "parent_rate",
    "pattern_overhead",
    "points",
    "posterior",
    "posterior_mean",
    "predictive",
    "predictive_window",
    "quiet_ladder",
    "sign_flip",
    "standard_code",
    "t_star",
    "task_differences",
    "task_interval",
    "task_permutation",
    "telling_value",
    "uplift",
    "value_high",
    "wilson_limits",
    "wilson_lower",
]

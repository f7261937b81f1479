"""Formulas of page 04: is a step worth saying, or would the agent take it anyway?"""

from __future__ import annotations

import math

from adage.constants import (
    FOLLOW_RUN,
    J_FALSE,
    KAPPA_FOLLOW,
    KAPPA_SELF,
    SELF_RUN,
    UPLIFT_MIN,
    UPLIFT_SITUATIONS,
    VALUE_Z,
)
from adage.formulas.record import Formula, at_least, check_count, check_rate, fewest

PAGE = "04-uplift"


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
    """How much telling changes: E[p_follow] - E[p_self], each a Beta posterior's mean.

    `quiet` is true when that is too little to be worth saying at the default thresholds.
    """
    check_rate(m_s, m_f)
    check_count(k_self, n_self)
    check_count(k_follow, n_follow)
    p_self = (kappa_s * m_s + k_self) / (kappa_s + n_self)
    p_follow = (kappa_f * m_f + k_follow) / (kappa_f + n_follow)
    u = p_follow - p_self
    return {"p_self": p_self, "p_follow": p_follow, "u": u, "quiet": is_quiet(u, n_self)}


def is_quiet(
    u: float,
    n_self: float,
    least: float = UPLIFT_MIN.default,
    situations: float = UPLIFT_SITUATIONS.default,
) -> bool:
    """Whether a reflex stays quiet: telling changes too little, by the repository's own count."""
    return n_self >= situations and not at_least(u, least)


def points(told: float, alone: float) -> float:
    """How many percentage points telling adds to a rate, as a share."""
    return told - alone


def quiet_ladder(m_s: float = SELF_RUN.default, m_f: float = FOLLOW_RUN.default) -> int:
    """From how many situations on a habit that never fails untold is no longer worth saying."""
    return fewest(lambda n: bool(uplift(m_s, n, n, m_f, 0, 0)["quiet"]), 1)


def telling_value(turns: float, useless: float, cost: float = J_FALSE.default) -> float:
    """What a telling is worth in turns: those it saves, less its cost when it was of no use."""
    return turns + cost * useless


def value_high(mean: float, deviation: float, said: int, z: float = VALUE_Z.default) -> float:
    """How much the mean value of `said` tellings may truly be: `z` standard errors above it."""
    if said < 1:
        raise ValueError("there must be a telling to be worth something")
    return mean + z * deviation / math.sqrt(said)


ENTRIES = (
    Formula(
        "telling_value",
        "What a telling would have been worth in a session, in turns.",
        r"v = turns - 2 \cdot useless",
        {
            "turns": "turns that telling would have saved",
            "useless": "1 when the step was neither taken nor needed, else 0",
            "cost": "what a useless telling adds",
        },
        "turns, below 0 when it did harm",
        PAGE,
        telling_value,
        (J_FALSE,),
        "{turns} + {cost}·{useless} = {value}",
        "The telling is worth {value:+g} turns.",
        "turns=1 useless=0",
    ),
    Formula(
        "value_high",
        "What the mean value of a telling may truly be at most.",
        r"high = \bar v + z \frac{s}{\sqrt{n}}",
        {
            "mean": "mean value of a telling in turns",
            "deviation": "standard deviation of the values",
            "said": "tellings",
            "z": "standard errors added",
        },
        "turns; below 0 the reflex stays quiet",
        PAGE,
        value_high,
        (VALUE_Z,),
        "{mean} + {z}·{deviation}/√{said} = {value:.4f}",
        "A telling may be worth {value:+.2f} turns.",
        "mean=-0.47 deviation=0.86 said=38",
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
        "two rates, their difference, and whether that is too little to say",
        PAGE,
        uplift,
        (KAPPA_SELF, KAPPA_FOLLOW, UPLIFT_MIN, UPLIFT_SITUATIONS),
        "({kappa_f}·{m_f} + {k_follow})/({kappa_f} + {n_follow}) − "
        "({kappa_s}·{m_s} + {k_self})/({kappa_s} + {n_self}) = {value[u]:.4f}",
        "Told, the step is taken in {value[p_follow]:.0%} of cases, untold in "
        "{value[p_self]:.0%}: telling adds {value[u]:+.0%}. Quiet: {value[quiet]}.",
        "m_s=0.88 k_self=6 n_self=8 m_f=0.97 k_follow=0 n_follow=0",
    ),
    Formula(
        "is_quiet",
        "Whether telling changes so little that a reflex stays quiet.",
        r"quiet \Leftrightarrow u < 0.10 \wedge n_{self} \ge 3",
        {
            "u": "what telling changes, a difference of rates",
            "n_self": "the repository's own situations untold",
            "least": "the least change worth saying",
            "situations": "own situations needed to fall silent",
        },
        "true or false",
        PAGE,
        is_quiet,
        (UPLIFT_MIN, UPLIFT_SITUATIONS),
        "{u} < {least} and {n_self} ≥ {situations}: {value}",
        "The reflex stays quiet: {value}.",
        "u=0.05 n_self=4",
    ),
    Formula(
        "points",
        "How much telling adds to the rate at which a step is taken.",
        r"told - alone",
        {"told": "rate when told", "alone": "rate untold"},
        "difference of rates",
        PAGE,
        points,
        (),
        "{told} − {alone} = {value:.4f}",
        "Telling adds {value:+.0%}.",
        "told=0.97 alone=0.79",
    ),
    Formula(
        "quiet_ladder",
        "From how many situations on a perfect habit is no longer worth saying.",
        r"\min \{ n : u(n, n) < 0.10 \}",
        {"m_s": "typical rate untold", "m_f": "typical rate told"},
        "situations, 0 when it never falls silent",
        PAGE,
        quiet_ladder,
        (SELF_RUN, FOLLOW_RUN, UPLIFT_MIN),
        "smallest n with u({value} of {value}) < 0.10, from {m_s} untold and {m_f} told",
        "A habit taken untold in {value} of {value} situations is no longer worth saying.",
        "m_s=0.32 m_f=0.97",
    ),
)

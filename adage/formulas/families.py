"""Formulas of pages 05 to 07: requests that mean the same, procedure cards, learned skills."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adage.constants import (
    CARD_BELOW,
    CARD_THRESHOLD,
    COMMON_ROUTE,
    FAMILY_SHARE,
    SKILL_COST,
    SKILL_FOLLOW,
    SKILL_GAP,
    WILSON_Z,
)
from adage.formulas.evidence import wilson_lower
from adage.formulas.record import Formula, at_least, at_most

INTENT, CARDS, SKILLS = "05-intent", "06-cards", "07-skills"


def t_star(
    cosines: Sequence[float], followed: Sequence[int], z: float = WILSON_Z.default
) -> dict[str, Any]:
    """How alike a prompt must be to its family's centre: where the route's lower bound is highest.

    `followed` is 1 for prompts after which the route ran. Ties go to the larger threshold. Gives
    `t`, `LB`, and `k` of `n` prompts at least that alike; all 0 for no prompt.
    """
    best = {"t": 0.0, "LB": 0.0, "k": 0, "n": 0}
    ranked = sorted(zip(cosines, followed, strict=True), key=lambda pair: -pair[0])
    k = 0
    for n, (cosine, took) in enumerate(ranked, 1):
        k += took
        if n < len(ranked) and ranked[n][0] == cosine:
            continue
        bound = wilson_lower(k, n, z)
        if not best["n"] or bound > best["LB"] + 1e-12:
            best = {"t": cosine, "LB": bound, "k": k, "n": n}
    return best


def is_family(
    same_first_route: int,
    traces: int,
    route_share_all: float,
    share: float = FAMILY_SHARE.default,
    common: float = COMMON_ROUTE.default,
) -> bool:
    """Whether sessions that asked alike also started alike, and not as nearly all sessions do."""
    return at_least(same_first_route, share * traces) and at_most(route_share_all, common)


def jaccard(a: Sequence[str], b: Sequence[str]) -> float:
    """What two sets have in common, as a share of all their members; 0 for two empty ones."""
    one, other = set(a), set(b)
    return len(one & other) / len(one | other) if one | other else 0.0


def card_moment(
    cosine: float, threshold: float = CARD_THRESHOLD.default, below: float = CARD_BELOW.default
) -> str:
    """When a card may come: at the "prompt", at the "first_edit" of one of its files, or "none"."""
    if at_least(cosine, threshold):
        return "prompt"
    return "first_edit" if at_least(cosine, threshold - below) else "none"


def accept_skill(
    f_reflex: float,
    f_skill: float,
    c_reflex: float,
    c_skill: float,
    least: float = SKILL_FOLLOW.default,
    gap: float = SKILL_GAP.default,
    cost: float = SKILL_COST.default,
) -> bool:
    """Whether a learned reflex may stand in for a written guide: followed as well, as cheap."""
    if c_skill <= 0:
        return False
    return (
        at_least(f_reflex, least)
        and at_most(f_skill - f_reflex, gap)
        and at_most(c_reflex, cost * c_skill)
    )


ENTRIES = (
    Formula(
        "t_star",
        "How like its family a request must be before the family's first step is said.",
        r"t^* = \arg\max_t LB(k_t, n_t)",
        {
            "cosines": "how like the family's centre each prompt is, a list",
            "followed": "1 where the family's first step ran after the prompt, else 0",
            "z": "confidence in standard deviations",
        },
        "a cosine, the lower bound there, and its counts",
        INTENT,
        t_star,
        (WILSON_Z,),
        "of all cosines, {value[t]} gives {value[k]} of {value[n]}, LB {value[LB]:.4f}",
        "A prompt at least {value[t]} like the centre is one of the family; there the step "
        "followed in {value[k]} of {value[n]}.",
        "cosines=[0.9,0.8,0.7] followed=[1,1,0]",
    ),
    Formula(
        "is_family",
        "Whether requests that read alike were also answered alike, by something telling.",
        r"\frac{same}{traces} \ge 0.60 \wedge share_{all} \le 0.80",
        {
            "same_first_route": "sessions that started with the commonest first step",
            "traces": "sessions of the group",
            "route_share_all": "share of all sessions with that step",
            "share": "share of the group asked for",
            "common": "share of all sessions from which on a step says nothing",
        },
        "true or false",
        INTENT,
        is_family,
        (FAMILY_SHARE, COMMON_ROUTE),
        "{same_first_route}/{traces} ≥ {share} and {route_share_all} ≤ {common}: {value}",
        "These sessions are a family: {value}.",
        "same_first_route=6 traces=10 route_share_all=0.5",
    ),
    Formula(
        "jaccard",
        "How much two sessions' edited kinds of files overlap.",
        r"J = \frac{|A \cap B|}{|A \cup B|}",
        {"a": "one set, a list", "b": "the other, a list"},
        "share",
        CARDS,
        jaccard,
        (),
        "common to {a} and {b} of all their members: {value:.4f}",
        "{value:.0%} of their kinds of files are in both.",
        'a=["cmd|flag_*|go","docs|flags|md"] b=["cmd|flag_*|go"]',
    ),
    Formula(
        "card_moment",
        "When a procedure card comes: at the request, at the first edit, or not at all.",
        r"\cos \ge 0.811 \to prompt;\quad \cos \ge 0.711 \to first\ edit",
        {
            "cosine": "how like the card's requests a prompt is",
            "threshold": "from which likeness on it comes at the prompt",
            "below": "how far below that it still comes at the first edit of one of its files",
        },
        "a word",
        CARDS,
        card_moment,
        (CARD_THRESHOLD, CARD_BELOW),
        "{cosine} against {threshold} and {threshold} − {below}: {value}",
        "A prompt this alike brings the card at: {value}.",
        "cosine=0.75",
    ),
    Formula(
        "accept_skill",
        "Whether what was learned from a guide may stand in for the guide.",
        r"f_r \ge 0.70 \wedge f_s - f_r \le 0.10 \wedge \frac{c_r}{c_s} \le 1.10",
        {
            "f_reflex": "share of sessions that follow the learned reflex",
            "f_skill": "share of sessions that follow the written guide",
            "c_reflex": "mean cost with the reflex",
            "c_skill": "mean cost with the guide, in the same unit",
            "least": "share of sessions asked for",
            "gap": "how much better the guide may be followed",
            "cost": "how much more the reflex may cost",
        },
        "true or false",
        SKILLS,
        accept_skill,
        (SKILL_FOLLOW, SKILL_GAP, SKILL_COST),
        "{f_reflex} ≥ {least}, {f_skill} − {f_reflex} ≤ {gap}, {c_reflex} ≤ {cost}·{c_skill}: "
        "{value}",
        "The learned reflex may stand in for the guide: {value}.",
        "f_reflex=0.8 f_skill=0.85 c_reflex=10 c_skill=10",
    ),
)

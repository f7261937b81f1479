"""Missing: what would change a verdict, by the same formulas that gave it.

In: a candidate or reflex with the gate that stopped it. Out: one sentence: how many more sessions
of which kind, or whose decision, it takes. Everything else is taken to stay as it is.
"""

from __future__ import annotations

from collections.abc import Callable
from math import ceil

from adage.constants import (
    CONTRAST_MIN,
    CONTRAST_MIN_WITHOUT,
    DEAD_END_PAIRS,
    DEAD_END_SHARE,
    FAMILY_SHARE,
    FIRE_LB,
    GATE_Q05,
    KAPPA,
    MIN_TASKS,
    PRIME_NEW,
    QUANTILE,
    UPLIFT_MIN,
    WILSON_Z,
)
from adage.formulas import (
    SLACK,
    at_least,
    pattern_overhead,
    posterior,
    standard_code,
    wilson_lower,
)
from adage.learn.calibrate import read_off
from adage.learn.judge import is_dead
from adage.learn.string import Strings, carrying, taking
from adage.learn.uplift import telling
from adage.records import Calibration, Candidate, Effect, Reflex
from adage.settings import Settings

MOST = 10_000  # more sessions than anybody waits for


def smallest(passes: Callable[[int], bool], most: int = MOST) -> int | None:
    """The smallest whole number from 1 on that passes, None when none up to `most` does.

    `passes` must stay true once it is.
    """
    if not passes(most):
        return None
    low, high = 0, most
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if passes(middle) else (middle, high)
    return high


def _counted(more: int | None, what: str, end: str) -> str:
    if more is None:
        return f"no number of {what} would {end}"
    return f"needs {more} more {what} to {end}"


def for_candidate(
    candidate: Candidate, strings: Strings, calibration: Calibration, settings: Settings
) -> str:
    """What a candidate lacks to pass the gate that stopped it."""
    if candidate.gate == "bits":
        return _for_bits(candidate, strings)
    if candidate.gate == "parent":
        bar = candidate.parent_q05
        more = smallest(lambda j: _posterior(candidate, j, settings)["q05"] > bar + SLACK)
        return _counted(more, "sessions in a row", f"rise above the {bar:.2f} of the broader habit")
    bar = settings[GATE_Q05]
    more = smallest(lambda j: at_least(_low(candidate, j, calibration, settings), bar))
    return _counted(more, "sessions in a row", f"reach {bar:.2f}")


def _posterior(candidate: Candidate, more: int, settings: Settings) -> dict[str, float]:
    s, n = candidate.s + more, candidate.n + more
    return posterior(s, n, candidate.m, settings[KAPPA], settings[QUANTILE])


def _low(candidate: Candidate, more: int, calibration: Calibration, settings: Settings) -> float:
    found = _posterior(candidate, more, settings)
    if not calibration.x:
        return found["q05"]
    mean, weight = read_off(calibration, found["mean"]), candidate.n + more + settings[KAPPA]
    return posterior(0.0, 0.0, mean, weight, settings[QUANTILE])["q05"]


def _for_bits(candidate: Candidate, strings: Strings) -> str:
    pattern, short = candidate.pattern, -candidate.bits
    if short <= SLACK or pattern.shape in ("avoid", "read-batch"):
        return "would need events that no accepted pattern explains"
    counts = [len(carrying(strings, strings.ids[text])) for text in pattern.context]
    counts += [len(taking(strings, strings.labels.of[text])) for text in pattern.steps]
    entry = sum(standard_code(n, len(strings)) for n in counts) + pattern_overhead(len(counts))
    saved = entry - short
    if saved <= SLACK:
        return f"is {short:.1f} bits short, and its matches save nothing to pay for it"
    more = ceil(short / (saved / pattern.support))
    return (
        f"is {short:.1f} bits short: its {pattern.support} sessions saved {saved:.1f} of the "
        f"{entry:.1f} bits it costs, so it needs about {more} more like them"
    )


def for_reflex(reflex: Reflex, settings: Settings) -> str:
    """What a reflex lacks to be said, or to insist; empty when it lacks nothing."""
    if reflex.gate == "review":
        return f"a person decided: adage review approve|dismiss {reflex.id}"
    by_gate: dict[str, Callable[[Reflex, Settings], str]] = {
        "tasks": _for_tasks,
        "contrast": _for_contrast,
        "uplift": _for_uplift,
        "value": _for_value,
        "share": _for_share,
        "pairs": _for_pairs,
        "ceiling": _for_ceiling,
        "rate": _for_rate,
    }
    if reflex.gate in by_gate:
        return by_gate[reflex.gate](reflex, settings)
    return _for_fire(reflex, settings) if reflex.strength == "prime" else ""


def _for_fire(reflex: Reflex, settings: Settings) -> str:
    bar, z, k, n = settings[FIRE_LB], settings[WILSON_Z], reflex.k, reflex.n
    more = smallest(lambda j: at_least(wilson_lower(k + j, n + j, z), bar))
    return f"{k} of {n}; " + _counted(more, "in a row", f"reach {bar:.2f}")


def _for_tasks(reflex: Reflex, settings: Settings) -> str:
    return _counted(settings[MIN_TASKS] - reflex.tasks, "tasks", "count as more than one case")


def _for_contrast(reflex: Reflex, settings: Settings) -> str:
    k, n, anyway, without = reflex.contrast_counts
    if without < settings[CONTRAST_MIN_WITHOUT]:
        short = settings[CONTRAST_MIN_WITHOUT] - without
        return _counted(short, "sessions without the trigger", "tell the two apart")
    bar = settings[CONTRAST_MIN]
    more = smallest(lambda j: at_least(k / n - anyway / (without + j), bar)) if n else None
    what = "sessions with neither the trigger nor the step"
    return _counted(more, what, f"reach a difference of {bar:.2f}")


def _for_uplift(reflex: Reflex, settings: Settings) -> str:
    bar, told = settings[UPLIFT_MIN], (reflex.k_follow, reflex.n_follow)

    def is_worth_it(more: int) -> bool:
        own = (reflex.k_self, reflex.n_self + more)
        return at_least(telling(reflex.shape, own, told, settings)["u"], bar)

    what = "situations in which it is not done at once"
    return (
        f"{_counted(smallest(is_worth_it), what, f'be worth saying ({bar:.2f})')}, or a person: "
        f"adage review approve {reflex.id}"
    )


def _for_value(reflex: Reflex, _settings: Settings) -> str:
    return (
        "needs sessions in which telling would have saved turns, or a person: "
        f"adage review approve {reflex.id}"
    )


def _for_share(reflex: Reflex, settings: Settings) -> str:
    more = smallest(lambda j: is_dead(reflex.k + j, reflex.n + j, settings))
    return _counted(more, "failing sessions in a row", f"reach {settings[DEAD_END_SHARE]:.2f}")


def _for_pairs(reflex: Reflex, settings: Settings) -> str:
    short = settings[DEAD_END_PAIRS] - reflex.pairs
    return _counted(short, "sessions that go on to the check that works", "be told as a dead end")


def _for_ceiling(reflex: Reflex, _settings: Settings) -> str:
    if reflex.effect == Effect.ENVIRONMENT:
        return f"a person may let it be offered: adage review approve {reflex.id}"
    if reflex.effect == Effect.REGENERATE:
        return "insists only with the edit that it regenerates from in its trigger"
    return f"nothing: {reflex.effect.word} steps are never directed"


def _for_rate(reflex: Reflex, settings: Settings) -> str:
    bar, k, n = settings[PRIME_NEW], reflex.k, reflex.n
    more = smallest(lambda j: at_least((k + j) / (n + j), bar))
    return f"{k} of {n}; " + _counted(more, "in a row", f"reach a rate of {bar:.2f}")


def for_barred(dead: Reflex | None, settings: Settings) -> str:
    """What would lift the bar of a dead end."""
    if dead is None:
        return "the dead end that bars it would have to be gone"
    more = smallest(lambda j: not is_dead(dead.k, dead.n + j, settings))
    return f"the dead end {dead.id} " + _counted(more, "sessions in which it works", "be lifted")


def for_route(routed: int, roots: int, settings: Settings) -> str:
    """What a group of requests lacks that too few sessions answered with one first step."""
    share = settings[FAMILY_SHARE]
    more = smallest(lambda j: at_least(routed + j, share * (roots + j)))
    return _counted(more, "sessions that start with it", f"reach a share of {share:.2f}")

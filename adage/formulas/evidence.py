"""Formulas of page 03: how sure is a rate, and what may be said at that certainty."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from adage.constants import (
    CONTRAST_MIN,
    FIRE_LB,
    LIFT_MIN,
    PREDICT_SESSIONS,
    PREDICT_SHARE,
    PREDICT_TASKS,
    WILSON_Z,
    WINDOW,
)
from adage.formulas.record import Formula, at_least, check_count, fewest

PAGE = "03-evidence"


def wilson_limits(k: float, n: float, z: float = WILSON_Z.default) -> tuple[float, float]:
    """Both ends of Wilson's score interval for k of n (Wilson 1927); (0, 1) when n is 0."""
    check_count(k, n)
    if n <= 0:
        return 0.0, 1.0
    p = k / n
    centre = p + z * z / (2 * n)
    spread = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    scale = 1 + z * z / n
    return max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale)


def wilson_lower(k: float, n: float, z: float = WILSON_Z.default) -> float:
    """The lowest that the true rate of k of n is likely to be; 0 when n is 0."""
    check_count(k, n)
    return wilson_limits(k, n, z)[0] if n > 0 else 0.0


def fire_ladder(misses: int, bound: float = FIRE_LB.default, z: float = WILSON_Z.default) -> int:
    """Fewest sessions at which a step missed this often still has a lower bound of `bound`.

    0 when no number of sessions reaches it.
    """
    return fewest(lambda n: at_least(wilson_lower(n - misses, n, z), bound), misses + 1)


def contrast(c_and_e: int, e: int, c_and_not_e: int, not_e: int) -> float:
    """P(step | trigger) - P(step | no trigger), from whole counts of sessions."""
    check_count(c_and_e, e)
    check_count(c_and_not_e, not_e)
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


def lift_ladder(x2: float, n2: float, least: float = LIFT_MIN.default) -> int:
    """Fewest sessions, all successful, for a lift of `least` over x2 of n2; 0 when none can."""
    return fewest(lambda n: at_least(newcombe(n, n, x2, n2)["lower"], least), 1)


def predictive(
    sessions: int,
    tasks: int,
    opportunities: int,
    supported: int,
    least_sessions: int = PREDICT_SESSIONS.default,
    least_tasks: int = PREDICT_TASKS.default,
    share: float = PREDICT_SHARE.default,
) -> bool:
    """Whether a step follows its context so surely that a person may be asked to let it run."""
    return (
        sessions >= least_sessions
        and tasks >= least_tasks
        and at_least(supported, share * opportunities)
    )


def predictive_window(after: Sequence[str], window: int = WINDOW.default) -> bool:
    """Whether the step came in time, undisturbed, after its context was complete.

    `after` lists what followed, one entry a clock tick: "step" supports, "observe" and "verify"
    pass, and anything else (a change, a new prompt) or the window's end breaks it off.
    """
    for what in after[:window]:
        if what not in ("observe", "verify"):
            return what == "step"
    return False


ENTRIES = (
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
        PAGE,
        wilson_lower,
        (WILSON_Z,),
        "(p + z²/(2·{n}) − z·√(p·(1 − p)/{n} + z²/(4·{n}²))) / (1 + z²/{n}) "
        "with p = {k}/{n}, z = {z}: {value:.4f}",
        "{k} of {n} sessions took the step; the true rate may be as low as {value:.0%}.",
        "k=6 n=8",
    ),
    Formula(
        "wilson_limits",
        "The lowest and the highest that a rate of k of n is likely to be truly.",
        r"\frac{\hat p + \frac{z^2}{2n} \pm z\sqrt{\frac{\hat p(1-\hat p)}{n} + \frac{z^2}{4n^2}}}"
        r"{1 + \frac{z^2}{n}}",
        {
            "k": "sessions that took the step",
            "n": "sessions where it applied",
            "z": "confidence in standard deviations",
        },
        "two probabilities",
        PAGE,
        wilson_limits,
        (WILSON_Z,),
        "(p + z²/(2·{n}) ± z·√(p·(1 − p)/{n} + z²/(4·{n}²))) / (1 + z²/{n}) "
        "with p = {k}/{n}, z = {z}: {value[0]:.4f} and {value[1]:.4f}",
        "The true rate of {k} of {n} likely lies between {value[0]:.0%} and {value[1]:.0%}.",
        "k=6 n=8",
    ),
    Formula(
        "fire_ladder",
        "How many sessions a step needs before it may insist, for each time it was left out.",
        r"\min \{ n : LB(n - misses,\ n) \ge 0.80 \}",
        {
            "misses": "sessions in which the step was not taken",
            "bound": "the lower bound to reach",
            "z": "confidence in standard deviations",
        },
        "sessions",
        PAGE,
        fire_ladder,
        (FIRE_LB, WILSON_Z),
        "smallest n with LB(n − {misses}, n) ≥ {bound}: {value}",
        "With {misses} sessions that left it out, a step needs {value} in all to reach {bound}.",
        "misses=1",
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
        PAGE,
        contrast,
        (CONTRAST_MIN,),
        "{c_and_e}/{e} − {c_and_not_e}/{not_e} = {value:.4f}",
        "The step is taken {value:+.0%} more often after its trigger than without it.",
        "c_and_e=9 e=10 c_and_not_e=11 not_e=20",
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
        PAGE,
        newcombe,
        (WILSON_Z,),
        "{x1}/{n1} − {x2}/{n2} = {value[diff]:.4f}, from {value[lower]:.4f} to {value[upper]:.4f}",
        "The first group succeeds {value[diff]:+.0%} more often, likely between "
        "{value[lower]:+.0%} and {value[upper]:+.0%}.",
        "x1=9 n1=10 x2=3 n2=10",
    ),
    Formula(
        "lift_ladder",
        "How many sessions, all successful, prove that a step lifts success by enough.",
        r"\min \{ n : L(n/n - x_2/n_2) \ge 0.20 \}",
        {
            "x2": "successes without the step",
            "n2": "sessions without the step",
            "least": "the lift to prove",
        },
        "sessions, 0 when none suffice",
        PAGE,
        lift_ladder,
        (LIFT_MIN,),
        "smallest n whose Newcombe lower end for n/n − {x2}/{n2} is ≥ {least}: {value}",
        "{value} sessions that all succeeded prove a lift of {least} over {x2} of {n2}.",
        "x2=16 n2=40",
    ),
    Formula(
        "predictive",
        "Whether a step is so sure to follow that a person may be asked to let it run.",
        r"sessions \ge 5 \wedge tasks \ge 2 \wedge \frac{supported}{opportunities} \ge 0.90",
        {
            "sessions": "unsteered sessions",
            "tasks": "distinct tasks among them",
            "opportunities": "times the context was complete",
            "supported": "times the step followed and worked",
            "least_sessions": "fewest sessions asked for",
            "least_tasks": "fewest tasks asked for",
            "share": "share of the opportunities asked for",
        },
        "true or false",
        PAGE,
        predictive,
        (PREDICT_SESSIONS, PREDICT_TASKS, PREDICT_SHARE),
        "{sessions} sessions, {tasks} tasks, {supported}/{opportunities} supported: {value}",
        "{supported} of {opportunities} is enough to ask a person: {value}.",
        "sessions=5 tasks=2 opportunities=10 supported=9",
    ),
    Formula(
        "predictive_window",
        "Whether the step came in time after its context, with only looking in between.",
        r"step \in after_{1..W},\ \text{only observe and verify before it}",
        {
            "after": 'what followed, a list of "step", "observe", "verify", "change", "prompt"',
            "window": "clock ticks",
        },
        "true or false",
        PAGE,
        predictive_window,
        (WINDOW,),
        "{after} within {window} ticks: {value}",
        "This stretch supports the step: {value}.",
        'after=["observe","observe","step"]',
    ),
)

"""Formulas of page 10: did it help? Tasks are the unit, and chance is tried out, not assumed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from adage.constants import BOOTSTRAP, EXACT_FLIPS, MEASURE_SEED, PERMUTATIONS
from adage.formulas.record import SLACK, Formula

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

PAGE = "10-proof"
ADAGE, CONTROL = "adage", "control"
# The ends of a 95 % percentile interval.
ENDS = (0.025, 0.975)
Task = Mapping[str, Sequence[float]]


def task_differences(tasks: Sequence[Task]) -> dict[str, Any]:
    """Each task's mean with Adage minus its mean without, and the mean of these differences.

    A task of which one arm is empty is left out and counted. Raises `ValueError` when none is left.
    """
    kept = whole_tasks(tasks)
    d = [_mean(task[ADAGE]) - _mean(task[CONTROL]) for task in kept]
    return {"T": sum(d) / len(d), "d": d, "left_out": len(tasks) - len(kept)}


def whole_tasks(tasks: Sequence[Task]) -> list[Task]:
    """The tasks that have both arms. Raises `ValueError` when there is none."""
    kept = [task for task in tasks if task.get(ADAGE) and task.get(CONTROL)]
    if not kept:
        raise ValueError("no task has sessions both with Adage and without")
    return kept


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def shuffled(
    tasks: Sequence[Task],
    shuffles: int = PERMUTATIONS.default,
    seed: int = MEASURE_SEED.default,
) -> Numbers:
    """The mean difference after each of `shuffles` shufflings of the labels within every task."""
    import numpy as np

    if shuffles < 1:
        raise ValueError(f"{shuffles} shuffles show nothing")
    random = np.random.Generator(np.random.PCG64(seed))
    kept = whole_tasks(tasks)
    total = np.zeros(shuffles)
    for task in kept:
        values = np.array([*task[ADAGE], *task[CONTROL]], dtype=np.float64)
        order = random.random((shuffles, len(values))).argsort(axis=1)
        mixed = values[order]
        told = len(task[ADAGE])
        total += mixed[:, :told].mean(axis=1) - mixed[:, told:].mean(axis=1)
    found: Numbers = total / len(kept)
    return found


def task_permutation(
    tasks: Sequence[Task],
    shuffles: int = PERMUTATIONS.default,
    seed: int = MEASURE_SEED.default,
) -> dict[str, float]:
    """How often chance alone does at least as well: labels are shuffled within each task only."""
    import numpy as np

    observed: float = task_differences(tasks)["T"]
    reached = np.abs(shuffled(tasks, shuffles, seed)) >= abs(observed) - SLACK
    hits = int(reached.sum())
    return {"T": observed, "hits": hits, "p": (1 + hits) / (1 + shuffles)}


def flipped(d: Sequence[float], seed: int = MEASURE_SEED.default) -> Numbers:
    """The sum of the differences under every pattern of signs, or under random ones for many."""
    import numpy as np

    if not d:
        raise ValueError("there is no difference to flip")
    values = np.array(d, dtype=np.float64)
    if len(d) > EXACT_FLIPS.default:
        random = np.random.Generator(np.random.PCG64(seed))
        return (1.0 - 2.0 * random.integers(0, 2, (PERMUTATIONS.default, len(d)))) @ values
    patterns = np.arange(2 ** len(d))[:, None] >> np.arange(len(d))[None, :] & 1
    sums: Numbers = (1.0 - 2.0 * patterns) @ values
    return sums


def sign_flip(d: Sequence[float], seed: int = MEASURE_SEED.default) -> dict[str, float]:
    """Would it hold for other tasks? The share of all sign patterns that reach the sum seen."""
    import numpy as np

    sums = flipped(d, seed)
    hits = int((np.abs(sums) >= abs(sum(d)) - SLACK).sum())
    if len(d) > EXACT_FLIPS.default:
        return {"p": (1 + hits) / (1 + len(sums)), "smallest": 1 / (1 + len(sums))}
    return {"p": hits / len(sums), "smallest": 2 / len(sums)}


def task_interval(
    d: Sequence[float], resamples: int = BOOTSTRAP.default, seed: int = MEASURE_SEED.default
) -> dict[str, float]:
    """Where the mean difference likely lies: 95 % of means over tasks drawn anew."""
    import numpy as np

    if not d:
        raise ValueError("there is no difference to draw from")
    random = np.random.Generator(np.random.PCG64(seed))
    drawn = np.array(d)[random.integers(0, len(d), size=(resamples, len(d)))].mean(axis=1)
    lower, upper = (float(end) for end in np.quantile(drawn, ENDS))
    return {"lower": lower, "upper": upper}


def holm(p: Sequence[float]) -> list[float]:
    """Adjusted for being several, in the order given (Holm 1979)."""
    order = sorted(range(len(p)), key=lambda i: p[i])
    adjusted = [0.0] * len(p)
    highest = 0.0
    for rank, place in enumerate(order):
        highest = max(highest, min(1.0, (len(p) - rank) * p[place]))
        adjusted[place] = highest
    return adjusted


_TASKS = (
    'tasks=[{"adage":[17,13,17],"control":[27,21,22]},{"adage":[21,19,20],"control":[28,32,32]}]'
)
_SEED_WORDS = "where the random numbers start, so that anyone gets the same"

ENTRIES = (
    Formula(
        "task_differences",
        "What Adage changed in each task, and on average over the tasks.",
        r"d_j = \bar x_j^{adage} - \bar x_j^{control},\quad T = \frac{1}{J} \sum_j d_j",
        {"tasks": 'objects {"adage": [...], "control": [...]} with one number per session'},
        "the mean difference, each task's, and how many tasks were left out",
        PAGE,
        task_differences,
        (),
        "mean of {value[d]}: {value[T]:.4f}",
        "With Adage the number is {value[T]:+.2f} on average over the tasks.",
        _TASKS,
    ),
    Formula(
        "task_permutation",
        "How often chance alone does at least as well as Adage did.",
        r"p = \frac{1 + \#\{b : |T^*_b| \ge |T|\}}{1 + N}",
        {
            "tasks": 'objects {"adage": [...], "control": [...]} with one number per session',
            "shuffles": "how often the labels are shuffled within each task",
            "seed": _SEED_WORDS,
        },
        "the mean difference, how many shuffles reached it, p",
        PAGE,
        task_permutation,
        (PERMUTATIONS, MEASURE_SEED),
        "(1 + {value[hits]}) / (1 + {shuffles}) = {value[p]:.5f}, for T = {value[T]:.4f}",
        "Of {shuffles} shuffles {value[hits]} did at least as well.",
        _TASKS,
    ),
    Formula(
        "sign_flip",
        "Would the effect hold for other tasks? Every pattern of signs is tried.",
        r"p = \frac{\#\{s \in \{\pm 1\}^J : |\sum_j s_j d_j| \ge |\sum_j d_j|\}}{2^J}",
        {"d": "the difference of each task, a list", "seed": _SEED_WORDS},
        "p, and the smallest p that so many tasks can give",
        PAGE,
        sign_flip,
        (EXACT_FLIPS, MEASURE_SEED),
        "over the signs of {d}: {value[p]:.5f}, at best {value[smallest]:.5f}",
        "If signs were thrown by a coin, {value[p]:.1%} of all patterns would do as well.",
        "d=[-3,-5,-1,-4,2,-6]",
    ),
    Formula(
        "task_interval",
        "Where the mean difference over tasks likely lies.",
        r"[q_{0.025}, q_{0.975}]\ \text{of}\ T^*,\ \text{tasks drawn anew}",
        {
            "d": "the difference of each task, a list",
            "resamples": "how often whole tasks are drawn anew",
            "seed": _SEED_WORDS,
        },
        "lower and upper end",
        PAGE,
        task_interval,
        (BOOTSTRAP, MEASURE_SEED),
        "{resamples} means of tasks drawn from {d}: {value[lower]:.4f} to {value[upper]:.4f}",
        "The mean difference likely lies between {value[lower]:.2f} and {value[upper]:.2f}.",
        "d=[-7.7,-10.7,-7.7,-9.3,-11.3,-9.7,-12.3,-10.7]",
    ),
    Formula(
        "holm",
        "p values as they count when several things were looked at.",
        r"\tilde p_{(i)} = \max_{k \le i} \min(1,\ (m - k + 1)\, p_{(k)})",
        {"p": "the p values, a list"},
        "adjusted p values, in the same order",
        PAGE,
        holm,
        (),
        "each times how many are left, never falling: {value}",
        "Adjusted for being several: {value}.",
        "p=[0.0001,0.02,0.5]",
    ),
)

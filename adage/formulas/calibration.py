"""Formulas of page 02 that check rates against held-out tasks: folds and isotonic regression."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adage.constants import BINS, FOLDS
from adage.formulas.record import Formula

PAGE = "02-patterns"


def folds(task_sizes: Mapping[str, int], count: int = FOLDS.default) -> dict[str, int]:
    """Which fold each task falls into, so that a task is never split.

    The largest tasks first (ties by name), each into the emptiest fold (ties to the lowest).
    """
    if count < 1:
        raise ValueError(f"{count} folds hold no task")
    loads = [0] * count
    chosen: dict[str, int] = {}
    for task in sorted(task_sizes, key=lambda t: (-task_sizes[t], t)):
        chosen[task] = loads.index(min(loads))
        loads[chosen[task]] += task_sizes[task]
    return chosen


def bin_rates(
    p: Sequence[float], s: Sequence[float], n: Sequence[float], bins: int = BINS.default
) -> list[tuple[int, float, float, float]]:
    """Equal bins of predictions that have any weight: (bin, mean p, rate seen, weight)."""
    sums: dict[int, list[float]] = {}
    for predicted, held, weight in zip(p, s, n, strict=True):
        if weight > 0:
            total = sums.setdefault(min(bins - 1, int(bins * predicted)), [0.0, 0.0, 0.0])
            total[0] += predicted * weight
            total[1] += held
            total[2] += weight
    return [(b, x / w, y / w, w) for b, (x, y, w) in sorted(sums.items())]


def isotonic(y: Sequence[float], weights: Sequence[float]) -> list[float]:
    """The rising sequence closest to `y` by weighted squares (pool adjacent violators)."""
    blocks: list[tuple[float, float, int]] = []  # mean, weight, how many values
    for value, weight in zip(y, weights, strict=True):
        mean, total, size = value, weight, 1
        while blocks and blocks[-1][0] >= mean:
            before, its_weight, its_size = blocks.pop()
            mean = (mean * total + before * its_weight) / (total + its_weight)
            total, size = total + its_weight, size + its_size
        blocks.append((mean, total, size))
    return [mean for mean, _, size in blocks for _ in range(size)]


def interpolate(at: float, xs: Sequence[float], ys: Sequence[float]) -> float:
    """The value at `at` of the line through the points (xs ascending), flat outside them."""
    from bisect import bisect_left

    right = bisect_left(xs, at)
    if right == 0:
        return ys[0]
    if right == len(xs):
        return ys[-1]
    x0, x1, y0, y1 = xs[right - 1], xs[right], ys[right - 1], ys[right]
    return y0 + (y1 - y0) * (at - x0) / (x1 - x0)


def calibrate(
    p: Sequence[float],
    s: Sequence[float],
    n: Sequence[float],
    at: Sequence[float],
    bins: int = BINS.default,
) -> dict[str, Any]:
    """What predictions turned out to mean: the binned isotonic curve, read off at `at`.

    `p` were predicted where `s` of `n` held. `bins` of 0 takes every prediction as it is.
    """
    if bins:
        points = bin_rates(p, s, n, bins)
    else:
        triples = sorted(zip(p, s, n, strict=True))
        points = [(i, x, held / weight, weight) for i, (x, held, weight) in enumerate(triples)]
    xs = [x for _, x, _, _ in points]
    fitted = isotonic([y for _, _, y, _ in points], [w for _, _, _, w in points])
    return {
        "bins": [b for b, _, _, _ in points],
        "fitted": fitted,
        "value": [interpolate(a, xs, fitted) for a in at],
    }


ENTRIES = (
    Formula(
        "folds",
        "Tasks are dealt into folds whole, so that a rate is never checked on its own task.",
        r"fold(t) = \arg\min_f load(f),\ \text{largest task first}",
        {"task_sizes": "sessions of each task, an object", "count": "how many folds"},
        "the fold of each task",
        PAGE,
        folds,
        (FOLDS,),
        "largest first, each into the emptiest of {count} folds",
        "Each task stands in one fold; the folds are about equally full.",
        'task_sizes={"a":9,"b":7,"c":4}',
    ),
    Formula(
        "isotonic",
        "The rising curve closest to the rates that were seen.",
        r"\min_{f\ \text{rising}} \sum_i w_i (y_i - f_i)^2",
        {
            "y": "rates seen, in the order of what was predicted",
            "weights": "the weight of each",
        },
        "fitted rates",
        PAGE,
        isotonic,
        (),
        "neighbours that fall are pooled into their weighted mean: {value}",
        "A higher prediction never means a lower rate any more.",
        "y=[0.2,0.5,0.4] weights=[1,1,1]",
    ),
    Formula(
        "calibrate",
        "What predicted rates turned out to mean on tasks they had not seen.",
        r"\hat\theta = iso(\bar\theta),\quad iso = \arg\min_{f\ \text{rising}} \sum_b n_b (s_b/n_b - f_b)^2",
        {
            "p": "predicted rates, a list",
            "s": "how often each held on the held-out tasks",
            "n": "how often it could have held there",
            "at": "where to read the curve, a list of rates",
            "bins": "equal bins, or 0 for none",
        },
        "the curve and its values at `at`",
        PAGE,
        calibrate,
        (BINS,),
        "s/n in {bins} bins, made rising, read at {at}: {value[value]}",
        "Where a rate of {at} was predicted, {value[value]} was seen.",
        "p=[0.2,0.5,0.8] s=[1,2,9] n=[5,5,10] at=[0.6]",
    ),
)

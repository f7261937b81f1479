"""Calibrate: compare predicted rates with what happened on tasks they had not seen.

In: strings and counted candidates. Out: the same candidates with their calibrated mean and low end,
and the `Calibration` that gave them. Tasks are dealt into folds; each fold is predicted from the
others, and the rates seen there, in bins, are made rising. Math: site/math/02-patterns.md
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from adage.constants import BINS, FOLDS, GATE_Q05, KAPPA, MIN_PAIRS, QUANTILE
from adage.formulas import at_least, bin_rates, interpolate, isotonic, posterior
from adage.learn.count import gate
from adage.learn.counter import Counter, weigh
from adage.learn.string import Strings
from adage.records import Calibration, Candidate
from adage.settings import Settings


@dataclass(frozen=True, slots=True)
class Pair:
    """One candidate on one fold: `p` predicted by the other folds, `s` of `n` held on this one."""

    p: float
    s: float
    n: float


def calibrate(
    strings: Strings,
    candidates: Sequence[Candidate],
    now: float,
    settings: Settings,
    counter: Counter | None = None,
) -> tuple[tuple[Candidate, ...], Calibration]:
    """Give every candidate its calibrated mean and low end; the uncalibrated ones stay.

    `counter` is the one that counted them: it has already weighed their votes for every fold.
    """
    counter = counter or Counter(strings, settings, weigh(strings, now, settings))
    pairs = list(held_out_pairs(counter, candidates))
    calibration = fit(pairs, counter.assigned, settings)
    return tuple(_calibrated(c, calibration, settings) for c in candidates), calibration


@dataclass(frozen=True, slots=True)
class Calibrated:
    """What the stage gives: candidates gated by their calibrated rates, and the calibration."""

    candidates: tuple[Candidate, ...]
    calibration: Calibration


def calibrate_all(
    strings: Strings,
    candidates: Sequence[Candidate],
    now: float,
    settings: Settings,
    counter: Counter | None = None,
) -> Calibrated:
    """Calibrate every candidate and gate it again by what the calibration says of its rate."""
    found, calibration = calibrate(strings, candidates, now, settings, counter)
    return Calibrated(tuple(gate_calibrated(c, settings) for c in found), calibration)


def gate_calibrated(candidate: Candidate, settings: Settings) -> Candidate:
    """Gate a candidate by its calibrated low end; without one, as the stage count does.

    The parent is still compared by uncalibrated values: the curve rises in steps, and on one step a
    finer habit and the broader one it refines are made equal, which would stop every finer one.
    """
    plain = replace(candidate, gate="", why="")
    low, bar = candidate.q05_cal, settings[GATE_Q05]
    if low is None:
        return gate(plain, settings)
    if not at_least(low, bar):
        why = f"on tasks not seen such a rate may be as low as {low:.2f}; the gate is {bar:.2f}"
        return replace(plain, gate="rate", why=why)
    return gate(plain, Settings({**settings.overrides, GATE_Q05.key: GATE_Q05.low}))


def held_out_pairs(counter: Counter, candidates: Sequence[Candidate]) -> Iterator[Pair]:
    """Every candidate on every fold where it had a chance, predicted from the other folds."""
    for others in range(1, len(counter.views), 2):
        for candidate in candidates:
            s, n = counter.counts(candidate.pattern, others + 1)
            if n > 0:
                yield Pair(counter.mean(candidate.pattern, others), s, n)


def fit(pairs: Sequence[Pair], assigned: dict[str, int], settings: Settings) -> Calibration:
    """The rising curve through the binned pairs; with too little to go by, no curve at all."""
    if why := _too_little(len(pairs), assigned, settings):
        return Calibration((), (), (), (), len(pairs), assigned, why)
    rows = bin_rates(
        [pair.p for pair in pairs],
        [pair.s for pair in pairs],
        [pair.n for pair in pairs],
        settings[BINS],
    )
    _, x, y, weight = zip(*rows, strict=True)
    return Calibration(x, y, weight, tuple(isotonic(y, weight)), len(pairs), assigned)


def _too_little(pairs: int, assigned: dict[str, int], settings: Settings) -> str:
    if len(assigned) < settings[FOLDS]:
        return f"{len(assigned)} tasks cannot fill {settings[FOLDS]} folds"
    if pairs < settings[MIN_PAIRS]:
        return f"{pairs} held-out counts are too few; {settings[MIN_PAIRS]} are asked for"
    return ""


def read_off(calibration: Calibration, rate: float) -> float:
    """What a predicted `rate` turned out to mean; the rate itself when nothing was fitted."""
    if not calibration.x:
        return rate
    return min(1.0, max(0.0, interpolate(rate, calibration.x, calibration.fitted)))


def _calibrated(candidate: Candidate, calibration: Calibration, settings: Settings) -> Candidate:
    if not calibration.x:
        return replace(candidate, mean_cal=candidate.mean, q05_cal=candidate.q05)
    mean = read_off(calibration, candidate.mean)
    return replace(candidate, mean_cal=mean, q05_cal=_low_end(mean, candidate.n, settings))


def _low_end(mean: float, n: float, settings: Settings) -> float:
    """The low end of a Beta with this mean that weighs as much as n sessions and the parent."""
    weight = n + settings[KAPPA]
    return posterior(0.0, 0.0, mean, weight, settings[QUANTILE])["q05"]

"""Counter: every pattern is matched once, and its votes are weighed in several views.

In: strings, the roots' weights, patterns. Out: weighted counts and rates. View 0 sees all roots;
views 2 f + 1 and 2 f + 2 see those outside and inside fold f, for the stage calibrate. A pattern's
parent is the nearest broader one with other counts. Math: site/math/02-patterns.md
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from adage.constants import FOLDS, HALF_LIFE_DAYS, KAPPA, QUANTILE, ROOT_PRIOR, WINDOW
from adage.formulas import SLACK, folds, half_life_weight, posterior, posterior_mean
from adage.learn.match import ballot
from adage.learn.root_shares import segment_shares, window_shares
from adage.learn.string import Strings
from adage.records import DAY_S, Pattern
from adage.settings import Settings

ROOT = "anywhere"
NO_PARENT = ("avoid", "sequence", "read-batch")

Key = tuple[str, tuple[str, ...], tuple[str, ...]]
Counts = tuple[float, float]  # weighted roots that took the step, of those that had the chance
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Rate:
    """A weighted rate: s of n, and its posterior's mean and low end."""

    s: float
    n: float
    mean: float
    q05: float


@dataclass(slots=True)
class Counter:
    """Counts patterns against one set of strings and remembers what it has counted."""

    strings: Strings
    settings: Settings
    weights: Sequence[float]
    assigned: dict[str, int] = field(init=False)
    views: Floats = field(init=False)
    known: dict[Key, tuple[Counts, ...]] = field(default_factory=dict)
    means: dict[tuple[int, Key], float] = field(default_factory=dict)
    wider: dict[tuple[str, ...], tuple[str, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.assigned = folds(Tally(self.strings.tasks), self.settings[FOLDS])
        fold = np.array([self.assigned[task] for task in self.strings.tasks], dtype=np.int64)
        weights = np.array(self.weights, dtype=np.float64)
        seen = [(fold != f, fold == f) for f in sorted(set(fold.tolist()))]
        sides = [side for pair in seen for side in pair]
        self.views = np.array([weights, *(np.where(side, weights, 0.0) for side in sides)])

    def counts(self, pattern: Pattern, view: int = 0) -> Counts:
        """Weighted roots that took the step, of those that had the chance."""
        key = key_of(pattern)
        if key not in self.known:
            roots, held = ballot(self.strings, pattern, self.settings)
            weights = self.views[:, roots]
            self.known[key] = tuple(zip(_sums(weights[:, held]), _sums(weights), strict=True))
        return self.known[key][view]

    def rate(self, s: float, n: float, m: float) -> Rate:
        """The posterior of s of n with a parent rate of m."""
        found = posterior(s, n, m, self.settings[KAPPA], self.settings[QUANTILE])
        return Rate(s, n, found["mean"], found["q05"])

    def parent(self, pattern: Pattern) -> tuple[str, Rate]:
        """The nearest broader pattern with other counts, and its rate; in the end the root."""
        found = self._above(pattern, 0)
        if found is None:
            return ROOT, root_rate(self, pattern)
        counts = self.counts(found)
        return " > ".join(found.context), self.rate(*counts, self._parent_mean(found, 0))

    def mean(self, pattern: Pattern, view: int) -> float:
        """The posterior's mean of a pattern in one view."""
        key = (view, key_of(pattern))
        if key not in self.means:
            above = self._parent_mean(pattern, view)
            counts = self.counts(pattern, view)
            self.means[key] = posterior_mean(*counts, above, self.settings[KAPPA])
        return self.means[key]

    def _parent_mean(self, pattern: Pattern, view: int) -> float:
        found = self._above(pattern, view)
        if found is not None:
            return self.mean(found, view)
        counts = _root_counts(self, pattern)[view]
        return posterior_mean(*counts, self.settings[ROOT_PRIOR], self.settings[KAPPA])

    def _above(self, pattern: Pattern, view: int) -> Pattern | None:
        """The nearest broader pattern that has other weighted counts: the same say nothing new."""
        if pattern.shape in NO_PARENT:
            return None
        s, n = self.counts(pattern, view)
        context = self._broader(pattern.context)
        while context:
            wider = replace(pattern, context=context)
            its_s, its_n = self.counts(wider, view)
            if abs(its_s - s) > SLACK or abs(its_n - n) > SLACK:
                return wider
            context = self._broader(context)
        return None

    def _broader(self, context: tuple[str, ...]) -> tuple[str, ...]:
        if context not in self.wider:
            self.wider[context] = broader(self.strings, context)
        return self.wider[context]


def weigh(strings: Strings, now: float, settings: Settings) -> tuple[float, ...]:
    """Each root's weight at `now`: one half for every half-life of age."""
    half_life = settings[HALF_LIFE_DAYS]
    return tuple(half_life_weight((now - end) / DAY_S, half_life) for end in strings.ends)


def key_of(pattern: Pattern) -> Key:
    """What decides a pattern's votes: a run and an advice are counted alike."""
    shape = "run" if pattern.shape == "advise" else pattern.shape
    return shape, pattern.context, pattern.steps


def _sums(weights: Floats) -> list[float]:
    """The sum of each row, term after term: any other order would change the last bits."""
    if not weights.shape[1]:
        return [0.0] * len(weights)
    found: list[float] = np.cumsum(weights, axis=1)[:, -1].tolist()
    return found


def broader(strings: Strings, context: tuple[str, ...]) -> tuple[str, ...]:
    """The context one step broader: its oldest item one level up, else without it.

    An edit item is not widened into another edit item of the context.
    """
    oldest, rest = strings.alphabet[strings.ids[context[0]]], context[1:]
    if not oldest.is_edit or oldest.wider < 0:
        return rest
    wider = strings.alphabet[oldest.wider].text
    for text in rest:
        item = strings.ids[text]
        while item >= 0:
            if strings.alphabet[item].text == wider:
                return rest
            item = strings.alphabet[item].wider
    return (wider, *rest)


def root_rate(counter: Counter, pattern: Pattern) -> Rate:
    """How often the step comes anyway, in the child's own unit, leaning toward the root prior.

    For a finish line: the share of a root's segments with the step. Else: the share of its other
    events after which the step comes within the window. A dead end or a set leans on the prior.
    """
    return counter.rate(*_root_counts(counter, pattern)[0], counter.settings[ROOT_PRIOR])


def _root_counts(counter: Counter, pattern: Pattern) -> tuple[Counts, ...]:
    if pattern.shape in NO_PARENT:
        return ((0.0, 0.0),) * len(counter.views)
    by_segment = pattern.shape == "obligation"
    key = (f"root of {by_segment}", (), pattern.steps)
    if key not in counter.known:
        step = counter.strings.labels.of[pattern.steps[0]]
        if by_segment:
            roots, shares = segment_shares(counter.strings, step)
        else:
            roots, shares = window_shares(counter.strings, step, counter.settings[WINDOW])
        weights = counter.views[:, roots]
        counter.known[key] = tuple(zip(_sums(weights * shares), _sums(weights), strict=True))
    return counter.known[key]

"""Count: how often each pattern held, leaning toward the rate of the broader pattern it refines.

In: patterns and strings. Out: candidates with weighted counts s of n, the parent's rate m, the
posterior's mean and low end, and the gate that stopped them, if any. Math: site/math/02-patterns.md
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from adage.constants import (
    GATE_Q05,
    HALF_LIFE_DAYS,
    KAPPA,
    QUANTILE,
    ROOT_PRIOR,
    WINDOW,
)
from adage.formulas import SLACK, at_least, half_life_weight, posterior
from adage.learn.match import votes
from adage.learn.string import Strings, taking
from adage.records import DAY_S, Candidate, Pattern
from adage.settings import Settings

ROOT = "anywhere"


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
    weights: tuple[float, ...]
    known: dict[tuple[str, tuple[str, ...], tuple[str, ...]], tuple[float, float]] = field(
        default_factory=dict
    )

    def counts(self, pattern: Pattern) -> tuple[float, float]:
        """Weighted roots that took the step, of those that had the chance."""
        key = (pattern.shape, pattern.context, pattern.steps)
        if key not in self.known:
            s = n = 0.0
            for vote in votes(self.strings, pattern, self.settings):
                n += self.weights[vote.root]
                s += self.weights[vote.root] if vote.held else 0.0
            self.known[key] = (s, n)
        return self.known[key]

    def rate(self, s: float, n: float, m: float) -> Rate:
        """The posterior of s of n with a parent rate of m."""
        found = posterior(s, n, m, self.settings[KAPPA], self.settings[QUANTILE])
        return Rate(s, n, found["mean"], found["q05"])


def weigh(strings: Strings, now: float, settings: Settings) -> tuple[float, ...]:
    """Each root's weight at `now`: one half for every half-life of age."""
    half_life = settings[HALF_LIFE_DAYS]
    return tuple(half_life_weight((now - end) / DAY_S, half_life) for end in strings.ends)


def count(
    strings: Strings, patterns: Sequence[Pattern], now: float, settings: Settings
) -> tuple[Candidate, ...]:
    """Count every pattern and gate it; the order of `patterns` is kept."""
    counter = Counter(strings, settings, weigh(strings, now, settings))
    return tuple(gate(_candidate(counter, p), settings) for p in _supported(counter, patterns))


def _supported(counter: Counter, patterns: Sequence[Pattern]) -> list[Pattern]:
    return [p for p in patterns if counter.counts(p)[1] > 0 or p.shape == "avoid"]


def _candidate(counter: Counter, pattern: Pattern) -> Candidate:
    s, n = counter.counts(pattern)
    parent, above = parent_of(counter, pattern, s, n)
    own = counter.rate(s, n, above.mean)
    return Candidate(
        pattern, s, n, above.mean, own.mean, own.q05, parent=parent, parent_q05=above.q05
    )


def parent_of(counter: Counter, pattern: Pattern, s: float, n: float) -> tuple[str, Rate]:
    """The nearest broader pattern with other counts, and its rate; in the end the root.

    A parent with the same weighted counts says nothing new and is skipped.
    """
    if pattern.shape in ("avoid", "sequence", "read-batch"):
        return ROOT, root_rate(counter, pattern)
    context = broader(counter.strings, pattern.context)
    while context:
        wider = replace(pattern, context=context)
        counts = counter.counts(wider)
        if abs(counts[0] - s) > SLACK or abs(counts[1] - n) > SLACK:
            _, above = parent_of(counter, wider, *counts)
            return " > ".join(context), counter.rate(*counts, above.mean)
        context = broader(counter.strings, context)
    return ROOT, root_rate(counter, pattern)


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
    prior = counter.settings[ROOT_PRIOR]
    if pattern.shape in ("avoid", "sequence", "read-batch"):
        return counter.rate(0.0, 0.0, prior)
    key = (f"root of {pattern.shape == 'obligation'}", (), pattern.steps)
    if key not in counter.known:
        counter.known[key] = _root_counts(counter, pattern)
    return counter.rate(*counter.known[key], prior)


def _root_counts(counter: Counter, pattern: Pattern) -> tuple[float, float]:
    step = counter.strings.labels.of[pattern.steps[0]]
    by_segment = pattern.shape == "obligation"
    shares = _segment_shares if by_segment else _window_shares
    s = n = 0.0
    for root, share in shares(counter.strings, step, counter.settings[WINDOW]).items():
        s += counter.weights[root] * share
        n += counter.weights[root]
    return s, n


def _segment_shares(strings: Strings, step: int, _window: int) -> dict[int, float]:
    with_step = {int(strings.segment[at]) for at in taking(strings, step)}
    seen: dict[int, list[int]] = {}
    last = -1
    for segment, root in zip(strings.segment.tolist(), strings.root.tolist(), strict=True):
        if segment != last:
            seen.setdefault(root, []).append(segment in with_step)
            last = segment
    return {root: sum(found) / len(found) for root, found in seen.items()}


def _window_shares(strings: Strings, step: int, window: int) -> dict[int, float]:
    events = np.arange(len(strings))
    runs = np.array([*taking(strings, step), len(strings)])
    # The next run after each event; the entry past the end stands for none.
    later = runs[np.searchsorted(runs[:-1], events, side="right")]
    there = later < len(strings)
    later = np.minimum(later, len(strings) - 1)
    follows = there & (strings.segment[later] == strings.segment)
    follows &= strings.clock[later] - strings.clock <= window
    others = strings.taken != step
    root = strings.root[others]
    followed = np.bincount(root, weights=follows[others])
    total = np.bincount(root)
    return {int(r): float(followed[r] / total[r]) for r in np.flatnonzero(total)}


def gate(candidate: Candidate, settings: Settings) -> Candidate:
    """Stop a candidate whose rate may be too low, or that adds nothing to its parent.

    A dead end is exempt from the comparison: the check that works runs in nearly every session.
    """
    bar = settings[GATE_Q05]
    if not at_least(candidate.q05, bar):
        why = f"its rate may be as low as {candidate.q05:.2f}; the gate is {bar:.2f}"
        return replace(candidate, gate="rate", why=why)
    if candidate.pattern.shape == "avoid" or candidate.q05 > candidate.parent_q05 + SLACK:
        return candidate
    why = (
        f"its low end {candidate.q05:.2f} is not above the {candidate.parent_q05:.2f} "
        f"of the broader habit ({candidate.parent})"
    )
    return replace(candidate, gate="parent", why=why)

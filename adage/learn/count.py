"""Count: how often each pattern held, leaning toward the rate of the broader pattern it refines.

In: patterns and strings. Out: candidates with weighted counts s of n, the parent's rate m, the
posterior's mean and low end, and the gate that stopped them, if any. Math: site/math/02-patterns.md
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from adage.constants import GATE_Q05
from adage.formulas import SLACK, at_least
from adage.learn.counter import ROOT as ROOT
from adage.learn.counter import Counter as Counter
from adage.learn.counter import Rate as Rate
from adage.learn.counter import weigh as weigh
from adage.learn.string import Strings
from adage.records import Candidate, Pattern
from adage.settings import Settings


def count(
    strings: Strings,
    patterns: Sequence[Pattern],
    now: float,
    settings: Settings,
    counter: Counter | None = None,
) -> tuple[Candidate, ...]:
    """Count every pattern and gate it; the order of `patterns` is kept.

    `counter` remembers what it has counted, for the stages after this one.
    """
    counter = counter or Counter(strings, settings, weigh(strings, now, settings))
    return tuple(gate(candidate, settings) for candidate in _candidates(counter, patterns))


def _candidates(counter: Counter, patterns: Sequence[Pattern]) -> Iterator[Candidate]:
    for pattern in patterns:
        s, n = counter.counts(pattern)
        if n > 0 or pattern.shape == "avoid":
            parent, above = counter.parent(pattern)
            own = counter.rate(s, n, above.mean)
            yield Candidate(
                pattern, s, n, above.mean, own.mean, own.q05, parent=parent, parent_q05=above.q05
            )


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

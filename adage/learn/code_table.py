"""A code table: what it costs, in bits, to write events with a set of patterns.

`usages` counts how often each single label and each pattern is used; `cost` follows from two sums
that change only where usages change, so trying a pattern touches only its own matches.
Math: site/math/02-patterns.md
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import log2

from adage.formulas import code_length, pattern_overhead, standard_code


@dataclass(frozen=True, slots=True)
class Match:
    """One place where a pattern covers events: which events, and the bits it pays on top.

    `extra` holds the gap charge and the residual bits of coarse items.
    """

    events: tuple[int, ...]
    extra: float


@dataclass(slots=True)
class CodeTable:
    """Usages over one string of labels, the events claimed so far, and the bits paid on top."""

    labels: Sequence[int]
    counts: Counter[int] = field(default_factory=Counter)
    usages: Counter[int] = field(default_factory=Counter)
    claimed: set[int] = field(default_factory=set)
    patterns: list[int] = field(default_factory=list)
    fixed: float = 0.0

    def __post_init__(self) -> None:
        self.counts = Counter(self.labels)
        self.usages = Counter(self.counts)

    def standard_code(self, count: int) -> float:
        """Bits of an item that `count` of all events carry: -log2 of its share."""
        return standard_code(count, len(self.labels))

    def data_bits(self) -> float:
        """L(D | CT) without gap and residual bits."""
        return code_length([*self.usages.values(), *self.patterns])

    def total_bits(self) -> float:
        """Everything: data, code table, gaps and residuals."""
        return self.data_bits() + self.fixed

    def gain(self, matches: Sequence[Match], item_counts: Sequence[int]) -> float:
        """Bits saved by adding a pattern with these matches, given its items' counts."""
        if not matches:
            return float("-inf")
        lost = Counter(self.labels[event] for match in matches for event in match.events)
        used = self.usages.total() + sum(self.patterns)
        after = used - lost.total() + len(matches)
        change = sum(
            _u_log_u(self.usages[label] - n) - _u_log_u(self.usages[label])
            for label, n in lost.items()
        )
        before_bits = _u_log_u(used)
        after_bits = _u_log_u(after) - change - _u_log_u(len(matches))
        return before_bits - after_bits - self.price(matches, item_counts)

    def price(self, matches: Sequence[Match], item_counts: Iterable[int]) -> float:
        """What the pattern itself costs: its entry in the table, gaps and residuals."""
        counts = list(item_counts)
        entry = sum(self.standard_code(n) for n in counts) + pattern_overhead(len(counts))
        return entry + sum(match.extra for match in matches)

    def accept(self, matches: Sequence[Match], item_counts: Sequence[int]) -> None:
        """Add the pattern: its events are claimed from now on."""
        self.fixed += self.price(matches, item_counts)
        self.patterns.append(len(matches))
        for match in matches:
            for event in match.events:
                self.usages[self.labels[event]] -= 1
                self.claimed.add(event)


def _u_log_u(u: int) -> float:
    return u * log2(u) if u > 0 else 0.0

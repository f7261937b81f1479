"""A code table: what it costs, in bits, to write events with a set of patterns.

`usages` counts how often each single label and each pattern is used; `cost` follows from two sums
that change only where usages change, so trying a pattern touches only its own matches.
Math: site/math/02-patterns.md
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import log2

import numpy as np
import numpy.typing as npt

from adage.formulas import code_length, pattern_overhead, standard_code

Counts = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Matches:
    """Where a pattern covers events: a row of `events` for each match, and the bits it pays on top.

    `extra` holds each match's gap charge and the residual bits of its coarse items.
    """

    events: npt.NDArray[np.int32]
    extra: Floats

    def __len__(self) -> int:
        return len(self.extra)


@dataclass(slots=True)
class CodeTable:
    """Usages over one string of labels, the events claimed so far, and the bits paid on top."""

    labels: npt.NDArray[np.int32]
    counts: Counts = field(init=False)
    usages: Counts = field(init=False)
    claimed: npt.NDArray[np.bool_] = field(init=False)
    patterns: list[int] = field(default_factory=list)
    fixed: float = 0.0

    def __post_init__(self) -> None:
        self.counts = np.bincount(self.labels)
        self.usages = self.counts.copy()
        self.claimed = np.zeros(len(self.labels), dtype=bool)

    def standard_code(self, count: int) -> float:
        """Bits of an item that `count` of all events carry: -log2 of its share."""
        return standard_code(count, len(self.labels))

    def data_bits(self) -> float:
        """L(D | CT) without gap and residual bits."""
        return code_length([*self.usages.tolist(), *self.patterns])

    def total_bits(self) -> float:
        """Everything: data, code table, gaps and residuals."""
        return self.data_bits() + self.fixed

    def gain(self, matches: Matches, item_counts: Sequence[int]) -> float:
        """Bits saved by adding a pattern with these matches, given its items' counts."""
        if not len(matches):
            return float("-inf")
        lost = self._lost(matches)
        used = int(self.usages.sum()) + sum(self.patterns)
        after = used - matches.events.size + len(matches)
        change = sum(_u_log_u(usage - n) - _u_log_u(usage) for usage, n in lost)
        before_bits = _u_log_u(used)
        after_bits = _u_log_u(after) - change - _u_log_u(len(matches))
        return before_bits - after_bits - self.price(matches, item_counts)

    def _lost(self, matches: Matches) -> Iterable[tuple[int, int]]:
        """(usage now, how often it would be lost) of each label in the matches, as first met."""
        met = self.labels[matches.events.ravel()]
        lost = np.bincount(met)
        labels = np.flatnonzero(lost)
        first = np.empty(len(lost), dtype=np.int64)
        first[met[::-1]] = np.arange(len(met))[::-1]
        labels = labels[np.argsort(first[labels])]
        return zip(self.usages[labels].tolist(), lost[labels].tolist(), strict=True)

    def price(self, matches: Matches, item_counts: Iterable[int]) -> float:
        """What the pattern itself costs: its entry in the table, gaps and residuals."""
        counts = list(item_counts)
        entry = sum(self.standard_code(n) for n in counts) + pattern_overhead(len(counts))
        return entry + _sum(matches.extra)

    def residuals(self, events: npt.NDArray[np.int32], item_counts: Sequence[int]) -> Floats:
        """Bits that tell, for each match, which finest labels its coarse items stand for."""
        bits = np.zeros(len(events))
        for column, count in zip(events.T, item_counts, strict=True):
            labels = self.labels[column]
            if (count > self.counts[labels]).any():
                bits += self._residual(labels, count)
        return bits

    def _residual(self, labels: npt.NDArray[np.int32], count: int) -> Floats:
        table = np.zeros(len(self.counts))
        for label in np.flatnonzero(np.bincount(labels)).tolist():
            if count > self.counts[label]:
                table[label] = log2(count / int(self.counts[label]))
        found: Floats = table[labels]
        return found

    def accept(self, matches: Matches, item_counts: Sequence[int]) -> None:
        """Add the pattern: its events are claimed from now on."""
        self.fixed += self.price(matches, item_counts)
        self.patterns.append(len(matches))
        events = matches.events.ravel()
        self.usages -= np.bincount(self.labels[events], minlength=len(self.usages))
        self.claimed[events] = True


def _u_log_u(u: int) -> float:
    return u * log2(u) if u > 0 else 0.0


def _sum(values: Floats) -> float:
    """Term after term: any other order would change the last bits."""
    return float(np.cumsum(values)[-1]) if len(values) else 0.0

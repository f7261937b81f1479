"""Select: a pattern earns its place by describing the sessions in fewer bits.

In: candidates and strings. Out: the same candidates with the bits they save, those that save none
stopped at the gate "bits". Each delivery shape has its own code table, dead ends one for each
failing runner. Best gain first; each gain is checked again before it is accepted.
Math: site/math/02-patterns.md
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import replace

from adage.formulas import SLACK
from adage.learn.cover import Cover, event_cover, find_matches, item_counts, reads_cover
from adage.learn.string import Strings
from adage.records import Candidate, Pattern
from adage.settings import Settings


def select(
    strings: Strings, candidates: Sequence[Candidate], settings: Settings
) -> tuple[Candidate, ...]:
    """Mark each candidate that passed the gates so far with its bits; keep the order."""
    chosen = list(candidates)
    tables: dict[tuple[str, tuple[str, ...]], list[int]] = {}
    for place, candidate in enumerate(candidates):
        if not candidate.gate:
            pattern = candidate.pattern
            runner = pattern.context if pattern.shape == "avoid" else ()
            tables.setdefault((pattern.shape, runner), []).append(place)
    for (shape, _), places in sorted(tables.items()):
        cover = reads_cover(strings) if shape == "read-batch" else event_cover(strings)
        bits = greedy(cover, [candidates[p].pattern for p in places], settings)
        for place, gained in zip(places, bits, strict=True):
            chosen[place] = _mark(candidates[place], gained)
    return tuple(chosen)


def _mark(candidate: Candidate, gained: float) -> Candidate:
    if gained > SLACK:
        return replace(candidate, bits=gained)
    lost = -gained if gained > float("-inf") else 0.0
    why = (
        f"it would cost {lost:.1f} bits more than it saves beside the patterns already accepted"
        if lost
        else "the patterns accepted before it already cover every event it would explain"
    )
    return replace(candidate, bits=-lost, gate="bits", why=why)


def greedy(cover: Cover, patterns: Sequence[Pattern], settings: Settings) -> list[float]:
    """Bits gained by each pattern when accepted, or what it lacked (at most 0) when not.

    Gains are kept in a heap and may be out of date: the best is recomputed on the present claims
    and put back when another one has overtaken it.
    """
    bits = [float("-inf")] * len(patterns)
    heap = [
        (*_rank(_gain(cover, pattern, settings), pattern), i) for i, pattern in enumerate(patterns)
    ]
    heapq.heapify(heap)
    while heap:
        i = heapq.heappop(heap)[-1]
        pattern = patterns[i]
        gained = bits[i] = _gain(cover, pattern, settings)
        if gained <= SLACK:
            continue
        entry = (*_rank(gained, pattern), i)
        if heap and entry > heap[0]:
            heapq.heappush(heap, entry)
            continue
        cover.table.accept(find_matches(cover, pattern, settings), item_counts(cover, pattern))
    return bits


Rank = tuple[float, int, int, str]


def _rank(gained: float, pattern: Pattern) -> Rank:
    """Smaller is better: most bits, most items, most support, then the text."""
    items = (*pattern.context, *pattern.steps)
    return (-round(gained, 9), -len(items), -pattern.support, " > ".join(items))


def _gain(cover: Cover, pattern: Pattern, settings: Settings) -> float:
    return cover.table.gain(find_matches(cover, pattern, settings), item_counts(cover, pattern))

"""Select: a pattern earns its place by describing the sessions in fewer bits.

In: candidates and strings. Out: the same candidates with the bits they save, those that save none
stopped at the gate "bits". Each delivery shape has its own code table, dead ends one for each
failing runner. Best gain first; each gain is checked again before it is accepted.
Math: site/math/02-patterns.md
"""

from __future__ import annotations

import heapq
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import log2

from adage.constants import GAP_BITS, WINDOW
from adage.formulas import SLACK
from adage.learn.chance_arrays import batches
from adage.learn.code_table import CodeTable, Match
from adage.learn.match import blocks, near
from adage.learn.string import Strings, carrying, taking
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
        cover = _reads_cover(strings) if shape == "read-batch" else _event_cover(strings)
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


@dataclass(slots=True)
class Cover:
    """A string of labels to be covered, with the strings it was made from.

    For read batches only: `places` maps a path to the events that read it, and `offsets` a path and
    an event to their place in the string of paths.
    """

    strings: Strings
    table: CodeTable
    places: dict[str, list[int]]
    offsets: dict[tuple[str, int], int]


def _event_cover(strings: Strings) -> Cover:
    return Cover(strings, CodeTable(strings.label.tolist()), {}, {})


def _reads_cover(strings: Strings) -> Cover:
    """A string of read paths: each path once for each event that reads it."""
    labels: list[int] = []
    places: dict[str, list[int]] = {}
    offsets: dict[tuple[str, int], int] = {}
    names = list(strings.reads.numbers)
    reads = zip(strings.reads.event.tolist(), strings.reads.path.tolist(), strict=True)
    for at, number in reads:
        path = names[number]
        if (path, at) not in offsets:
            offsets[path, at] = len(labels)
            places.setdefault(path, []).append(at)
            labels.append(number)
    return Cover(strings, CodeTable(labels), places, offsets)


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


def item_counts(cover: Cover, pattern: Pattern) -> list[int]:
    """How many events carry each item of `pattern`."""
    if pattern.shape == "read-batch":
        texts = (*pattern.context, *pattern.steps)
        return [len(cover.places[text.removeprefix("read:")]) for text in texts]
    return [len(places) for places in _item_places(cover.strings, pattern)]


def _item_places(strings: Strings, pattern: Pattern) -> list[Sequence[int]]:
    """The events that carry each item: the context's items, then the steps as they ran."""
    if pattern.shape == "avoid":
        failing = (carrying(strings, strings.ids.get(text, -1)) for text in pattern.context)
        before: list[Sequence[int]] = [sorted(at for found in failing for at in found)]
    else:
        before = [carrying(strings, strings.ids[text]) for text in pattern.context]
    return before + [taking(strings, strings.labels.of[text]) for text in pattern.steps]


def find_matches(cover: Cover, pattern: Pattern, settings: Settings) -> list[Match]:
    """Where `pattern` can claim events that no accepted pattern has claimed, left to right."""
    window, gap = settings[WINDOW], settings[GAP_BITS]
    if pattern.shape == "read-batch":
        return list(_batch_matches(cover, pattern, window))
    places = _item_places(cover.strings, pattern)
    if pattern.shape == "obligation":
        found: Iterable[tuple[int, ...]] = _finish_line_events(cover, places)
    elif pattern.shape == "sequence":
        found = _set_events(cover, places)
    else:
        found = _chain_events(cover, places, window)
    # A finish line or a set may lie far from its edit: its gap is charged up to the window.
    most = window if pattern.shape in ("obligation", "sequence") else None
    counts = [len(p) for p in places]
    return [_match(cover, events, counts, gap, most) for events in found]


def _match(
    cover: Cover, events: tuple[int, ...], counts: list[int], gap: float, most: int | None
) -> Match:
    skipped = max(events) - min(events) + 1 - len(events)
    if most is not None:
        skipped = min(skipped, most)
    label, counted = cover.table.labels, cover.table.counts
    residual = sum(
        log2(count / counted[label[event]])
        for event, count in zip(events, counts, strict=True)
        if count > counted[label[event]]
    )
    return Match(events, gap * skipped + residual)


def _chain_events(
    cover: Cover, places: list[Sequence[int]], window: int
) -> Iterator[tuple[int, ...]]:
    """For each free first item the earliest free later ones; an incomplete match claims none."""
    used: set[int] = set()
    for first in places[0]:
        if first in cover.table.claimed or first in used:
            continue
        events = [first]
        for candidates in places[1:]:
            at = _next_free(cover, candidates, events[-1], used)
            if at < 0 or not near(cover.strings, first, at, window):
                break
            events.append(at)
        else:
            used.update(events)
            yield tuple(events)


def _next_free(cover: Cover, places: Sequence[int], after: int, used: set[int]) -> int:
    for i in range(bisect_right(places, after), len(places)):
        if places[i] not in cover.table.claimed and places[i] not in used:
            return places[i]
    return -1


def _finish_line_events(cover: Cover, places: list[Sequence[int]]) -> Iterator[tuple[int, ...]]:
    """The last trigger of each segment and the first free step after it."""
    strings, used = cover.strings, set[int]()
    last_of = {int(strings.segment[at]): at for at in places[0]}
    for segment, at in last_of.items():
        hit = _next_free(cover, places[1], at, used)
        if at not in cover.table.claimed and hit >= 0 and strings.segment[hit] == segment:
            used.add(hit)
            yield at, hit


def _set_events(cover: Cover, places: list[Sequence[int]]) -> Iterator[tuple[int, ...]]:
    """The edit that opens a stretch and the first run of every member in it."""
    used: set[int] = set()
    for start, end in blocks(cover.strings):
        hits = [_next_free(cover, steps, start, used) for steps in places[1:]]
        if start not in cover.table.claimed and all(0 <= hit <= end for hit in hits):
            used.update(hits)
            yield (start, *hits)


def _batch_matches(cover: Cover, pattern: Pattern, window: int) -> Iterator[Match]:
    """One match a trace that read the whole batch; events are places in the string of paths."""
    first, *others = (text.removeprefix("read:") for text in (*pattern.context, *pattern.steps))
    _, hits = batches(cover.strings, first, others, window)
    for at in hits[hits >= 0].tolist():
        events = [cover.offsets[first, at]]
        events += [cover.offsets[text, _from(cover.places[text], at)] for text in others]
        if not cover.table.claimed.intersection(events):
            yield Match(tuple(events), 0.0)


def _from(places: Sequence[int], start: int) -> int:
    """The first of `places` at or after `start`; there is one."""
    return places[bisect_left(places, start)]

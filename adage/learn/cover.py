"""Cover: where a pattern can claim events that no accepted pattern has claimed, left to right.

In: strings, a code table with its claims, a pattern. Out: `Matches`. Matches are found for all
first items at once; only where two of them want the same event are they settled one by one.
Math: site/math/02-patterns.md
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from adage.constants import GAP_BITS, WINDOW
from adage.learn.chance_arrays import batches, blocks_of, positions, runs_of
from adage.learn.code_table import CodeTable, Matches
from adage.learn.string import Ints, Strings
from adage.records import Pattern
from adage.settings import Settings


@dataclass(slots=True)
class Cover:
    """A string of labels to be covered, with the strings it was made from.

    For read batches only: `entries` holds, for each path, the events that read it and their places
    in the string of paths.
    """

    strings: Strings
    table: CodeTable
    entries: dict[str, tuple[Ints, Ints]] = field(default_factory=dict)

    def free(self, places: Ints) -> Ints:
        """Those of some events that are not claimed."""
        return places[~self.table.claimed[places]]


def event_cover(strings: Strings) -> Cover:
    """The string of events, each written as its finest label."""
    return Cover(strings, CodeTable(strings.label))


def reads_cover(strings: Strings) -> Cover:
    """A string of read paths: each path once for each event that reads it."""
    reads = strings.reads
    key = reads.event.astype(np.int64) * max(1, len(reads.numbers)) + reads.path
    first = np.sort(np.unique(key, return_index=True)[1])
    path, event = reads.path[first], reads.event[first]
    order = np.argsort(path, kind="stable").astype(np.int32)
    cuts = np.cumsum(np.bincount(path, minlength=len(reads.numbers)))[:-1]
    places = np.split(order, cuts) if len(reads.numbers) else []
    entries = {name: (event[at], at) for name, at in zip(reads.numbers, places, strict=True)}
    return Cover(strings, CodeTable(path), entries)


def item_counts(cover: Cover, pattern: Pattern) -> list[int]:
    """How many events carry each item of `pattern`."""
    if pattern.shape == "read-batch":
        texts = (*pattern.context, *pattern.steps)
        return [len(cover.entries[text.removeprefix("read:")][0]) for text in texts]
    return [len(places) for places in _item_places(cover.strings, pattern)]


def _item_places(strings: Strings, pattern: Pattern) -> list[Ints]:
    """The events that carry each item: the context's items, then the steps as they ran."""
    before = [positions(strings, strings.ids.get(text, -1)) for text in pattern.context]
    if pattern.shape == "avoid":
        before = [np.sort(np.concatenate(before))]
    return before + [runs_of(strings, strings.labels.of[text]) for text in pattern.steps]


def find_matches(cover: Cover, pattern: Pattern, settings: Settings) -> Matches:
    """Where `pattern` can claim events that no accepted pattern has claimed, left to right."""
    window = settings[WINDOW]
    if pattern.shape == "read-batch":
        events = _batch_events(cover, pattern, window)
        return Matches(events, np.zeros(len(events)))
    places = _item_places(cover.strings, pattern)
    if pattern.shape == "obligation":
        events = _finish_line_events(cover, places)
    elif pattern.shape == "sequence":
        events = _set_events(cover, places)
    else:
        events = _chain_events(cover, places, window)
    if not len(events):
        return Matches(events, np.zeros(0))
    skipped = events.max(axis=1) - events.min(axis=1) + 1 - events.shape[1]
    if pattern.shape in ("obligation", "sequence"):
        # A finish line or a set may lie far from its edit: its gap is charged up to the window.
        skipped = np.minimum(skipped, window)
    residuals = cover.table.residuals(events, [len(p) for p in places])
    return Matches(events, settings[GAP_BITS] * skipped + residuals)


def _next(places: Ints, after: Ints, none: int) -> Ints:
    """The first of `places` after each event, or `none`."""
    ahead = np.append(places, np.int32(none))
    found: Ints = ahead[np.searchsorted(places, after, side="right")]
    return found


def _chain_events(cover: Cover, places: list[Ints], window: int) -> Ints:
    """For each free first item the earliest free later ones; an incomplete match claims none."""
    strings = cover.strings
    free = [cover.free(found) for found in places]
    rows = free[0][:, None]
    for found in free[1:]:
        later = _next(found, rows[:, -1], len(strings))
        there = np.flatnonzero(later < len(strings))
        near = strings.tick[later[there]] - strings.tick[rows[there, 0]] <= window
        kept = there[near]
        rows = np.column_stack([rows[kept], later[kept]])
    events = np.sort(rows, axis=None)
    twice = events[1:][events[1:] == events[:-1]]
    if not len(twice):
        return rows
    # No match leaves its segment, so only segments with a contested event need care.
    contested = np.isin(strings.segment[rows[:, 0]], strings.segment[twice])
    settled = list(_one_by_one(strings, rows[contested, 0].tolist(), free, window))
    rows = np.concatenate(
        [rows[~contested], np.array(settled, dtype=np.int32).reshape(-1, len(places))]
    )
    return rows[np.argsort(rows[:, 0])]


def _one_by_one(
    strings: Strings, firsts: Sequence[int], free: Sequence[Ints], window: int
) -> Iterator[list[int]]:
    """Matches that claim in turn: what one has used the next has to do without."""
    used: set[int] = set()
    tick = strings.tick.data
    later = [places.data for places in free[1:]]
    for first in firsts:
        if first in used:
            continue
        events, until = [first], tick[first] + window
        for places in later:
            place = bisect_right(places, events[-1])
            while place < len(places) and places[place] in used:
                place += 1
            if place == len(places) or tick[places[place]] > until:
                break
            events.append(places[place])
        else:
            used.update(events)
            yield events


def _finish_line_events(cover: Cover, places: list[Ints]) -> Ints:
    """The last trigger of each segment and the first free step after it."""
    strings, (triggers, runs) = cover.strings, places
    segment = strings.segment[triggers]
    at = cover.free(triggers[np.append(segment[1:] != segment[:-1], True)[: len(triggers)]])
    hit = _next(cover.free(runs), at, len(strings))
    there = np.flatnonzero(hit < len(strings))
    kept = there[strings.segment[hit[there]] == strings.segment[at[there]]]
    return np.column_stack([at[kept], hit[kept]])


def _set_events(cover: Cover, places: list[Ints]) -> Ints:
    """The edit that opens a stretch and the first run of every member in it."""
    start, end = blocks_of(cover.strings)
    hits = [_next(cover.free(steps), start, len(cover.strings)) for steps in places[1:]]
    rows = np.column_stack([start, *hits])
    kept: Ints = rows[(rows <= end[:, None]).all(axis=1) & ~cover.table.claimed[start]]
    return kept


def _batch_events(cover: Cover, pattern: Pattern, window: int) -> Ints:
    """One match a trace that read the whole batch; events are places in the string of paths."""
    texts = [text.removeprefix("read:") for text in (*pattern.context, *pattern.steps)]
    _, hits = batches(cover.strings, texts[0], texts[1:], window)
    at = hits[hits >= 0]
    columns = []
    for text in texts:
        event, place = cover.entries[text]
        columns.append(place[np.searchsorted(event, at)])
    rows = np.column_stack(columns)
    kept: Ints = rows[~cover.table.claimed[rows].any(axis=1)]
    return kept

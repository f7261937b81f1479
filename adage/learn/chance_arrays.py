"""Chance arrays: all chances of a pattern at once, as two aligned arrays.

In: strings and what a pattern names, as numbers. Out: for each unexposed chance the event that
opened it and the event that took the step, or -1. Sorted lists of positions are joined whole, so a
pattern costs a few passes over the events that carry its items. Math: site/math/03-evidence.md
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from adage.constants import WINDOW
from adage.learn.string import NOWHERE, Ints, Strings
from adage.records import Effect

Bools = npt.NDArray[np.bool_]
Found = tuple[Ints, Ints]  # (anchors, hits)

NONE: Found = (NOWHERE, NOWHERE)


def positions(strings: Strings, item: int) -> Ints:
    """The positions of the events that carry `item`, ascending."""
    return strings.places.get(item, NOWHERE)


def runs_of(strings: Strings, prototype: int) -> Ints:
    """The positions of the events that ran `prototype`, ascending."""
    return strings.runs.get(prototype, NOWHERE)


def within(strings: Strings, earlier: Ints, later: Ints, reach: int) -> Bools:
    """Whether pairs of events, ascending, lie in one segment and at most `reach` ticks apart."""
    near: Bools = strings.tick[later] - strings.tick[earlier] <= reach
    if reach > WINDOW.high:
        near = strings.clock[later] - strings.clock[earlier] <= reach
        near &= strings.segment[later] == strings.segment[earlier]
    return near


def anchor_events(strings: Strings, context: Iterable[int], reach: int) -> Ints:
    """Events that complete `context`: its last item, with the others before it in order.

    Going back, each item is found at the nearest earlier event, and all of them lie within `reach`
    clock ticks of the last. Nearest first gives the shortest match, so if any match fits, this one
    does.
    """
    *before, last = context
    found = at = positions(strings, last)
    for item in reversed(before):
        places = positions(strings, item)
        place = np.searchsorted(places, at) - 1
        there = np.flatnonzero(place >= 0)
        found, at = found[there], places[place[there]]
        fits = within(strings, at, found, reach)
        found, at = found[fits], at[fits]
    return found


def next_run(strings: Strings, prototype: int, after: Ints) -> Ints:
    """The first run of `prototype` after each event; the number of events where there is none."""
    runs = runs_of(strings, prototype)
    place = np.searchsorted(runs, after, side="right")
    if not len(runs):
        return np.full(len(after), len(strings), dtype=np.int32)
    found = runs[np.minimum(place, len(runs) - 1)]
    found[place == len(runs)] = len(strings)
    return found


def segment_ends(strings: Strings, at: Ints) -> Ints:
    """The last event of the segment of each event."""
    ends = np.searchsorted(strings.segment, strings.segment[at], side="right") - 1
    return ends.astype(np.int32)


def episodes(strings: Strings, context: Sequence[int], step: int, window: int) -> Found:
    """Episodes of a context: the step may come up to `window` after the last anchor of each.

    An anchor joins the episode before it unless the step came between or the window had run out.
    """
    found = anchor_events(strings, context, window - 1)
    if not len(found):
        return NONE
    hit = next_run(strings, step, found)
    joined = (found[1:] < hit[:-1]) & within(strings, found[:-1], found[1:], window)
    ends = np.append(np.flatnonzero(~joined), len(found) - 1)
    last, hit = found[ends], hit[ends]
    first = found[np.append(0, ends[:-1] + 1)]
    took = hit < len(strings)
    took[took] = within(strings, last[took], hit[took], window)
    hit = np.where(took, hit, -1).astype(np.int32)
    anchor = np.where(took, last, first)
    from_then = told_from(strings, (step,))
    if from_then is None:
        return anchor, hit
    window_ends = np.searchsorted(strings.tick, strings.tick[last] + window, side="right") - 1
    return _unexposed(strings, from_then, (anchor, hit), np.where(took, hit, window_ends))


def finish_lines(strings: Strings, item: int, step: int) -> Found:
    """One chance a segment: after its last trigger the step has until the segment ends."""
    if item not in strings.last_of:
        strings.last_of[item] = _last_triggers(strings, item)
    at, ends = strings.last_of[item]
    return _taken(strings, (step,), at, next_run(strings, step, at), ends)


def _last_triggers(strings: Strings, item: int) -> Found:
    """The last event of each segment that carries an item, and the segment's end."""
    triggers = positions(strings, item)
    segment = strings.segment[triggers]
    at = triggers[np.append(segment[1:] != segment[:-1], True)[: len(triggers)]]
    return at, segment_ends(strings, at)


def blocks_of(strings: Strings) -> Found:
    """Stretches (first edit, last event) from an edit to before the next edit with checks between.

    A stretch counts when at least one verify or regenerate step runs in it.
    """
    edits = positions(strings, strings.ids.get("edit:**", -1))
    if not len(edits):
        return NONE
    wanted = (Effect.VERIFY, Effect.REGENERATE)
    is_check = np.array([item.effect in wanted for item in strings.alphabet], dtype=bool)
    before_next = np.append(edits[1:], len(strings)).astype(np.int32) - 1
    ends = np.minimum(segment_ends(strings, edits), before_next)
    checks = np.append(0, np.cumsum(is_check[strings.label] & (strings.taken >= 0)))
    kept = checks[ends + 1] > checks[edits + 1]
    return edits[kept], ends[kept]


def blocks_after(strings: Strings, item: int) -> Found:
    """The stretches that an edit opens which carries `item`."""
    edits, ends = blocks_of(strings)
    kept = np.isin(edits, positions(strings, item))
    return edits[kept], ends[kept]


def sets(strings: Strings, found: Found, steps: Sequence[int]) -> Found:
    """One chance a block; it is taken when every step ran in it, in any order."""
    at, ends = found
    ran = np.zeros(len(at), dtype=np.int32)
    for step in steps:
        ran = np.maximum(ran, next_run(strings, step, at))
    return _taken(strings, steps, at, ran, ends)


def _taken(strings: Strings, steps: Sequence[int], at: Ints, hit: Ints, ends: Ints) -> Found:
    """Chances that are taken by `hit` unless it comes after the end."""
    took = hit <= ends
    hit = np.where(took, hit, -1).astype(np.int32)
    from_then = told_from(strings, steps)
    if from_then is None:
        return at, hit
    return _unexposed(strings, from_then, (at, hit), np.where(took, hit, ends))


def failing_runs(strings: Strings, failed: int, worked: int, prototype: int) -> Found:
    """One chance a run of a failing symbol; it counts for the dead end when the run failed."""
    red, green = positions(strings, failed), positions(strings, worked)
    anchor = np.concatenate([red, green])
    hit = np.concatenate([red, np.full(len(green), -1, dtype=np.int32)])
    from_then = told_from(strings, (prototype,))
    if from_then is None:
        return anchor, hit
    return _unexposed(strings, from_then, (anchor, hit), anchor)


def told_from(strings: Strings, prototypes: Iterable[int]) -> Ints | None:
    """For each trace the first event at which one of `prototypes` had been told; None if never."""
    first: Ints | None = None
    for prototype in prototypes:
        for trace, place in strings.told_of.get(prototype, {}).items():
            if first is None:
                first = np.full(len(strings.traces), len(strings) + 1, dtype=np.int32)
            first[trace] = min(place, int(first[trace]))
    return first


def _unexposed(strings: Strings, from_then: Ints, found: Found, until: Ints) -> Found:
    free = from_then[strings.trace[until]] > until
    return found[0][free], found[1][free]


def batches(strings: Strings, path: str, others: Iterable[str], window: int) -> Found:
    """One chance a trace: after the first read of a file, all others are read in the window."""
    first, turns = first_reads(strings, path)
    held = all_read(strings, reads_after(strings, first, turns, window), others, len(first))
    return first, np.where(held, first, -1).astype(np.int32)


def all_read(strings: Strings, found: Found, paths: Iterable[str], count: int) -> Bools:
    """For each of `count` events, whether all `paths` are among its reads in `found`."""
    owner, read = found
    path = strings.reads.path[read]
    held = np.ones(count, dtype=bool)
    for other in paths:
        seen = np.zeros(count, dtype=bool)
        seen[owner[path == strings.reads.numbers.get(other, -1)]] = True
        held &= seen
    return held


def first_reads(strings: Strings, path: str) -> Found:
    """The event and the turn of the first read of a file in each trace that read it."""
    reads = strings.reads
    at = reads.by_path.get(reads.numbers.get(path, -1), NOWHERE)
    trace = strings.trace[reads.event[at]]
    at = at[np.append(True, trace[1:] != trace[:-1])] if len(at) else at
    return reads.event[at], reads.turn[at]


def reads_after(strings: Strings, first: Ints, turns: Ints, window: int) -> Found:
    """Reads within `window` ticks of each event, in a later turn: (which event, which read)."""
    owner, read = reads_within(strings, first, window)
    later = strings.reads.turn[read] > turns[owner]
    return owner[later], read[later]


def reads_within(strings: Strings, first: Ints, window: int) -> Found:
    """Reads from each event on within `window` ticks: (which event, which read)."""
    reads, tick = strings.reads, strings.tick
    if not len(first):
        return NONE
    ends = np.searchsorted(tick, tick[first] + window, side="right") - 1
    low = np.searchsorted(reads.event, first)
    counts = np.searchsorted(reads.event, ends, side="right") - low
    owner = np.repeat(np.arange(len(first), dtype=np.int32), counts)
    read = np.arange(counts.sum()) + np.repeat(low - np.cumsum(counts) + counts, counts)
    return owner, read.astype(np.int32)

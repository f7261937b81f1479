"""Match: where a pattern had its chance, and whether its step followed.

In: strings and a pattern. Out: one `Vote` for each root that had an unexposed chance.
The stages count and recount both call `votes`; the hook matches contexts by the same rule.
Math: site/math/03-evidence.md
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from adage.constants import WINDOW
from adage.learn.string import Strings, carrying, steps_of, taking
from adage.records import Effect, Pattern
from adage.settings import Settings


@dataclass(frozen=True, slots=True)
class Vote:
    """One root's verdict: it had `chances` and took the step in `taken` of them.

    It held when the step followed in more than half of its chances: one root, one vote. A dead end
    holds only where every run failed: a red test that later turns green is none. `anchor` is the
    event of the first chance that decided, `hit` the first event that took the step (or -1).
    """

    root: int
    chances: int
    taken: int
    held: bool
    anchor: int
    hit: int


Chance = tuple[int, int]  # (anchor event, event that took the step or -1)


def votes(strings: Strings, pattern: Pattern, settings: Settings) -> tuple[Vote, ...]:
    """The unexposed chances of `pattern`, pooled over each root's lanes, in order of root."""
    pooled: dict[int, list[Chance]] = {}
    for anchor, hit in chances(strings, pattern, settings):
        pooled.setdefault(int(strings.root[anchor]), []).append((anchor, hit))
    unanimous = pattern.shape == "avoid"
    return tuple(vote_of(root, pooled[root], unanimous) for root in sorted(pooled))


def vote_of(root: int, found: list[Chance], unanimous: bool) -> Vote:
    """The verdict of a root on its chances; `unanimous` when every one of them has to hold."""
    hits = [hit for _, hit in found if hit >= 0]
    missed = [anchor for anchor, hit in found if hit < 0]
    held = not missed if unanimous else 2 * len(hits) > len(found)
    anchor = found[0][0] if held else missed[0]
    return Vote(root, len(found), len(hits), held, anchor, hits[0] if hits else -1)


def chances(strings: Strings, pattern: Pattern, settings: Settings) -> Iterator[Chance]:
    """Every unexposed chance of `pattern`, by the rule of its shape."""
    window = settings[WINDOW]
    if pattern.shape == "avoid":
        yield from _failing_runs(strings, pattern)
    elif pattern.shape == "obligation":
        yield from _finish_lines(strings, pattern)
    elif pattern.shape == "sequence":
        yield from _blocks(strings, pattern)
    elif pattern.shape == "read-batch":
        yield from _batches(strings, pattern, window)
    else:
        yield from _episodes(strings, pattern, window)


def anchors(strings: Strings, context: Iterable[int], reach: int) -> list[int]:
    """Events that complete `context` (item ids, in order): its last item, with the others before.

    Going back, each item is found at the nearest earlier event of the segment, and all of them lie
    within `reach` clock ticks of the last. Nearest first gives the shortest match, so if any match
    fits, this one does.
    """
    *before, last = context
    found = []
    for position in carrying(strings, last):
        at = position
        for item in reversed(before):
            places = carrying(strings, item)
            place = bisect_left(places, at) - 1
            if place < 0 or not near(strings, places[place], position, reach):
                break
            at = places[place]
        else:
            found.append(position)
    return found


def near(strings: Strings, earlier: int, later: int, reach: int) -> bool:
    """Whether two events lie in one segment and at most `reach` clock ticks apart."""
    return bool(
        strings.segment[earlier] == strings.segment[later]
        and strings.clock[later] - strings.clock[earlier] <= reach
    )


def _item_ids(strings: Strings, texts: Iterable[str]) -> list[int]:
    return [strings.ids.get(text, -1) for text in texts]


def _prototypes(strings: Strings, texts: Iterable[str]) -> list[int]:
    return [strings.labels.of.get(text, -1) for text in texts]


def is_exposed(strings: Strings, prototypes: Iterable[int], position: int) -> bool:
    """Whether a directive had named one of `prototypes` at or before the event `position`."""
    told = strings.told.get(int(strings.trace[position]), ())
    wanted = frozenset(prototypes)
    return any(place <= position and named & wanted for place, named in told)


def _next(places: list[int], position: int) -> int:
    """The first of `places` after `position`, or -1."""
    found = bisect_right(places, position)
    return places[found] if found < len(places) else -1


def _window_end(strings: Strings, position: int, window: int) -> int:
    """The last event of the segment within `window` ticks of `position`."""
    end = _segment_end(strings, position) + 1
    return bisect_right(strings.clock, strings.clock[position] + window, position, end) - 1


def _segment_end(strings: Strings, position: int) -> int:
    """The last event of the segment of `position`; segment numbers rise over all events."""
    return bisect_right(strings.segment, strings.segment[position]) - 1


def _episodes(strings: Strings, pattern: Pattern, window: int) -> Iterator[Chance]:
    """Episodes of a context: the step may come up to `window` after the last anchor of each."""
    step = _prototypes(strings, pattern.steps)[0]
    runs = taking(strings, step)
    found = anchors(strings, _item_ids(strings, pattern.context), window - 1)
    i = 0
    while i < len(found):
        first = last = found[i]
        hit = _next(runs, last)
        while (
            i + 1 < len(found)
            and (hit < 0 or found[i + 1] < hit)
            and near(strings, last, found[i + 1], window)
        ):
            i += 1
            last = found[i]
        if hit >= 0 and not near(strings, last, hit, window):
            hit = -1
        end = hit if hit >= 0 else _window_end(strings, last, window)
        if not is_exposed(strings, (step,), end):
            yield (first if hit < 0 else last), hit
        i += 1
        # Anchors before the hit are used up by it.
        while hit >= 0 and i < len(found) and found[i] < hit:
            i += 1


def _finish_lines(strings: Strings, pattern: Pattern) -> Iterator[Chance]:
    """One chance a segment: after its last trigger the step has until the segment ends."""
    step = _prototypes(strings, pattern.steps)[0]
    runs = taking(strings, step)
    last_of: dict[int, int] = {}
    for position in carrying(strings, _item_ids(strings, pattern.context)[0]):
        last_of[int(strings.segment[position])] = position
    for position in last_of.values():
        end = _segment_end(strings, position)
        hit = _next(runs, position)
        if hit > end:
            hit = -1
        if not is_exposed(strings, (step,), hit if hit >= 0 else end):
            yield position, hit


def blocks(strings: Strings) -> Iterator[tuple[int, int]]:
    """Stretches (first edit, last event) from an edit to before the next edit with checks between.

    A stretch counts when at least one verify or regenerate step runs in it.
    """
    edits = carrying(strings, strings.ids.get("edit:**", -1))
    for place, position in enumerate(edits):
        end = _segment_end(strings, position)
        if place + 1 < len(edits):
            end = min(end, edits[place + 1] - 1)
        if any(_is_check(strings, at) for at in range(position + 1, end + 1)):
            yield position, end


def _is_check(strings: Strings, position: int) -> bool:
    effect = strings.alphabet[strings.label[position]].effect
    return effect in (Effect.VERIFY, Effect.REGENERATE) and strings.taken[position] >= 0


def _blocks(strings: Strings, pattern: Pattern) -> Iterator[Chance]:
    """One chance a block; it is taken when every step of the set ran in it, in any order."""
    steps = _prototypes(strings, pattern.steps)
    for position, end in blocks(strings):
        ran = [_next(taking(strings, step), position) for step in steps]
        held = all(0 <= hit <= end for hit in ran)
        if not is_exposed(strings, steps, max(ran) if held else end):
            yield position, max(ran) if held else -1


def _failing_runs(strings: Strings, pattern: Pattern) -> Iterator[Chance]:
    """One chance a run of the failing runner; it counts for the dead end when the run failed."""
    names = set(pattern.context)
    for text in sorted(names):
        failed = strings.ids.get(text, -1)
        worked = strings.ids.get(text.removesuffix("!"), -1)
        prototype = strings.labels.of.get(text.removesuffix("!"), -1)
        for position in carrying(strings, failed):
            if not is_exposed(strings, (prototype,), position):
                yield position, position
        for position in carrying(strings, worked):
            if not is_exposed(strings, (prototype,), position):
                yield position, -1


def _batches(strings: Strings, pattern: Pattern, window: int) -> Iterator[Chance]:
    """One chance a trace: after the first read of the file, all others are read in the window."""
    path = pattern.context[0].removeprefix("read:")
    wanted = {text.removeprefix("read:") for text in pattern.steps}
    for first in strings.reads.get(path, {}).values():
        held = wanted <= set(read_after(strings, *first, window))
        yield first[0], first[0] if held else -1


def read_after(strings: Strings, position: int, turn: int, window: int) -> Iterator[str]:
    """Paths read within `window` ticks after an event, in a later turn than `turn`."""
    for at in range(position, _window_end(strings, position, window) + 1):
        for step in steps_of(strings, at):
            if step.tool == "read" and step.turn > turn:
                yield from step.paths

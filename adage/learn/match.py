"""Match: where a pattern had its chance, and whether its step followed.

In: strings and a pattern. Out: one `Vote` for each root that had an unexposed chance.
The stages count and recount both call `votes`; the hook matches contexts by the same rule.
Math: site/math/03-evidence.md
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from adage.constants import WINDOW
from adage.learn import chance_arrays as arrays
from adage.learn.string import Ints, Strings
from adage.records import Pattern
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
    root = strings.root.data
    for anchor, hit in chances(strings, pattern, settings):
        pooled.setdefault(root[anchor], []).append((anchor, hit))
    unanimous = pattern.shape == "avoid"
    return tuple(vote_of(root, pooled[root], unanimous) for root in sorted(pooled))


def vote_of(root: int, found: list[Chance], unanimous: bool) -> Vote:
    """The verdict of a root on its chances; `unanimous` when every one of them has to hold."""
    hits = [hit for _, hit in found if hit >= 0]
    missed = [anchor for anchor, hit in found if hit < 0]
    held = not missed if unanimous else 2 * len(hits) > len(found)
    anchor = found[0][0] if held else missed[0]
    return Vote(root, len(found), len(hits), held, anchor, hits[0] if hits else -1)


def ballot(strings: Strings, pattern: Pattern, settings: Settings) -> tuple[Ints, arrays.Bools]:
    """The roots of `votes`, ascending, and whether each held: the votes without where to look."""
    anchor, hit = chance_arrays(strings, pattern, settings)
    root = strings.root[anchor]
    if len(anchor) * 8 > len(strings.roots):
        had = np.bincount(root, minlength=len(strings.roots))
        took = np.bincount(root[hit >= 0], minlength=len(strings.roots))
        roots = np.flatnonzero(had).astype(np.int32)
        had, took = had[roots], took[roots]
    else:
        roots, place, had = np.unique(root, return_inverse=True, return_counts=True)
        took = np.bincount(place[hit >= 0], minlength=len(roots))
    return roots, took == had if pattern.shape == "avoid" else 2 * took > had


def chances(strings: Strings, pattern: Pattern, settings: Settings) -> Iterator[Chance]:
    """Every unexposed chance of `pattern`, by the rule of its shape."""
    anchor, hit = chance_arrays(strings, pattern, settings)
    return zip(anchor.tolist(), hit.tolist(), strict=True)


def chance_arrays(strings: Strings, pattern: Pattern, settings: Settings) -> arrays.Found:
    """The anchors and hits of all unexposed chances of `pattern`."""
    window = settings[WINDOW]
    steps = _prototypes(strings, pattern.steps)
    if pattern.shape == "avoid":
        return _failing_runs(strings, pattern)
    if pattern.shape == "obligation":
        item = strings.ids.get(pattern.context[0], -1)
        return arrays.finish_lines(strings, item, steps[0])
    if pattern.shape == "sequence":
        item = strings.ids.get(pattern.context[0], -1)
        return arrays.sets(strings, arrays.blocks_after(strings, item), steps)
    if pattern.shape == "read-batch":
        path = pattern.context[0].removeprefix("read:")
        others = [text.removeprefix("read:") for text in pattern.steps]
        return arrays.batches(strings, path, others, window)
    return arrays.episodes(strings, _item_ids(strings, pattern.context), steps[0], window)


def anchors(strings: Strings, context: Iterable[int], reach: int) -> list[int]:
    """Events that complete `context` (item ids, in order), its items within `reach` ticks."""
    found: list[int] = arrays.anchor_events(strings, context, reach).tolist()
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
    if not strings.told:
        return False
    told = strings.told.get(int(strings.trace[position]), ())
    wanted = frozenset(prototypes)
    return any(place <= position and named & wanted for place, named in told)


def blocks(strings: Strings) -> Iterator[tuple[int, int]]:
    """Stretches (first edit, last event) from an edit to before the next edit with checks between.

    A stretch counts when at least one verify or regenerate step runs in it.
    """
    edits, ends = arrays.blocks_of(strings)
    return zip(edits.tolist(), ends.tolist(), strict=True)


def _failing_runs(strings: Strings, pattern: Pattern) -> arrays.Found:
    """The runs of every failing symbol of a runner, symbol by symbol."""
    found = []
    for text in sorted(set(pattern.context)):
        name = text.removesuffix("!")
        worked, prototype = strings.ids.get(name, -1), strings.labels.of.get(name, -1)
        found.append(arrays.failing_runs(strings, strings.ids.get(text, -1), worked, prototype))
    anchor, hit = zip(*found, strict=True)
    return np.concatenate(anchor), np.concatenate(hit)

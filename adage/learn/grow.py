"""Grow: every context that stands before a step in enough sessions, one item longer each round.

In: strings and a step. Out: contexts (item ids in order) with their support in distinct roots.
A context can only be frequent when every two of its items are, so most rows are never made; rows
are grown in batches, so that memory stays bounded. Math: site/math/02-patterns.md
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil

import numpy as np
import numpy.typing as npt

from adage.constants import CONTEXT_ITEMS, MIN_SUPPORT, SUPPORT_SHARE, WINDOW
from adage.formulas import SLACK
from adage.learn.chance_arrays import runs_of
from adage.learn.string import LEVELS, NOWHERE, PROMPT, Ints, Strings
from adage.settings import Settings

Context = tuple[int, ...]
Supports = dict[Context, int]
Bools = npt.NDArray[np.bool_]

# So many rows are grown at once, or those of one context: each gives up to window * LEVELS more.
BATCH_ROWS = 100_000


@dataclass(frozen=True, slots=True)
class Rows:
    """Partial matches, those of one context side by side; `names[pattern]` is the context.

    `reach` is the place of the first matched event in the list of context events, `end` the step.
    Of the matches that begin at one event only the one that ends first is kept: it grows furthest.
    """

    names: Sequence[Context]
    pattern: Ints
    reach: Ints
    end: Ints


def least_support(strings: Strings, settings: Settings) -> int:
    """The roots in which a pattern must occur to be looked at; it grows with very many sessions."""
    share = settings[SUPPORT_SHARE] * len(strings.roots)
    return max(settings[MIN_SUPPORT], ceil(share - SLACK))


def frequent_contexts(strings: Strings, step: int, settings: Settings) -> Supports:
    """Contexts of up to the allowed size before `step`, with their support in roots.

    Observations are no context items, and every other event advances the clock, so at most `window`
    context events lie before each step.
    """
    grower = _Grower(strings, least_support(strings, settings), settings[WINDOW])
    rows = grower.begin(step)
    found: Supports = {}
    for size in range(1, settings[CONTEXT_ITEMS] + 1):
        supports, rows = grower.grow(rows, keep=size < settings[CONTEXT_ITEMS])
        found.update(supports)
        if size == 1:
            grower.allow_items(supports)
            rows = grower.that_may_grow(rows)
        if size == 2:
            grower.allow_pairs(supports)
        if not len(rows.end):
            break
    return found


class _Grower:
    """Extends rows to the left. `active` are the items that may come; by their places in it,
    `partners` tells which item may stand before which."""

    def __init__(self, strings: Strings, least: int, window: int) -> None:
        self.strings, self.least, self.window = strings, least, window
        is_context = np.array([item.context for item in strings.alphabet], dtype=bool)
        self.events = np.flatnonzero(is_context[strings.label]).astype(np.int32)
        self._activate(np.flatnonzero(is_context).tolist())
        self.partners: Bools | None = None

    def _activate(self, items: list[int]) -> None:
        self.active = items
        self.number = {item: i for i, item in enumerate(items)}
        # The last entry answers for the padding of `items`, which is -1.
        self.place = np.full(len(self.strings.alphabet) + 1, -1, dtype=np.int32)
        self.place[items] = np.arange(len(items))

    def begin(self, step: int) -> Rows:
        """One row for each run of `step`, with nothing before it yet."""
        ends = runs_of(self.strings, step)
        reach = np.searchsorted(self.events, ends).astype(np.int32)
        return Rows([()], np.zeros(len(ends), np.int32), reach, ends)

    def allow_items(self, single: Supports) -> None:
        """From now on only frequent items come, and no edit beside one that generalises it."""
        stalled = _stalled(self.strings, single)
        # Some prompt stands before everything; in a longer context it would say nothing.
        stalled.add(self.strings.ids[PROMPT])
        self._activate([item for (item,) in single if item not in stalled])
        self.partners = ~self._overlaps()

    def allow_pairs(self, pairs: Supports) -> None:
        """From now on an item comes only where it is frequent before every item of the context."""
        self.partners = np.zeros((len(self.active),) * 2, dtype=bool)
        for before, after in pairs:
            self.partners[self.number[before], self.number[after]] = True

    def _overlaps(self) -> Bools:
        """Which active edit items equal, generalise or refine each other."""
        table = np.zeros((len(self.active),) * 2, dtype=bool)
        for item in self.active:
            for same in (item, *above(self.strings, item)):
                if same in self.number and self.strings.alphabet[item].is_edit:
                    table[self.number[item], self.number[same]] = True
        found: Bools = table | table.T
        return found

    def that_may_grow(self, rows: Rows) -> Rows:
        """The rows of contexts of one item that is active."""
        live = np.array([name[0] in self.number for name in rows.names], dtype=bool)
        kept = np.flatnonzero(live[rows.pattern])
        return Rows(rows.names, rows.pattern[kept], rows.reach[kept], rows.end[kept])

    def grow(self, rows: Rows, *, keep: bool) -> tuple[Supports, Rows]:
        """The frequent contexts that are one item longer, and their rows if they are to be kept."""
        supports: Supports = {}
        names: list[Context] = []
        parts: list[tuple[Ints, Ints, Ints]] = [(NOWHERE, NOWHERE, NOWHERE)]
        for batch in _batches(rows):
            key, row, reach = self._extend(batch)
            frequent, support = self._frequent(key, batch.end[row])
            longer = [self._name(batch, int(k)) for k in frequent]
            supports.update(zip(longer, support.tolist(), strict=True))
            if keep:
                parts.append(self._keep(frequent, key, reach, batch.end[row], len(names)))
                names += longer
        pattern, reach, end = (np.concatenate(column) for column in zip(*parts, strict=True))
        return supports, Rows(names, pattern, reach, end)

    def _name(self, rows: Rows, key: int) -> Context:
        pattern, item = divmod(key, len(self.active))
        return (self.active[item], *rows.names[pattern])

    def _extend(self, rows: Rows) -> tuple[npt.NDArray[np.int64], Ints, Ints]:
        """Rows with one more item: (context and item as one number, row before, reach)."""
        tick, items, width = self.strings.tick, self.strings.items, len(self.active)
        until = tick[rows.end] - self.window
        allowed = self._allowed(rows)
        keys = [np.zeros(0, dtype=np.int64)]
        kept, reaches = [NOWHERE], [NOWHERE]
        row = np.arange(len(rows.end), dtype=np.int32)
        for back in range(1, self.window + 2):
            row = row[rows.reach[row] >= back]
            event = self.events[rows.reach[row] - back]
            near = tick[event] >= until[row]
            row, event = row[near], event[near]
            for level in range(LEVELS):
                place = self.place[items[event, level]]
                use = place >= 0
                if allowed is not None:
                    use &= allowed[rows.pattern[row], place]
                chosen = row[use]
                keys.append(rows.pattern[chosen].astype(np.int64) * width + place[use])
                kept.append(chosen)
                reaches.append(rows.reach[chosen] - back)
        return np.concatenate(keys), np.concatenate(kept), np.concatenate(reaches)

    def _allowed(self, rows: Rows) -> Bools | None:
        """For each context of these rows, which items may stand before all of its items."""
        if self.partners is None:
            return None
        # A context that may not grow has a name and no rows: what stands for it does not matter.
        names = np.array([[self.number.get(i, 0) for i in name] for name in rows.names])
        allowed = np.ones((len(names), len(self.active)), dtype=bool)
        for column in names.T:
            allowed &= self.partners.T[column]
        return allowed

    def _frequent(
        self, key: npt.NDArray[np.int64], end: Ints
    ) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """The keys that stand in enough distinct roots, ascending, and in how many."""
        roots = len(self.strings.roots)
        pairs = np.sort(key * roots + self.strings.root[end])
        pairs = pairs[np.append(True, pairs[1:] != pairs[:-1])[: len(pairs)]] // max(1, roots)
        found, support = np.unique(pairs, return_counts=True)
        enough = support >= self.least
        return found[enough], support[enough]

    def _keep(
        self,
        frequent: npt.NDArray[np.int64],
        key: npt.NDArray[np.int64],
        reach: Ints,
        end: Ints,
        number: int,
    ) -> tuple[Ints, Ints, Ints]:
        """The rows of the frequent keys, numbered from `number` on, the first end of each reach."""
        place = np.minimum(np.searchsorted(frequent, key), max(0, len(frequent) - 1))
        alive = np.flatnonzero(frequent[place] == key) if len(frequent) else NOWHERE
        width = len(self.events)
        _, first = np.unique(place[alive] * width + reach[alive], return_index=True)
        kept = alive[first]
        pattern = (place[kept] + number).astype(np.int32)
        return pattern, reach[kept], end[kept]


def _batches(rows: Rows) -> Iterator[Rows]:
    """The rows in turns, cut between two contexts, so that each context is counted whole."""
    cuts = np.flatnonzero(rows.pattern[1:] != rows.pattern[:-1]) + 1
    first = 0
    for end in [*cuts.tolist(), len(rows.end)]:
        if end - first >= BATCH_ROWS or (end == len(rows.end) and end > first):
            yield _batch(rows, first, end)
            first = end


def _batch(rows: Rows, first: int, end: int) -> Rows:
    low, high = int(rows.pattern[first]), int(rows.pattern[end - 1])
    part = slice(first, end)
    return Rows(rows.names[low : high + 1], rows.pattern[part] - np.int32(low),
                rows.reach[part], rows.end[part])  # fmt: skip


def _stalled(strings: Strings, single: Supports) -> set[int]:
    """Edit items that need not be grown: a finer one has the same number of supporting roots."""
    stalled = set()
    for (item,), support in single.items():
        wider = strings.alphabet[item].wider
        while wider >= 0 and single.get((wider,)) == support:
            stalled.add(wider)
            wider = strings.alphabet[wider].wider
    return stalled


def above(strings: Strings, item: int) -> tuple[int, ...]:
    """The items wider than `item`, nearest first."""
    found = []
    wider = strings.alphabet[item].wider
    while wider >= 0:
        found.append(wider)
        wider = strings.alphabet[wider].wider
    return tuple(found)

"""Mine: closed patterns that end in a step worth delivering.

In: strings. Out: patterns, each a context of one to three items and the step that follows it within
the window, whatever lies between; and the special shapes of `mine_pairs`. A pattern is closed when
no pattern with one more item, and none with an edit item one level finer, has the same support.
Mining only nominates: every count that decides comes from `match`. Math: site/math/02-patterns.md
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from adage.constants import CONTEXT_ITEMS, MIN_SUPPORT, MIN_TASKS, WINDOW
from adage.learn.mine_pairs import mine_batches, mine_check_sets, mine_dead_ends, mine_finish_lines
from adage.learn.string import LEVELS, PROMPT, Strings, taking
from adage.records import Effect, Pattern, Prototype
from adage.settings import Settings

Context = tuple[int, ...]


def mine(strings: Strings, settings: Settings) -> tuple[Pattern, ...]:
    """All closed patterns of every shape, sorted by shape, steps and context."""
    steps = deliverable_steps(strings, settings)
    found: list[Pattern] = []
    for step in steps:
        closed = closed_contexts(strings, step, settings)
        found += (_pattern(strings, context, step, n) for context, n in closed.items())
    found += mine_finish_lines(strings, steps, settings)
    found += mine_check_sets(strings, settings)
    found += mine_dead_ends(strings, settings)
    found += mine_batches(strings, settings)
    return tuple(sorted(found, key=lambda p: (p.shape, p.steps, p.context)))


def deliverable_steps(strings: Strings, settings: Settings) -> list[int]:
    """Prototypes that a reflex may direct: checks, builds, installs and named look-ups.

    Each must have run in enough roots and tasks to be looked at.
    """
    found = []
    for prototype in strings.labels.prototypes:
        if not is_deliverable(prototype):
            continue
        roots = {int(strings.root[at]) for at in taking(strings, prototype.id)}
        tasks = {strings.tasks[root] for root in roots}
        if len(roots) >= settings[MIN_SUPPORT] and len(tasks) >= settings[MIN_TASKS]:
            found.append(prototype.id)
    return found


def is_deliverable(prototype: Prototype) -> bool:
    """Whether a prototype is a step worth delivering at all.

    A plain viewer (`ls`, `cat`: a runner of one word) is as little a look-up as the read tool is.
    """
    if Effect.VERIFY <= prototype.effect <= Effect.ENVIRONMENT:
        return True
    named = prototype.tool.startswith("mcp:") or " " in prototype.runner
    return prototype.effect == Effect.OBSERVE and named


def closed_contexts(strings: Strings, step: int, settings: Settings) -> dict[Context, int]:
    """Closed contexts of a step (item ids in order) and the distinct roots each occurs in."""
    frequent = frequent_contexts(strings, step, settings)
    open_ = set()
    for context, support in frequent.items():
        for wider in _generalisations(strings, context):
            if frequent.get(wider) == support:
                open_.add(wider)
    return {c: n for c, n in sorted(frequent.items()) if c not in open_}


def _generalisations(strings: Strings, context: Context) -> Iterator[Context]:
    """The contexts with one item fewer, and those with one edit item one level wider."""
    for place, item in enumerate(context):
        if len(context) > 1:
            yield context[:place] + context[place + 1 :]
        wider = strings.alphabet[item].wider
        if wider >= 0:
            yield (*context[:place], wider, *context[place + 1 :])


@dataclass(slots=True)
class _Rows:
    """Partial matches: which pattern, how far back it has grown, and the step it ends in.

    `reach` is the place of the first matched event in the list of context events.
    """

    pattern: npt.NDArray[np.int64]
    reach: npt.NDArray[np.int64]
    end: npt.NDArray[np.int64]


def frequent_contexts(strings: Strings, step: int, settings: Settings) -> dict[Context, int]:
    """Contexts of up to the allowed size before `step`, with their support in roots.

    Grown to the left from the step, one item a round. Observations are no context items, and every
    other event advances the clock, so at most `window` context events lie before each step.
    """
    window, least = settings[WINDOW], settings[MIN_SUPPORT]
    context_events = np.flatnonzero(_context_mask(strings))
    ends = np.array(taking(strings, step), dtype=np.int64)
    rows = _Rows(np.zeros(len(ends), np.int64), np.searchsorted(context_events, ends), ends)
    names: list[Context] = [()]
    found: dict[Context, int] = {}
    stalled: set[int] = set()
    for size in range(1, settings[CONTEXT_ITEMS] + 1):
        rows, names, support = _grow(strings, rows, names, context_events, window, least, stalled)
        found.update(zip(names, support, strict=True))
        if size == 1:
            stalled = _stalled(strings, dict(zip(names, support, strict=True)))
            # Some prompt stands before everything; in a longer context it would say nothing.
            stalled.add(strings.ids[PROMPT])
            keep = ~np.isin(rows.pattern, [i for i, c in enumerate(names) if c[0] in stalled])
            rows = _Rows(rows.pattern[keep], rows.reach[keep], rows.end[keep])
        if not len(rows.end):
            break
    return found


def _context_mask(strings: Strings) -> npt.NDArray[np.bool_]:
    allowed = np.array([item.context for item in strings.alphabet], dtype=bool)
    return allowed[strings.label]


def _stalled(strings: Strings, single: dict[Context, int]) -> set[int]:
    """Edit items that need not be grown: a finer one has the same number of supporting roots."""
    stalled = set()
    for (item,), support in single.items():
        wider = strings.alphabet[item].wider
        while wider >= 0 and single.get((wider,)) == support:
            stalled.add(wider)
            wider = strings.alphabet[wider].wider
    return stalled


def _grow(
    strings: Strings,
    rows: _Rows,
    names: Sequence[Context],
    context_events: npt.NDArray[np.int64],
    window: int,
    least: int,
    stalled: set[int],
) -> tuple[_Rows, list[Context], list[int]]:
    """Extend every row by one item to the left; keep contexts with enough distinct roots."""
    width = len(strings.alphabet)
    keys, reaches, ends = [], [], []
    for back in range(1, window + 2):
        reach = rows.reach - back
        live = reach >= 0
        event = context_events[np.maximum(reach, 0)]
        live &= strings.segment[event] == strings.segment[rows.end]
        live &= strings.clock[rows.end] - strings.clock[event] <= window
        for level in range(LEVELS):
            item = strings.items[event, level]
            use = live & (item >= 0) & ~np.isin(item, list(stalled))
            keys.append(rows.pattern[use] * width + item[use])
            reaches.append(reach[use])
            ends.append(rows.end[use])
    return _keep_frequent(
        strings, names, np.concatenate(keys), np.concatenate(reaches), np.concatenate(ends), least
    )


def _keep_frequent(
    strings: Strings,
    names: Sequence[Context],
    key: npt.NDArray[np.int64],
    reach: npt.NDArray[np.int64],
    end: npt.NDArray[np.int64],
    least: int,
) -> tuple[_Rows, list[Context], list[int]]:
    width = len(strings.alphabet)
    distinct, place = np.unique(key, return_inverse=True)
    pairs = np.unique(place * len(strings.roots) + strings.root[end])
    support = np.bincount(pairs // len(strings.roots), minlength=len(distinct))
    kept: list[Context] = []
    number = np.full(len(distinct), -1, dtype=np.int64)
    for i in np.flatnonzero(support >= least):
        before, item = names[distinct[i] // width], int(distinct[i] % width)
        if not _overlaps(strings, item, before):
            number[i] = len(kept)
            kept.append((item, *before))
    pattern = number[place]
    alive = pattern >= 0
    unique = np.unique(np.stack([pattern[alive], reach[alive], end[alive]], axis=1), axis=0)
    rows = _Rows(unique[:, 0], unique[:, 1], unique[:, 2])
    return rows, kept, [int(n) for n in support[number >= 0]]


def _overlaps(strings: Strings, item: int, context: Context) -> bool:
    """Whether `context` holds an edit item that equals, generalises or refines `item`."""
    if not strings.alphabet[item].is_edit:
        return False
    return any(
        item == other or item in above(strings, other) or other in above(strings, item)
        for other in context
        if strings.alphabet[other].is_edit
    )


def above(strings: Strings, item: int) -> tuple[int, ...]:
    """The items wider than `item`, nearest first."""
    found = []
    wider = strings.alphabet[item].wider
    while wider >= 0:
        found.append(wider)
        wider = strings.alphabet[wider].wider
    return tuple(found)


def _pattern(strings: Strings, context: Context, step: int, support: int) -> Pattern:
    last = strings.alphabet[context[-1]]
    prototype = strings.labels.prototypes[step]
    after_author = last.effect == Effect.AUTHOR or last.text == PROMPT
    runs = prototype.effect in (Effect.VERIFY, Effect.REGENERATE) and bool(prototype.command)
    return Pattern(
        shape="run" if after_author and runs else "advise",
        context=tuple(strings.alphabet[item].text for item in context),
        steps=(prototype.key,),
        support=support,
    )

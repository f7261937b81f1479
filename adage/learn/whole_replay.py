"""Habits that are found whole, in a replay: when each would be said, and what it would have saved.

In: a session's strings and a reflex of the kinds repair, scope, look-ups and hot-files. Out: where
it would speak, and the turns that could have been one call.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence

from adage.learn.direct import DIRECT_MOMENTS
from adage.learn.match import blocks
from adage.learn.mine_lookups import ASKED, LOOK_UPS, bare, look_ups, read_prompts
from adage.learn.mine_reads import HOT, early_reads
from adage.learn.mine_repairs import REPAIR, SCOPE
from adage.learn.string import Strings, carrying, steps_of, taking
from adage.records import Reflex, Step
from adage.settings import Settings

ANY_EDIT = "edit:**"


def speaks_at(strings: Strings, reflex: Reflex, settings: Settings) -> Iterator[int]:
    """The events at which a reflex of one of these kinds would speak, in order.

    A repair speaks after the first edit, hot files at the first read, look-ups before what follows
    the prompt, a wider check at the end of a segment that ran the narrow one last.
    """
    if reflex.shape == REPAIR:
        yield from carrying(strings, strings.ids.get(ANY_EDIT, -1))[:1]
    elif reflex.shape == HOT:
        yield from (at for at, _, _ in list(early_reads(strings, 0))[:1])
    elif reflex.shape == LOOK_UPS:
        texts = {text.removeprefix(ASKED) for text in reflex.trigger}
        yield from (s.at for s in read_prompts(strings, settings) if s.text in texts)
    elif reflex.shape == SCOPE:
        yield from _narrow_ends(strings, reflex)


def _narrow_ends(strings: Strings, reflex: Reflex) -> Iterator[int]:
    narrow = taking(strings, strings.labels.of.get(reflex.trigger[0], -1))
    wide = taking(strings, strings.labels.of.get(reflex.steps[0], -1))
    edits = carrying(strings, strings.ids.get(ANY_EDIT, -1))
    for at in {int(strings.segment[at]): at for at in edits}.values():
        end = bisect_right(strings.segment, strings.segment[at]) - 1
        if _within(narrow, at, end) and not _within(wide, at, end):
            yield end


def _within(places: Sequence[int], after: int, end: int) -> bool:
    found = bisect_right(places, after)
    return found < len(places) and places[found] <= end


def is_whole(reflex: Reflex) -> bool:
    """Whether a reflex is of one of these kinds."""
    return reflex.shape in DIRECT_MOMENTS


def saved_turns(strings: Strings, reflex: Reflex, turn: int, settings: Settings) -> tuple[int, int]:
    """(times the habit came up after `turn`, turns that would have been one call)."""
    if reflex.shape == REPAIR:
        # A check that was green at once wanted no fixer; told as one call, it cost nothing either.
        found = list(_repairs(strings, reflex, turn)) or [1] * _ran(strings, reflex.steps[1], turn)
    elif reflex.shape == LOOK_UPS:
        found = list(_asked(strings, reflex, turn, settings))
    else:
        files = {text.removeprefix("read:") for text in reflex.steps}
        turns = {t for _, t, path in early_reads(strings, 0) if path in files and t > turn}
        found = [len(turns)] if turns else []
    return len(found), sum(turns - 1 for turns in found)


def _ran(strings: Strings, key: str, turn: int) -> int:
    """How often a step ran after `turn`."""
    runs = taking(strings, strings.labels.of.get(key, -1))
    return sum(_step(strings, at).turn > turn for at in runs)


def _repairs(strings: Strings, reflex: Reflex, turn: int) -> Iterator[int]:
    """Turns of each failed check, its fixer and the check again, with no edit in between."""
    fixer, check = (taking(strings, strings.labels.of.get(key, -1)) for key in reflex.steps)
    for start, end in blocks(strings):
        fixed = [at for at in fixer if start < at <= end]
        for at in fixed[:1]:
            before = [c for c in check if start < c < at and _step(strings, c).ok is False]
            after = [c for c in check if at < c <= end]
            if before and after and _step(strings, before[0]).turn > turn:
                events = (before[-1], at, after[0])
                yield len({_step(strings, event).turn for event in events})


def _asked(strings: Strings, reflex: Reflex, turn: int, settings: Settings) -> Iterator[int]:
    """Turns of the usual look-ups after each such prompt."""
    texts = {text.removeprefix(ASKED) for text in reflex.trigger}
    named = {strings.labels.of[key] for key in reflex.steps if key in strings.labels.of}
    wanted = {bare(strings, step) for step in named}
    for said in read_prompts(strings, settings):
        if said.text in texts:
            made = [at for step, at in look_ups(strings, said) if bare(strings, step) in wanted]
            turns = {_step(strings, at).turn for at in made} - set(range(turn + 1))
            if turns:
                yield len(turns)


def _step(strings: Strings, at: int) -> Step:
    return steps_of(strings, at)[0]

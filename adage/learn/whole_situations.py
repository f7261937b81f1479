"""Situations of the habits that are found whole: would it have gone well untold?

In: strings and a pattern of one of the kinds of `direct`. Out: for each untold situation, whether
the agent did of itself what the telling asks for. Math: site/math/04-uplift.md
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence

from adage.learn.match import blocks, is_exposed
from adage.learn.mine_lookups import ASKED, LOOK_UPS, bare, look_ups, read_prompts
from adage.learn.mine_reads import HOT, early_reads_of_all
from adage.learn.mine_repairs import REPAIR, SCOPE
from adage.learn.string import Strings, carrying, taking
from adage.records import Pattern
from adage.settings import Settings

WHOLE = (REPAIR, SCOPE, LOOK_UPS, HOT)


def whole_situations(strings: Strings, pattern: Pattern, settings: Settings) -> Iterator[bool]:
    """One verdict for each untold situation of the pattern, by the rule of its kind."""
    if pattern.shape == REPAIR:
        yield from _fixed_first(strings, pattern)
    elif pattern.shape == SCOPE:
        yield from _ended_wide(strings, pattern)
    elif pattern.shape == LOOK_UPS:
        yield from _looked_up_at_once(strings, pattern, settings)
    else:
        yield from _read_together(strings, pattern)


def _next(places: Sequence[int], position: int, end: int) -> int:
    """The first of `places` after `position` and up to `end`, or -1."""
    found = bisect_right(places, position)
    return places[found] if found < len(places) and places[found] <= end else -1


def _fixed_first(strings: Strings, pattern: Pattern) -> Iterator[bool]:
    """For each stretch after an edit with the check in it: did the fixer run before the check?"""
    fixer, check = (strings.labels.of[text] for text in pattern.steps)
    for start, end in blocks(strings):
        checked = _next(taking(strings, check), start, end)
        if checked >= 0 and not is_exposed(strings, (fixer, check), checked):
            yield _next(taking(strings, fixer), start, checked) >= 0


def _ended_wide(strings: Strings, pattern: Pattern) -> Iterator[bool]:
    """For each segment whose last edit was followed by the narrow check: by the wider one too?"""
    narrow, wide = strings.labels.of[pattern.context[0]], strings.labels.of[pattern.steps[0]]
    edits = carrying(strings, strings.ids.get("edit:**", -1))
    last = {int(strings.segment[at]): at for at in edits}
    for segment, at in last.items():
        end = bisect_right(strings.segment, segment) - 1
        if _next(taking(strings, narrow), at, end) >= 0 and not is_exposed(strings, (wide,), end):
            yield _next(taking(strings, wide), at, end) >= 0


def _looked_up_at_once(strings: Strings, pattern: Pattern, settings: Settings) -> Iterator[bool]:
    """For each such prompt: did all look-ups stand in one turn?"""
    texts = {text.removeprefix(ASKED) for text in pattern.context}
    steps = [strings.labels.of[key] for key in pattern.steps]
    wanted = {bare(strings, step) for step in steps}
    for said in read_prompts(strings, settings):
        if said.text in texts and not is_exposed(strings, steps, said.end - 1):
            made = {bare(strings, step): at for step, at in look_ups(strings, said)}
            turns = {int(strings.turn[made[step]]) for step in wanted if step in made}
            yield wanted <= set(made) and len(turns) == 1


def _read_together(strings: Strings, pattern: Pattern) -> Iterator[bool]:
    """For each trace that read two of the files or more before editing: did one turn hold them?"""
    files = {text.removeprefix("read:") for text in pattern.steps}
    for found in early_reads_of_all(strings):
        reads = [(turn, path) for _, turn, path in found if path in files]
        if len({path for _, path in reads}) > 1:
            yield len({turn for turn, _ in reads}) == 1

"""Recount: every compiled reflex is counted again, in whole sessions, as its trigger reads them.

In: provisional reflexes and strings. Out: the same reflexes with k of n, the lower bound, the tasks
that support them, the four counts of the contrast, and the sessions for and against by name.
Math: site/math/03-evidence.md
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from adage.constants import WILSON_Z, WINDOW, WITNESSES
from adage.formulas import contrast, wilson_lower
from adage.learn.chance_arrays import Bools, anchor_events, runs_of
from adage.learn.match import Vote, votes
from adage.learn.mine_pairs import pairs_of
from adage.learn.string import Ints, Strings, line_of
from adage.records import Pattern, Reflex, Witness
from adage.settings import Settings


def recount(
    strings: Strings, reflexes: Sequence[Reflex], weights: Sequence[float], settings: Settings
) -> tuple[Reflex, ...]:
    """Give every reflex its evidence; `weights` are the roots' weights by age."""
    return tuple(_recount(strings, reflex, weights, settings) for reflex in reflexes)


def pattern_of(reflex: Reflex) -> Pattern:
    """The pattern that a reflex was compiled from."""
    return Pattern(reflex.shape, reflex.trigger, reflex.steps, 0)


def _recount(
    strings: Strings, reflex: Reflex, weights: Sequence[float], settings: Settings
) -> Reflex:
    pattern = pattern_of(reflex)
    found = votes(strings, pattern, settings)
    held = [vote for vote in found if vote.held]
    k, n = len(held), len(found)
    witnesses = [witness_of(strings, vote, weights) for vote in newest_first(strings, found)]
    most = settings[WITNESSES]
    supporting, tasks = _support(strings, pattern, held, settings)
    counts = contrast_counts(strings, pattern, k, n, settings)
    return replace(
        reflex,
        k=k,
        n=n,
        lb=wilson_lower(k, n, settings[WILSON_Z]),
        rate=k / n if n else 0.0,
        tasks=tasks,
        contrast=_contrast(pattern, counts),
        contrast_counts=counts,
        pairs=supporting,
        supporting=tuple([w for w in witnesses if w.held][:most]),
        refuting=tuple([w for w in witnesses if not w.held][:most]),
    )


def _support(
    strings: Strings, pattern: Pattern, held: Sequence[Vote], settings: Settings
) -> tuple[int, int]:
    """Roots that support the reflex and the tasks they span.

    A dead end is supported by the roots that went on to the check that works.
    """
    roots = [vote.root for vote in held]
    if pattern.shape == "avoid":
        roots = sorted(pairs_of(strings, pattern, settings))
    return len(roots), len({strings.tasks[root] for root in roots})


def newest_first(strings: Strings, found: Sequence[Vote]) -> list[Vote]:
    """The votes of the roots that ended last first."""
    return sorted(found, key=lambda vote: (-strings.ends[vote.root], strings.roots[vote.root]))


def witness_of(strings: Strings, vote: Vote, weights: Sequence[float]) -> Witness:
    """Where to look for a vote: the line of the step that decided it."""
    at = vote.hit if vote.held and vote.hit >= 0 else vote.anchor
    trace = strings.traces[strings.trace[at]]
    return Witness(
        trace=trace.id,
        root=strings.roots[vote.root],
        task=strings.tasks[vote.root],
        path=trace.path,
        line=line_of(strings, at),
        held=vote.held,
        end=strings.ends[vote.root],
        weight=weights[vote.root],
    )


def contrast_counts(
    strings: Strings, pattern: Pattern, k: int, n: int, settings: Settings
) -> tuple[int, int, int, int]:
    """(k, n, roots without the trigger that ran the step anyway, roots without the trigger)."""
    if pattern.shape in ("avoid", "read-batch"):
        return k, n, 0, 0
    context = [strings.ids.get(text, -1) for text in pattern.context]
    reach = len(strings) if pattern.shape == "obligation" else settings[WINDOW] - 1
    apart = _roots_with(strings, anchor_events(strings, context, reach))
    ran = np.ones(len(strings.roots), dtype=bool)
    for text in pattern.steps:
        ran &= _roots_with(strings, runs_of(strings, strings.labels.of[text]))
    return k, n, int((ran & ~apart).sum()), int((~apart).sum())


def _roots_with(strings: Strings, events: Ints) -> Bools:
    found = np.zeros(len(strings.roots), dtype=bool)
    found[strings.root[events]] = True
    return found


def _contrast(pattern: Pattern, counts: tuple[int, int, int, int]) -> float | None:
    if pattern.shape in ("avoid", "read-batch"):
        return None
    return contrast(*counts)

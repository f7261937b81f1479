"""Baselines: what a learner must beat, as reflexes that are replayed and judged like its own.

In: strings of the sessions to learn from, or a play. Out: reflexes. Naive ones name every check or
build that followed an event often enough, with no contrast, no code table and no ceiling.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np
import numpy.typing as npt

from adage.constants import WINDOW
from adage.formulas import at_least
from adage.learn.compile import MOMENTS, reflex_id
from adage.learn.replay import Said
from adage.learn.string import Strings, taking
from adage.measure.play import Play
from adage.records import Effect, Pattern, Prototype, Reflex
from adage.settings import Settings

Counts = npt.NDArray[np.int64]
Follows = Callable[[int], npt.NDArray[np.bool_]]  # a step's prototype -> which events it follows
CHECKS = (Effect.VERIFY, Effect.REGENERATE)


def bare_reflex(shape: str, trigger: Sequence[str], steps: Sequence[str], k: int, n: int) -> Reflex:
    """A reflex with nothing behind it but a count: `k` of `n` events."""
    pattern = Pattern(shape, tuple(trigger), tuple(steps), n)
    return Reflex(
        id=reflex_id(pattern), shape=shape, trigger=pattern.context, steps=pattern.steps,
        command="", effect=Effect.VERIFY, strength="prime", k=k, n=n, lb=0.0,
        rate=k / n if n else 0.0, tasks=0, contrast=None, contrast_counts=(0, 0, 0, 0), pairs=0,
        s=float(k), n_weighted=float(n), m=0.0, mean=0.0, q05=0.0, parent="", bits=0.0, gate="",
        why="", supporting=(), refuting=(),
    )  # fmt: skip


def next_event(strings: Strings, share: float) -> tuple[Reflex, ...]:
    """Name the check that is the very next event after at least `share` of an event's occurrences.

    The next-step bigram: a segment's last event has no next one and counts against it.
    """
    follows = np.full(len(strings), -1, dtype=np.int64)
    same = strings.segment[1:] == strings.segment[:-1]
    follows[:-1][same] = strings.taken[1:][same]
    return tuple(_often(strings, lambda step: follows == step, share))


def within_window(strings: Strings, share: float, settings: Settings) -> tuple[Reflex, ...]:
    """Name the check that came within the window after at least `share` of an event's runs."""
    window = settings[WINDOW]
    return tuple(_often(strings, lambda step: _comes(strings, step, window), share))


def _comes(strings: Strings, step: int, window: int) -> npt.NDArray[np.bool_]:
    """For each event, whether `step` runs later in its segment within `window` ticks."""
    runs = np.array(taking(strings, step), dtype=np.int64)
    place = np.searchsorted(runs, np.arange(len(strings)), side="right")
    there = place < len(runs)
    later = runs[np.minimum(place, len(runs) - 1)]
    near = strings.clock[later] - strings.clock <= window
    found: npt.NDArray[np.bool_] = there & near & (strings.segment[later] == strings.segment)
    return found


def _often(strings: Strings, follows: Follows, share: float) -> Iterator[Reflex]:
    """A reflex for each event symbol and check where the check followed often enough."""
    symbols = event_symbols(strings)
    count = np.bincount(symbols, minlength=len(strings.alphabet))
    for prototype in strings.labels.prototypes:
        if prototype.effect not in CHECKS or not taking(strings, prototype.id):
            continue
        held = np.bincount(symbols[follows(prototype.id)], minlength=len(strings.alphabet))
        yield from _named(strings, prototype, count, held, share)


def _named(
    strings: Strings, step: Prototype, count: Counts, held: Counts, share: float
) -> Iterator[Reflex]:
    for item in np.flatnonzero(held):
        if count[item] > 1 and at_least(held[item] / count[item], share):
            trigger = strings.alphabet[item].text
            yield bare_reflex("run", [trigger], [step.key], int(held[item]), int(count[item]))


def event_symbols(strings: Strings) -> npt.NDArray[np.int64]:
    """One item for each event: an edit's folder class, everything else's own item."""
    second = strings.items[:, 1]
    return np.where(second >= 0, second, strings.items[:, 0]).astype(np.int64)


def perfect(play: Play) -> tuple[Said, ...]:
    """What somebody who knows the planted rules says: each need once, the moment it opens."""
    said = []
    for need in play.needs:
        reflex = bare_reflex("run", ["prompt"], need.steps, 1, 1)
        said.append(Said(reflex, MOMENTS["run"], 0, need.after, -1))
    return tuple(said)

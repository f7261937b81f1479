"""The objects of chapter 7: hooks, the moments of a rehearsed session, coins, and three endings.

In: a `Rehearsal`, or the sessions of a run. Out: `Thing`s. The coins serve chapter 8 too.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from adage.formulas import arm
from adage.records import Effect, Trace
from adage_map.rehearse import HOOKS, Rehearsal
from adage_map.things import SOLIDS, Thing

# What a ring and a line can hold and a person can still read.
MOMENTS, COINS = 160, 160


def speak_things(found: Rehearsal, lane_of: Mapping[str, int], start: int) -> list[Thing]:
    """Hooks, moments and endings, in one fixed order; `start` is the row of the first."""
    things = [Thing(f"h:{name}", "hook", "post", name, ref=n) for n, name in enumerate(HOOKS)]
    things += _moments(found, lane_of.get(found.session, -1), start)
    things += _batches(found)
    return things


def _moments(found: Rehearsal, lane: int, start: int) -> Iterator[Thing]:
    for number, moment in enumerate(found.moments[:MOMENTS]):
        words = "said something" if moment.text else "silent"
        yield Thing(
            f"m:{number}",
            "moment",
            "bead",
            f"{moment.hook}, event {number + 1}: {words}",
            lane=lane,
            ref=number,
            owner=start + HOOKS.index(moment.hook),
            text=moment.text,
            ok=int(bool(moment.text)),
        )


def coin_things(
    share: float, traces: Sequence[Trace], lane_of: Mapping[str, int], first: Collection[str]
) -> Iterator[Thing]:
    """One coin per session of a person: those in `first`, then the shown ones and short names."""
    roots = [trace for trace in traces if trace.id == trace.root]
    roots.sort(key=lambda t: (t.id not in first, t.id not in lane_of, len(t.id), t.id))
    for number, trace in enumerate(roots[:COINS]):
        side = arm(trace.id, share)
        label = f"session {trace.id[:8]}: x = {side['x']:.3f}, {side['arm']}"
        yield Thing(
            f"a:{trace.id}",
            "coin",
            "disc",
            label,
            lane=lane_of.get(trace.id, -1),
            ref=number,
            text=trace.path,
            ok=int(side["arm"] == "treated"),
        )


def _batches(found: Rehearsal) -> Iterator[Thing]:
    """What the agent did in each of the three endings, batch by batch."""
    for row, ending in enumerate(found.endings):
        for number, what in enumerate(ending.batches):
            effect = found.told.effect if what == "step" else Effect.OBSERVE
            failed = what == "step" and ending.outcome == "misfired"
            words = found.told.command if what == "step" else "looked at something else"
            yield Thing(
                f"q:{row}:{number}",
                "batch",
                SOLIDS[int(effect)],
                f"{ending.outcome}, batch {number + 1}: {words}",
                int(effect),
                ref=row,
                owner=number,
                ok=0 if failed else 1,
            )

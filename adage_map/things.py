"""The objects of the world, one by one: sheets, lines, steps, prototypes, capsules and beads.

In: records of the learner. Out: `Thing`s, each with the words and numbers the page may show of it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from adage.records import Candidate, Pattern, Prototype, Reflex, Step, Trace, Witness
from adage.redact import redact
from adage_map.words import pattern_words

# What one sheet can hold and a person can still read.
CALLS = 72
TEXT = 200

SOLIDS = ("sphere", "octahedron", "cylinder", "prism", "cube", "cone")
KINDS = (
    *("sheet", "line", "result", "step", "prototype", "reflex", "bead", "book"),
    *("hook", "moment", "coin", "batch", "request", "card", "task"),
)


@dataclass(frozen=True, slots=True)
class Thing:
    """One object. `lane` is its session's lane or -1, `ref` its place among its own kind.

    `owner` is the row of the object it belongs to (a step's line, a bead's capsule), or -1.
    """

    id: str
    kind: str
    solid: str
    label: str
    effect: int = -1
    lane: int = -1
    ref: int = -1
    owner: int = -1
    text: str = ""
    line: int = 0
    ok: int = -1


@dataclass(frozen=True, slots=True)
class Capsule:
    """A pattern on its way to a reflex: the same object before and after it was judged."""

    pattern: Pattern
    candidate: Candidate | None
    reflex: Reflex | None

    @property
    def id(self) -> str:
        """The reflex's id, or a fingerprint of the pattern while there is no reflex."""
        if self.reflex is not None:
            return f"r:{self.reflex.id}"
        text = "|".join((self.pattern.shape, *self.pattern.context, "=>", *self.pattern.steps))
        return f"p:{hashlib.sha256(text.encode()).hexdigest()[:12]}"


def prototype_things(prototypes: Iterable[Prototype]) -> list[Thing]:
    """One disc per prototype, in their order."""
    return [
        Thing(f"l:{p.id}", "prototype", "disc", p.key, int(p.effect), ref=number, text=p.command)
        for number, p in enumerate(prototypes)
    ]


def capsule_thing(capsule: Capsule, ref: int) -> Thing:
    """The capsule of a pattern, coloured by the effect of its step once that is known."""
    pattern, reflex = capsule.pattern, capsule.reflex
    effect = int(reflex.effect) if reflex else -1
    label = pattern_words(pattern.context, pattern.steps)
    return Thing(capsule.id, "reflex", pattern.shape, label, effect, ref=ref)


def bead_thing(
    witness: Witness,
    number: int,
    capsule: Capsule,
    ref: int,
    first_capsule: int,
    lane_of: Mapping[str, int],
) -> Thing:
    """The bead of one counted session, owned by its capsule."""
    held = "held" if witness.held else "did not hold"
    return Thing(
        f"b:{capsule.id[2:]}:{number}",
        "bead",
        "bead",
        f"session {witness.trace[:8] or 'counted, not listed'}: {held}",
        lane=lane_of.get(witness.trace, -1),
        ref=number,
        owner=first_capsule + ref,
        text=witness.path,
        line=witness.line,
        ok=int(witness.held),
    )


def session_things(trace: Trace, lane: int, calls: Sequence[Any], start: int) -> list[Thing]:
    """A session's sheet, its lines with their results, and the steps its calls split into."""
    name = f"{trace.harness.replace('_', ' ')} {trace.id[:8]}"
    things = [Thing(f"s:{trace.id}", "sheet", "sheet", name, lane=lane, text=trace.path)]
    order = sorted({step.call for step in trace.steps})[:CALLS]
    row_of: dict[int, int] = {}
    for place, number in enumerate(order):
        mine = [step for step in trace.steps if step.call == number]
        call = calls[number] if number < len(calls) else None
        name = call.name if call else mine[0].tool
        line = call.line if call else mine[0].line
        has_result = call.outcome != "unknown" if call else mine[-1].ok is not None
        row_of[number] = start + len(things)
        text = shorten((call.text or " ".join(call.paths)) if call else mine[0].raw)
        things.append(_line(trace, lane, place, number, name, line, text, "line", -1))
        if has_result:
            outcome = call.outcome if call else ("ok" if mine[-1].ok else "failed")
            owner = row_of[number]
            things.append(_line(trace, lane, place, number, name, line, outcome, "result", owner))
    things += [
        _step(trace.id, step, lane, row_of[step.call])
        for step in trace.steps
        if step.call in row_of
    ]
    return things


def _step(trace: str, step: Step, lane: int, owner: int) -> Thing:
    return Thing(
        f"e:{trace}:{step.idx}",
        "step",
        SOLIDS[int(step.effect)],
        step.key,
        int(step.effect),
        lane,
        step.idx,
        owner,
        shorten(step.raw),
        step.line,
        -1 if step.ok is None else int(step.ok),
    )


def _line(
    trace: Trace,
    lane: int,
    place: int,
    call: int,
    name: str,
    line: int,
    text: str,
    kind: str,
    owner: int,
) -> Thing:
    letter = "c" if kind == "line" else "o"
    thing_id = f"{letter}:{trace.id}:{call}"
    return Thing(thing_id, kind, "slab", name, -1, lane, place, owner, text, line)


def shorten(text: str) -> str:
    """A text as the page may show it: secrets masked, on one line, at most 200 characters."""
    masked, _ = redact(" ".join(text.split()))
    return masked if len(masked) <= TEXT else f"{masked[: TEXT - 1]}…"

"""Compare: what changed between two generations, and because of which sessions.

In: two generations. Out: a `Difference` for each reflex, family, card or instinct that says more,
less or something else, or was counted otherwise, with the sessions that joined or left its counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from adage.findings import Card, Family
from adage.generations import Generation, Voters
from adage.learn.changes import KINDS, Standing, changes
from adage.learn.index import ACTIVE
from adage.learn.review import GATE
from adage.records import Reflex


@dataclass(frozen=True, slots=True)
class Voice:
    """One session's part in a count: where to look, and whether it took the step."""

    root: str
    path: str
    line: int
    held: bool


@dataclass(frozen=True, slots=True)
class CardStanding:
    """A card as something that stands, to be compared like a reflex: k of n sessions succeeded."""

    id: str
    k: int
    n: int
    card: Card
    strength: str = "prime"
    quiet: bool = False


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing in both generations; `before` or `after` is None where it does not stand.

    `joined` and `left` are the sessions that count now or no longer, `turned` those that took the
    step in one of the two only, as they stand now. `why` says in words what stopped or changed it.
    """

    kind: str
    id: str
    before: Standing | None
    after: Standing | None
    joined: tuple[Voice, ...] = ()
    left: tuple[Voice, ...] = ()
    turned: tuple[Voice, ...] = ()
    why: str = ""


def compare(before: Generation, after: Generation) -> tuple[Difference, ...]:
    """Every difference, most important kind first, then by id."""
    return tuple(
        sorted(_differences(before, after), key=lambda each: (KINDS.index(each.kind), each.id))
    )


def sessions_between(before: Generation, after: Generation) -> tuple[set[str], set[str]]:
    """The ids of the sessions that joined and of those that left."""
    old, new = ({lane.root for lane in each.lanes} for each in (before, after))
    return new - old, old - new


def _differences(before: Generation, after: Generation) -> Iterator[Difference]:
    old, new = ({each.reflex: each for each in one.voters} for one in (before, after))
    joined, left = sessions_between(before, after)
    for change in changes(_standing(before), _standing(after)):
        voices = _voices(before, old.get(change.id)), _voices(after, new.get(change.id))
        came, went, turned = _moves(*voices)
        if change.before is None:
            # It was not counted before: only sessions that are new themselves can have made it.
            came = tuple(voice for voice in came if voice.root in joined)
        if change.after is None or change.id not in new:
            went = tuple(voice for voice in went if voice.root in left)
        yield Difference(
            kind=_kind(change.kind, change.before, change.after),
            id=change.id,
            before=change.before,
            after=change.after,
            joined=came,
            left=went,
            turned=turned,
            why=_why(change.id, change.before, change.after, before, after),
        )


def _standing(generation: Generation) -> Iterator[Standing]:
    yield from generation.reflexes
    yield from generation.families
    yield from (one for one in generation.instincts if one.strength in ACTIVE)
    for card in generation.cards:
        yield CardStanding(card.id, card.passing, card.traces, card)


def _kind(kind: str, before: Standing | None, after: Standing | None) -> str:
    """The kind of a change; what spoke and is now quiet or dismissed was silenced, not demoted."""
    if kind != "demoted" or before is None or after is None or after.strength in ACTIVE:
        return kind
    is_muted = after.quiet or (isinstance(after, Reflex | Family) and after.gate == GATE)
    return "silenced" if is_muted and before.strength in ACTIVE else kind


def _voices(generation: Generation, rows: Voters | None) -> dict[str, Voice]:
    """The sessions behind a count, by id."""
    if rows is None:
        return {}
    found = zip(rows.lanes, rows.lines, rows.held, strict=True)
    lanes = generation.lanes
    return {
        lanes[lane].root: Voice(lanes[lane].root, lanes[lane].path, line, bool(held))
        for lane, line, held in found
    }


def _moves(
    old: dict[str, Voice], new: dict[str, Voice]
) -> tuple[tuple[Voice, ...], tuple[Voice, ...], tuple[Voice, ...]]:
    """Who joined, who left, who took the step in one of the two only."""
    return (
        tuple(voice for root, voice in new.items() if root not in old),
        tuple(voice for root, voice in old.items() if root not in new),
        tuple(v for root, v in new.items() if root in old and old[root].held != v.held),
    )


def _why(
    name: str, old: Standing | None, new: Standing | None, before: Generation, after: Generation
) -> str:
    """What stopped it, where that is known; else the words it stands with now."""
    said = new.why if isinstance(new, Reflex | Family) else _stopped(name, after)
    if old is None and (earlier := _stopped(name, before)):
        return f"before: {earlier}; now: {said}"
    return said


def _stopped(name: str, generation: Generation) -> str:
    """The gate that a candidate did not pass."""
    return next((f"{s.gate}: {s.why}" for s in generation.stopped if s.id == name), "")

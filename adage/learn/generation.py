"""Generation: what one learning gave, in the form in which it is kept to be compared.

In: the records of a finished run, the index as it is sealed, and the moment. Out: a `Generation`
with every judged reflex, the sessions behind its counts, and what was stopped before it became one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from adage.generations import Generation, Lane, Made, Stopped, Voters
from adage.learn.compile import reflex_id
from adage.learn.string import Strings
from adage.learn.voters import voters
from adage.records import Candidate, Index, Reflex, StageRecord, Witness
from adage.settings import Settings


def generation_of(
    records: Mapping[str, StageRecord],
    index: Index,
    instincts: tuple[Reflex, ...],
    now: float,
    settings: Settings,
) -> Generation:
    """The generation that a run made; `now` in seconds.

    `index` holds what was learned and those of the `instincts` that may speak.
    """
    strings: Strings = records["string"].detail
    learned: tuple[Reflex, ...] = records["uplift"].detail
    reviewed = records["review"].detail
    lanes = _Lanes()
    rows = tuple(
        lanes.rows(reflex.id, voters(strings, reflex, settings))
        for reflex in learned
        if reflex.strength != "dropped"
    )
    return Generation(
        made=Made(
            name=index.generation,
            first=now,
            last=now,
            sessions=len(strings.roots),
            until=max(strings.ends, default=0.0),
            said=len(index.reflexes),
        ),
        learned=learned,
        reflexes=reviewed.reflexes,
        families=records["intent"].detail,
        cards=records["cards"].detail,
        instincts=instincts,
        lanes=tuple(lanes.known),
        voters=rows,
        stopped=tuple(_stopped(records["select"].detail)),
    )


def _stopped(candidates: Iterable[Candidate]) -> Iterable[Stopped]:
    for candidate in candidates:
        if candidate.gate:
            yield Stopped(reflex_id(candidate.pattern), candidate.gate, candidate.why)


class _Lanes:
    """Numbers each transcript as it is first named."""

    def __init__(self) -> None:
        self.known: dict[Lane, int] = {}

    def rows(self, reflex: str, found: Iterable[Witness]) -> Voters:
        """The witnesses of one reflex as rows."""
        seen = list(found)
        lanes = (Lane(each.root, each.path, each.end) for each in seen)
        return Voters(
            reflex=reflex,
            lanes=tuple(self.known.setdefault(lane, len(self.known)) for lane in lanes),
            lines=tuple(each.line for each in seen),
            held=tuple(int(each.held) for each in seen),
        )

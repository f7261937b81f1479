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
from adage.records import Candidate, Index, Reflex, StageRecord, Trace, Witness
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
    lanes = _Lanes(strings.traces)
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
    """Numbers the transcripts, oldest first."""

    def __init__(self, traces: Iterable[Trace]) -> None:
        self.known: dict[Lane, int] = {}
        for trace in traces:
            self._number(trace.root, trace.path)

    def rows(self, reflex: str, found: Iterable[Witness]) -> Voters:
        """The witnesses of one reflex as rows."""
        seen = list(found)
        return Voters(
            reflex=reflex,
            lanes=tuple(self._number(each.root, each.path) for each in seen),
            lines=tuple(each.line for each in seen),
            held=tuple(int(each.held) for each in seen),
        )

    def _number(self, root: str, path: str) -> int:
        return self.known.setdefault(Lane(root, path), len(self.known))

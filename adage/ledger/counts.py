"""Count what agents made of each reflex: followed beside ignored.

In: the ledgers of sessions. Out: counts by reflex id. What is still pending, and what has no step
that could be followed, counts nowhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from adage.ledger.records import Entry, SessionLedger

OUTCOMES = ("followed", "ignored", "misfired")
Counts = tuple[int, int, int]  # in the order of OUTCOMES
NONE: Counts = (0, 0, 0)


@dataclass(frozen=True, slots=True)
class ReflexRow:
    """One reflex over many sessions: how often it was said, withheld in control sessions and
    stopped by a gate, and what agents did. `told` and `untold` are (followed, ignored, misfired).
    """

    id: str
    kind: str
    route: str
    said: int
    withheld: int
    stopped: int
    told: Counts
    untold: Counts


def followed_counts(ledger: Iterable[SessionLedger]) -> dict[str, Counts]:
    """{reflex id: (followed, ignored, misfired)} of what was said, sorted by id.

    A directive that the client's transcript was looked at for and does not show may never have
    been read, so it counts nowhere.
    """
    return _counted(each for each in _entries(ledger) if each.said and each.delivered is not False)


def withheld_counts(ledger: Iterable[SessionLedger]) -> dict[str, Counts]:
    """The same of what control sessions were not told: what agents do of themselves."""
    return _counted(entry for entry in _entries(ledger) if not entry.said)


def reflex_rows(ledger: Sequence[SessionLedger]) -> list[ReflexRow]:
    """One row for each reflex that was said, withheld or stopped, the most said first."""
    told, untold = followed_counts(ledger), withheld_counts(ledger)
    latest = {entry.id: entry for entry in _entries(ledger)}
    stopped = Counter(name for session in ledger for _, name, _ in session.stopped)
    said = Counter(entry.id for entry in _entries(ledger) if entry.said)
    withheld = Counter(entry.id for entry in _entries(ledger) if not entry.said)
    rows = [
        ReflexRow(
            id=name,
            kind=latest[name].kind if name in latest else "",
            route=latest[name].route if name in latest else "",
            said=said[name],
            withheld=withheld[name],
            stopped=stopped[name],
            told=told.get(name, NONE),
            untold=untold.get(name, NONE),
        )
        for name in dict.fromkeys([*latest, *stopped])
    ]
    return sorted(rows, key=lambda row: (-row.said, -row.withheld, -row.stopped, row.id))


def _entries(ledger: Iterable[SessionLedger]) -> Iterator[Entry]:
    return (entry for session in ledger for entry in session.entries)


def _counted(entries: Iterable[Entry]) -> dict[str, Counts]:
    found: dict[str, list[int]] = {}
    for entry in entries:
        if entry.outcome in OUTCOMES:
            counts = found.setdefault(entry.id, [*NONE])
            counts[OUTCOMES.index(entry.outcome)] += 1
    return {
        name: (followed, ignored, misfired)
        for name, (followed, ignored, misfired) in sorted(found.items())
    }

"""Count what agents made of each reflex: followed beside ignored.

In: the ledgers of sessions. Out: counts by reflex id. What is still pending, and what has no step
that could be followed, counts nowhere.
"""

from __future__ import annotations

from collections.abc import Iterable

from adage.ledger.records import Entry, SessionLedger

OUTCOMES = ("followed", "ignored", "misfired")


def followed_counts(ledger: Iterable[SessionLedger]) -> dict[str, tuple[int, int, int]]:
    """{reflex id: (followed, ignored, misfired)} of what was said, sorted by id.

    A directive that the client's transcript was looked at for and does not show may never have
    been read, so it counts nowhere.
    """
    return _counted(
        entry for entry in _entries(ledger) if entry.said and entry.delivered is not False
    )


def withheld_counts(ledger: Iterable[SessionLedger]) -> dict[str, tuple[int, int, int]]:
    """The same of what control sessions were not told: what agents do of themselves."""
    return _counted(entry for entry in _entries(ledger) if not entry.said)


def _entries(ledger: Iterable[SessionLedger]) -> Iterable[Entry]:
    return (entry for session in ledger for entry in session.entries)


def _counted(entries: Iterable[Entry]) -> dict[str, tuple[int, int, int]]:
    found: dict[str, list[int]] = {}
    for entry in entries:
        if entry.outcome in OUTCOMES:
            counts = found.setdefault(entry.id, [0] * len(OUTCOMES))
            counts[OUTCOMES.index(entry.outcome)] += 1
    return {
        name: (followed, ignored, misfired)
        for name, (followed, ignored, misfired) in sorted(found.items())
    }

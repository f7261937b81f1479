"""Who listens to the learner: a recorder is handed each stage's record as the stage ends.

With no recorder nothing is kept and the result is the same, byte for byte.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from adage.records import Reflex, StageRecord


class Recorder(Protocol):
    """Anything that wants the stages' records."""

    def stage(self, record: StageRecord) -> None:
        """Take the record of the stage that has just ended."""


class Recording:
    """A recorder that keeps every record by the stage's name, in the order they ran."""

    def __init__(self) -> None:
        self.records: dict[str, StageRecord] = {}

    def stage(self, record: StageRecord) -> None:
        """Keep `record`."""
        self.records[record.name] = record

    def summaries(self) -> list[dict[str, Any]]:
        """Each stage's name, letter and summary, ready for JSON."""
        return [
            {"name": r.name, "letter": r.letter, **dict(_plain(r.summary))}
            for r in self.records.values()
        ]


def last_reflexes(records: Mapping[str, StageRecord]) -> tuple[Reflex, ...]:
    """Every reflex as the last stage that judges left it, those that may not speak included."""
    if "review" in records:
        reviewed: tuple[Reflex, ...] = records["review"].detail.reflexes
        return reviewed
    found: tuple[Reflex, ...] = records["uplift"].detail
    return found


def _plain(summary: Mapping[str, Any]) -> dict[str, Any]:
    return {key: round(v, 6) if isinstance(v, float) else v for key, v in summary.items()}

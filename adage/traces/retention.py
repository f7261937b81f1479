"""How long Claude Code keeps transcripts, and how much time the oldest one has left.

In: Claude Code's folder, the reading and the present moment. Out: a `Retention`. Codex and OpenCode
delete nothing by themselves.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from adage.constants import CLAUDE_RETENTION_DAYS
from adage.records import DAY_S, Session


@dataclass(frozen=True, slots=True)
class Retention:
    """`days` transcripts are kept, as `source` says; `days_left` is None without a transcript."""

    days: int
    source: str
    days_left: float | None


def read_retention(folder: Path, sessions: Sequence[Session], now: float) -> Retention:
    """The retention that applies to the Claude Code sessions still on disk."""
    days, source = _setting(folder / "settings.json")
    ends = [session.end for session in sessions if session.harness == "claude" and session.end]
    left = days - (now - min(ends)) / DAY_S if ends else None
    return Retention(days, source, left)


def _setting(path: Path) -> tuple[int, str]:
    try:
        value = json.loads(path.read_bytes()).get("cleanupPeriodDays")
    except (OSError, ValueError, AttributeError, RecursionError):
        value = None
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return value, str(path)
    return CLAUDE_RETENTION_DAYS.default, "Claude Code's default"

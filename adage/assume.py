"""Assume: the instincts of one repository, joined with what was learned of it.

In: the repository's root and state folder, the learned index and the traces behind it. Out: the
index with the instincts that may speak, and all of them with what silences the others. The files of
the root folder and the hook's memories are only read.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from adage.constants import INSTINCTS_ENABLED, ORIENT_BYTES
from adage.decisions import DISMISS, read_decisions
from adage.learn.instinct_evidence import what_sessions_showed
from adage.learn.instinct_table import named_files
from adage.learn.instincts import instincts, join, yield_to
from adage.learn.root_files import look_at
from adage.ledger.judge import session_ledger
from adage.ledger.memories import read_memories
from adage.ledger.records import Entry
from adage.records import Index, Reflex, Trace
from adage.settings import Settings
from adage.traces.effects import Rules


@dataclass(frozen=True, slots=True)
class Assumed:
    """The index to seal, and every instinct that the files speak for."""

    index: Index
    instincts: tuple[Reflex, ...]


def assume(
    root: Path,
    folder: Path,
    index: Index,
    traces: Iterable[Trace],
    settings: Settings,
    rules: Rules,
) -> Assumed:
    """Look at the files in `root`, weigh what they say, and join it with `index`."""
    facts = look_at(root, named_files(), settings[ORIENT_BYTES])
    if not facts or not settings[INSTINCTS_ENABLED]:
        return Assumed(index, ())
    dismissed = {each.id: each.verdict == DISMISS for each in read_decisions(folder)}
    made = instincts(
        facts,
        what_sessions_showed(traces),
        _told(folder, settings),
        settings,
        rules,
        dismissed={name for name, is_so in dismissed.items() if is_so},
    )
    made = yield_to(index.reflexes, made)
    return Assumed(join(index, made, settings), made)


def _told(folder: Path, settings: Settings) -> list[Entry]:
    """What became of every directive; whether it arrived is not asked, which spares transcripts."""
    return [
        entry
        for session, known in read_memories(folder).items()
        for entry in session_ledger(session, known, settings).entries
    ]

"""The ledger: what was said in a session, whether it arrived, and what the agent made of it.

In: the sessions' memories that the hook writes, and the transcripts. Out: a `SessionLedger` for
each session. Nothing here runs in a hook.
"""

from __future__ import annotations

from adage.ledger.counts import ReflexRow, followed_counts, reflex_rows, withheld_counts
from adage.ledger.judge import read_sessions, session_ledger
from adage.ledger.records import Entry, SessionLedger
from adage.ledger.rewrites import applied_rewrites

__all__ = [
    "Entry",
    "ReflexRow",
    "SessionLedger",
    "applied_rewrites",
    "followed_counts",
    "read_sessions",
    "reflex_rows",
    "session_ledger",
    "withheld_counts",
]

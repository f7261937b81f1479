"""Join what the hook remembers with what the transcripts tell.

In: a `Reading` and the memories of its repository's sessions. Out: the same reading in which each
command is what really ran, every directive that was said is known as told, and the ledgers stand.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from html import escape
from itertools import accumulate
from pathlib import Path

from adage.hook.rewrite import Edit
from adage.ledger.judge import session_ledger
from adage.ledger.memories import Record, memory_name, read_memories
from adage.ledger.records import Entry, SessionLedger
from adage.ledger.rewrites import rewrites_of, rewritten
from adage.records import Call, HookNote, Reading, Session
from adage.settings import Settings
from adage.traces.directives import nonces_of
from adage.traces.draft import Result, as_run, with_result


def read_ledger(reading: Reading, folder: Path, settings: Settings) -> Reading:
    """`reading` joined with the memories that stand in the repository's state folder."""
    return join_ledger(reading, read_memories(folder), settings)


def join_ledger(
    reading: Reading, memories: Mapping[str, Sequence[Record]], settings: Settings
) -> Reading:
    """`reading` joined with the records of sessions, by the name of each session's memory."""
    edits: dict[str, tuple[Edit, ...]] = {}
    for known in memories.values():
        edits.update(rewrites_of(known))
    nonces = _nonces(reading.sessions)
    ids = {memory_name(session): session for session in nonces}
    named = {ids.get(name, name): known for name, known in memories.items()}
    ledgers = tuple(
        session_ledger(session, known, settings, nonces.get(session))
        for session, known in named.items()
    )
    said = _said(ledgers)
    sessions = tuple(
        _joined(session, edits, _said_to(session, said)) for session in reading.sessions
    )
    return replace(reading, sessions=sessions, ledger=ledgers)


def _nonces(sessions: Iterable[Session]) -> dict[str, set[str]]:
    """By session, the nonces that its transcript shows in any lane."""
    found: dict[str, set[str]] = {}
    for session in sessions:
        shown = {nonce for note in session.notes for nonce in nonces_of(note.text)}
        for name in (session.root, session.id):
            found.setdefault(name, set()).update(shown)
    return found


def _said(ledgers: Iterable[SessionLedger]) -> dict[tuple[str, str], list[Entry]]:
    """What was said, by session and lane."""
    found: dict[tuple[str, str], list[Entry]] = {}
    for ledger in ledgers:
        for entry in ledger.entries:
            if entry.said:
                found.setdefault((ledger.session, entry.lane), []).append(entry)
    return found


def _said_to(session: Session, said: Mapping[tuple[str, str], Sequence[Entry]]) -> Sequence[Entry]:
    """What was said to the session: a Claude Code sub-agent goes by its parent and a lane."""
    lane = session.id.removeprefix(session.root).removeprefix("/agent-")
    return said.get((session.root, lane)) or said.get((session.id, ""), ())


def _joined(
    session: Session, edits: Mapping[str, Sequence[Edit]], said: Sequence[Entry]
) -> Session:
    calls = session.calls
    if edits and any(call.id in edits for call in calls):
        calls = tuple(_really(call, edits.get(call.id, ())) for call in calls)
    shown = {nonce for note in session.notes for nonce in nonces_of(note.text)}
    notes = _lost_notes(said, shown, calls)
    if calls is session.calls and not notes:
        return session
    return replace(session, calls=calls, notes=(*session.notes, *notes))


def _really(call: Call, edits: Sequence[Edit]) -> Call:
    """The call as what ran. Where that cannot be told, its result says nothing of its command."""
    command = rewritten(call.text, edits)
    return as_run(call, command) if command is not None else with_result(call, Result("unknown"))


def _lost_notes(
    said: Sequence[Entry], shown: Collection[str], calls: Sequence[Call]
) -> list[HookNote]:
    """What was said and does not stand in the transcript, where it was said."""
    places = {call.id: place for place, call in enumerate(calls)}
    return [
        HookNote(_place(entry, places, calls), entry.moment, _block(entry))
        for entry in said
        if entry.nonce not in shown
    ]


def _place(entry: Entry, places: Mapping[str, int], calls: Sequence[Call]) -> int:
    """The index of the first call after the directive: by the call before it, else by the clock."""
    if entry.call in places:
        return places[entry.call] + 1
    # Times may run backwards in a transcript; the latest so far keeps them in order.
    reached = list(accumulate((call.time for call in calls), max))
    # A transcript without times does not tell: then all of it counts as told.
    return bisect_right(reached, entry.time) if any(reached) else 0


def _block(entry: Entry) -> str:
    """The directive's wrapper without its words, which are not kept: its route names its steps."""
    return (
        f'<adage-reflex id="{escape(entry.id)}" route="{escape(entry.route)}" '
        f'kind="{escape(entry.kind)}" n="{escape(entry.nonce)}"></adage-reflex>'
    )

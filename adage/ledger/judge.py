"""Judge what was said: followed, ignored or misfired within three tool batches.

In: the records of one session's memory, and the nonces that its transcript shows. Out: its ledger.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from typing import Any

from adage.constants import PENDING_BATCHES
from adage.hook.decide import CONTROL
from adage.hook.memory import fold
from adage.ledger.delivered import delivered_nonces
from adage.ledger.memories import Record, read_memories
from adage.ledger.records import Entry, SessionLedger
from adage.settings import Settings


def read_sessions(folder: Path, settings: Settings) -> list[SessionLedger]:
    """The ledgers of all sessions whose memories stand in a repository's state folder."""
    found = []
    for session, known in read_memories(folder).items():
        transcript = _transcript(known)
        nonces = delivered_nonces(Path(transcript)) if transcript else None
        found.append(session_ledger(session, known, settings, nonces))
    return found


def session_ledger(
    session: str,
    known: Sequence[Record],
    settings: Settings,
    nonces: Collection[str] | None = None,
) -> SessionLedger:
    """The ledger of one session. `nonces` are those its transcript shows, None without one."""
    entries: list[Entry] = []
    stopped: list[tuple[str, str, str]] = []
    for place, record in enumerate(known):
        moment = str(record.get("e", ""))
        for directive in _dicts(record.get("d")):
            outcome = _outcome(directive, known, place, settings[PENDING_BATCHES])
            entries.append(_entry(directive, record, outcome, nonces))
        stopped += [(moment, str(pair[0]), str(pair[1])) for pair in _pairs(record.get("w"))]
    arm, propensity = _arm(known, entries)
    return SessionLedger(
        session=session,
        entries=tuple(entries),
        stopped=tuple(stopped),
        transcript=_transcript(known),
        batches=fold([dict(record) for record in known]).batch,
        outcome=_last_outcome(known),
        near=tuple(dict.fromkeys(card for r in known for card in _texts(r.get("cards")))),
        arm=arm,
        propensity=propensity,
    )


def _arm(known: Sequence[Record], entries: Sequence[Entry]) -> tuple[str, float]:
    """The session's arm and its probability, as the first record that names them has it."""
    for record in known:
        if isinstance(record.get("arm"), str):
            return record["arm"], _number(record.get("p"))
    return (entries[0].arm, entries[0].propensity) if entries else ("", 0.0)


def _entry(
    directive: Record, record: Record, outcome: str, nonces: Collection[str] | None
) -> Entry:
    said = directive.get("arm") != CONTROL
    nonce = str(directive.get("n", ""))
    return Entry(
        id=str(directive.get("id", "")),
        nonce=nonce,
        kind=str(directive.get("kind", "")),
        track=str(directive.get("track", "")),
        route=str(directive.get("route", "")),
        strength=str(directive.get("strength", "")),
        moment=str(record.get("e", "")),
        time=_number(record.get("t")),
        generation=str(record.get("g", "")),
        arm=str(directive.get("arm", "")),
        propensity=_number(directive.get("p")),
        said=said,
        delivered=nonce in nonces if said and nonces is not None else None,
        outcome=outcome,
        call=str(record.get("u") or ""),
        lane=str(record.get("lane") or ""),
    )


def _number(value: Any) -> float:
    return float(value) if isinstance(value, (int, float)) else 0.0


def _outcome(directive: Record, known: Sequence[Record], place: int, pending: int) -> str:
    """What became of a directive in the batches after the record at `place`."""
    wanted = [step for step in str(directive.get("route", "")).split(" > ") if step]
    if not wanted or directive.get("kind") == "rewrite":
        return ""
    later = _later_batches(known, place, wanted)
    if directive.get("spare") and known[place].get("e") == "PostToolBatch":
        return _spared(directive, wanted, later, is_over=_has_ended(known[place + 1 :]))
    done: dict[str, int | None] = {}
    for record in later[:pending]:
        done.update(_done(record.get("s")))
        if all(step in done for step in wanted):
            return "misfired" if any(done[step] == 0 for step in wanted) else "followed"
    return "ignored" if len(later) >= pending or _has_ended(known[place + 1 :]) else "pending"


def _later_batches(known: Sequence[Record], place: int, wanted: Sequence[str]) -> list[Record]:
    """The batches of the same lane that the agent decided on after the record at `place`."""
    lane, moment = known[place].get("lane", ""), known[place].get("e")
    later = [
        record
        for record in known[place + 1 :]
        if record.get("e") == "PostToolBatch" and record.get("lane", "") == lane
    ]
    if moment != "PostToolUseFailure" or not later:
        return later
    # What is said of a failed call comes in the middle of its batch, which ends afterwards.
    steps = later[0].get("s") or ()
    is_its_own = any(step[0] == "s" and step[2] == 0 for step in steps)
    return later[1:] if is_its_own and _done(steps).keys().isdisjoint(wanted) else later


def _spared(
    directive: Record, wanted: Sequence[str], later: Iterable[Record], *, is_over: bool
) -> str:
    """What became of a dead end that was named ahead: whichever of the two commands came first.

    That may be much later. In a session that ran neither there was nothing to follow.
    """
    failing = {text.removesuffix("!") for text in _texts(directive["spare"])}
    for record in later:
        done = _done(record.get("s"))
        if all(step in done for step in wanted):
            return "misfired" if any(done[step] == 0 for step in wanted) else "followed"
        if failing & done.keys():
            return "ignored"
    return "" if is_over else "pending"


def _has_ended(rest: Iterable[Record]) -> bool:
    return any(record.get("e") == "SessionEnd" for record in rest)


def _done(steps: Any) -> dict[str, int | None]:
    """The step texts of one batch, each with how it ended."""
    found: dict[str, int | None] = {}
    for step in steps if isinstance(steps, list) else []:
        if step[0] == "s":
            found.update(dict.fromkeys(step[1], step[2]))
        elif step[0] == "r":
            found[f"read:{step[1]}"] = 1
    return found


def _last_outcome(known: Sequence[Record]) -> bool | None:
    """How the last command that the index knows ended."""
    ends = [
        step[2]
        for record in known
        for step in record.get("s") or ()
        if step[0] == "s" and step[1] and step[2] is not None
    ]
    return bool(ends[-1]) if ends else None


def _transcript(known: Sequence[Record]) -> str:
    return next((str(r["transcript_path"]) for r in known if r.get("transcript_path")), "")


def _dicts(value: Any) -> list[Record]:
    return [each for each in (value if isinstance(value, list) else []) if isinstance(each, dict)]


def _texts(value: Any) -> list[str]:
    return [each for each in (value if isinstance(value, list) else []) if isinstance(each, str)]


def _pairs(value: Any) -> list[list[Any]]:
    found = value if isinstance(value, list) else []
    return [each for each in found if isinstance(each, list) and len(each) == 2]

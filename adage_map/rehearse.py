"""A rehearsal: one real session told again to the real hook, moment by moment.

In: a run. Out: what `adage.hook.decide` answers to the events of one of its sessions, what becomes
of the first directive in three endings, and what half an event brings. The sealed index stands in
a temporary file meanwhile, since the hook reads it from a file; nothing else is touched.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from adage.constants import CONTROL_SHARE
from adage.embed import Table
from adage.hook.arm import assign
from adage.hook.decide import Answer, Scene, decide
from adage.hook.entry import EVENTS, guarded
from adage.hook.sealed import Sealed
from adage.learn.prompt_rows import prompt_rows
from adage.learn.seal_sections import sections
from adage.ledger import session_ledger
from adage.records import Call, Index, Reflex, Session
from adage.settings import Settings

# How the client calls its own tools, and what their answers begin with.
NAMES = {"shell": "Bash", "edit": "Edit", "read": "Read", "search": "Grep", "list": "Glob"}
ANSWERS = {"ok": "done", "failed": "Exit code 1\n", "timeout": "Exit code 143\n"}
NEVER_RAN = "<tool_use_error>"
# Sessions tried before a run counts as one in which nothing is said.
TRIED = 40
HOOKS = tuple(EVENTS.values())
ENDINGS = ("followed", "ignored", "misfired")


@dataclass(frozen=True, slots=True)
class Moment:
    """One hook event: what was said at it (ids), what a gate held back, and the text put before
    the agent. `turn` is the model turn it belongs to."""

    hook: str
    turn: int
    said: tuple[str, ...] = ()
    stopped: tuple[tuple[str, str], ...] = ()
    text: str = ""


@dataclass(frozen=True, slots=True)
class Ending:
    """What the hook's ledger calls one ending, and the tool batches up to it."""

    outcome: str
    batches: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """A session as the hook met it. `told` is the reflex said first, at the moment `at`.

    `half` is how many bytes the hook prints for an event that was cut in half.
    """

    session: str
    x: float
    share: float
    moments: tuple[Moment, ...]
    at: int
    told: Reflex
    endings: tuple[Ending, ...]
    half: int


@dataclass(frozen=True, slots=True)
class Presented:
    """The card `number` as the real hook gave it for a request like its own, and why not again.

    `text` is what is put before the agent, `again` the gate that stops it at the next such request.
    """

    number: int
    text: str
    again: str


def present(
    sessions: Sequence[Session], index: Index, settings: Settings, table: Table | None
) -> Presented | None:
    """Ask the hook with the first request of each card until one is given; None if none is."""
    told = [s for s in sessions if assign(s.id, settings[CONTROL_SHARE])[0] != "control"]
    if not index.cards or not told or table is None:
        return None
    with opened(index, settings) as sealed:
        for number, card in enumerate(index.cards):
            base = {"hook_event_name": "UserPromptSubmit", "prompt": card.requests[0].text}
            memory: list[dict[str, Any]] = []
            first, second = (
                ask(dict(base), sealed, told[0], settings[CONTROL_SHARE], memory, table)
                for _ in range(2)
            )
            text = _moment(base, 0, first).text
            gates = dict(_moment(base, 0, second).stopped)
            if card.id in gates and f'id="{card.id}"' in text:
                return Presented(number, text, gates[card.id])
    return None


def rehearse(
    sessions: Sequence[Session],
    index: Index,
    hero: Reflex | None,
    settings: Settings,
    table: Table | None = None,
) -> Rehearsal | None:
    """The first session, the hero's witnesses first, in which something is said; None if none."""
    if not index.reflexes:
        return None
    with opened(index, settings) as sealed:
        for session in _ordered(sessions, hero)[:TRIED]:
            found = _rehearsed(session, sealed, index, hero, settings, table)
            if found is not None:
                return found
    return None


def whole(index: Index, settings: Settings) -> bytes:
    """The sealed file of an index with all that a prompt may bring."""
    rows = prompt_rows(index.families, index.cards)
    return sections(index, settings, families=rows.families, cards=rows.cards, vectors=rows.vectors)


@contextmanager
def opened(index: Index, settings: Settings) -> Iterator[Sealed]:
    """The index as the hook opens it, for as long as the block runs."""
    handle, path = tempfile.mkstemp()
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(whole(index, settings))
        sealed = Sealed(path)
        try:
            yield sealed
        finally:
            sealed.close()
    finally:
        os.unlink(path)


def _ordered(sessions: Sequence[Session], hero: Reflex | None) -> list[Session]:
    """Sessions of a person with calls, those that support the hero first."""
    witnesses = {witness.trace for witness in hero.supporting} if hero else set()
    asked = [s for s in sessions if s.id == s.root and s.calls and not s.notes]
    return sorted(asked, key=lambda s: (s.id not in witnesses, s.start, s.id))


def _rehearsed(
    session: Session,
    sealed: Sealed,
    index: Index,
    hero: Reflex | None,
    settings: Settings,
    table: Table | None,
) -> Rehearsal | None:
    share = settings[CONTROL_SHARE]
    if assign(session.id, share)[0] == "control":
        return None
    memory: list[dict[str, Any]] = []
    moments: list[Moment] = []
    kept: list[int] = []
    for event, turn in events_of(session):
        answer = ask(event, sealed, session, share, memory, table)
        moments.append(_moment(event, turn, answer))
        kept.append(len(memory))
    wanted = (hero,) if hero and hero in index.reflexes else index.reflexes
    told_at = _first(moments, wanted)
    if told_at is None:
        return None
    told, at = told_at
    before = memory[: kept[at]]
    endings = tuple(
        _ending(name, told, session, sealed, share, before, settings) for name in ENDINGS
    )
    x = _position(session.id)
    return Rehearsal(session.id, x, share, tuple(moments), at, told, endings, half_an_event())


def _position(session: str) -> float:
    from adage.formulas import arm

    return float(arm(session)["x"])


def _first(moments: Sequence[Moment], wanted: Sequence[Reflex]) -> tuple[Reflex, int] | None:
    """The first of the wanted reflexes to be said, and the moment at which it was."""
    by_id = {reflex.id: reflex for reflex in wanted}
    for at, moment in enumerate(moments):
        for name in moment.said if moment.text else ():
            if name in by_id:
                return by_id[name], at
    return None


def _moment(event: Mapping[str, Any], turn: int, answer: Answer) -> Moment:
    record = answer.record or {}
    output = (answer.output or {}).get("hookSpecificOutput", {})
    return Moment(
        str(event["hook_event_name"]),
        turn,
        tuple(str(each["id"]) for each in record.get("d", ())),
        tuple((str(name), str(gate)) for name, gate in record.get("w", ())),
        str(output.get("additionalContext", "")),
    )


def ask(
    event: dict[str, Any],
    sealed: Sealed,
    session: Session,
    share: float,
    memory: list[dict[str, Any]],
    table: Table | None = None,
) -> Answer:
    """What the hook answers to an event; its record joins `memory`.

    Without the sentence model an index holds no request to compare a prompt with.
    """
    scene = Scene(
        root=session.cwd, cwd=session.cwd, session=session.id, arm=assign(session.id, share),
        records=lambda: memory, read=lambda _: None, rewrites=lambda: False, python=str,
        permissions=list, open_table=lambda: table,
    )  # fmt: skip
    answer = decide(event, sealed, scene)
    if answer.record is not None:
        memory.append(answer.record)
    return answer


def events_of(session: Session) -> Iterator[tuple[dict[str, Any], int]]:
    """A session as the client would have sent it to the seven hooks, each event with its turn."""
    base = {"session_id": session.id, "cwd": session.cwd, "prompt_id": "p"}
    stop = {**base, "hook_event_name": "Stop", "stop_hook_active": False}
    prompts = list(session.prompts)
    has_acted, turn = False, 0
    yield {**base, "hook_event_name": "SessionStart", "source": "startup"}, 0
    for turn, group in groupby(enumerate(session.calls), key=lambda pair: pair[1].turn):
        batch = list(group)
        while prompts and prompts[0].at <= batch[0][0]:
            if has_acted:
                yield stop, turn
            has_acted = False
            text = prompts.pop(0).text
            yield {**base, "hook_event_name": "UserPromptSubmit", "prompt": text}, turn
        has_acted = True
        for event in _around([call for _, call in batch], base):
            yield event, turn
    yield stop, turn
    yield {**base, "hook_event_name": "SessionEnd", "reason": "other"}, turn


def _around(calls: Sequence[Call], base: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The events of one turn: before each command, after each that failed, after them all."""
    for call in calls:
        if call.tool == "shell":
            about = {**base, "tool_name": "Bash", "tool_use_id": call.id,
                     "tool_input": {"command": call.text}}  # fmt: skip
            yield {**about, "hook_event_name": "PreToolUse"}
            if call.outcome == "failed":
                yield {**about, "hook_event_name": "PostToolUseFailure"}
    yield {**base, "hook_event_name": "PostToolBatch", "tool_calls": [_call(c) for c in calls]}


def _call(call: Call) -> dict[str, Any]:
    given: dict[str, Any] = {"command": call.text} if call.tool == "shell" else {}
    if call.paths:
        given["file_path"] = call.paths[0]
    answer = None if call.outcome == "unknown" else ANSWERS.get(call.outcome, NEVER_RAN)
    name = NAMES.get(call.tool, call.name)
    return {"tool_name": name, "tool_input": given, "tool_response": answer}


def _ending(
    name: str,
    told: Reflex,
    session: Session,
    sealed: Sealed,
    share: float,
    before: Sequence[dict[str, Any]],
    settings: Settings,
) -> Ending:
    """Three batches after the directive, and what the ledger makes of them."""
    look = {"tool_name": "Read", "tool_response": "text",
            "tool_input": {"file_path": f"{session.cwd}/README.md"}}  # fmt: skip
    outcome = ANSWERS["failed" if name == "misfired" else "ok"]
    step = [_taken(text, told, session, outcome) for text in told.steps]
    plan = {"followed": ([look], step), "ignored": ([look],) * 3, "misfired": (step,)}[name]
    memory = list(before)
    base = {"session_id": session.id, "cwd": session.cwd, "hook_event_name": "PostToolBatch"}
    for calls in plan:
        ask({**base, "tool_calls": calls}, sealed, session, share, memory)
    entries = session_ledger(session.id, memory, settings).entries
    found = next(e.outcome for e in entries if e.id == told.id)
    return Ending(found, tuple("looked" if calls == [look] else "step" for calls in plan))


def _taken(text: str, told: Reflex, session: Session, outcome: str) -> dict[str, Any]:
    """One step of a reflex as a call of the client."""
    if text.startswith("read:"):
        path = f"{session.cwd}/{text.removeprefix('read:')}"
        return {"tool_name": "Read", "tool_input": {"file_path": path}, "tool_response": outcome}
    command = told.command if len(told.steps) == 1 else text.removeprefix("sh:")
    return {"tool_name": "Bash", "tool_input": {"command": command}, "tool_response": outcome}


def half_an_event() -> int:
    """How many bytes the hook prints for an event that was cut in half: it fails open, silent."""
    return len(guarded(["claude", "post-tool-batch"], lambda: b'{"hook_event_name": "Post', {}))

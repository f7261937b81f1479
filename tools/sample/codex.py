"""Writes a session as Codex writes it: a rollout of wrapped records.

In: a session of the story with its id. Out: the rollout's path below `sessions/` and its text.
"""

from __future__ import annotations

import json
from typing import Any

from sample.clock import FIRST_DAY, Clock, Draws, iso
from sample.results import SHELL, result_of
from sample.script import Aside, Call, Session, Turn, read_script
from sample.world import BRANCH, REPO, edit_of

VERSION = "0.142.4"


class Rollout:
    """The growing records of one rollout."""

    def __init__(self, session: Session, draws: Draws) -> None:
        self.session, self.draws = session, draws
        self.clock = Clock(session, draws)
        self.started = self.clock.tick(0, 1)
        self.turn_id = draws.uuid()
        self.records: list[dict[str, Any]] = []

    def add(self, kind: str, payload: dict[str, Any], seconds: tuple[int, int] = (0, 1)) -> None:
        """Append one record."""
        moment = iso(self.clock.tick(*seconds))
        self.records.append({"timestamp": moment, "type": kind, "payload": payload})

    def event(self, kind: str, **fields: Any) -> None:
        """Append an event, which tells the person what happens."""
        self.add("event_msg", {"type": kind, **fields})

    def item(self, kind: str, seconds: tuple[int, int] = (0, 1), **fields: Any) -> None:
        """Append an item of the conversation with the model."""
        self.add("response_item", {"type": kind, **fields}, seconds)

    def file(self) -> tuple[str, str]:
        """The rollout's path below `sessions/` and its text."""
        name = self.started.strftime("%Y/%m/%d/rollout-%Y-%m-%dT%H-%M-%S-")
        lines = [json.dumps(r, ensure_ascii=False, separators=(",", ":")) for r in self.records]
        return f"{name}{self.session.id}.jsonl", "\n".join(lines) + "\n"


def codex_id(session: Session, draws: Draws) -> str:
    """A thread id in the shape of a UUID, version 7: its time, then random digits."""
    stamp = int((FIRST_DAY.timestamp() + session.day * 86_400) * 1000)
    h = f"{stamp:012x}"
    rest = draws.hex(18)
    return f"{h[:8]}-{h[8:12]}-7{rest[:3]}-8{rest[3:6]}-{rest[6:]}"


def write_codex(session: Session) -> dict[str, str]:
    """The rollout of a session by its path below `sessions/`."""
    rollout = Rollout(session, Draws(session.name))
    _opening(rollout)
    for item in read_script(session, rollout.draws.random):
        if isinstance(item, Aside):
            raise ValueError(f"{session.name}: a Codex session cannot hold {item.kind!r}")
        _turn(rollout, item)
    answer = [{"type": "output_text", "text": session.answer}]
    rollout.event("agent_message", message=session.answer, phase="final_answer")
    rollout.item("message", role="assistant", content=answer, phase="final_answer")
    rollout.event("task_complete", turn_id=rollout.turn_id, last_agent_message=session.answer)
    path, text = rollout.file()
    return {path: text}


def _opening(rollout: Rollout) -> None:
    """Who runs where, and the prompt."""
    session, started = rollout.session, iso(rollout.started)
    git = {"commit_hash": rollout.draws.hex(40), "branch": BRANCH}
    meta = {
        "id": session.id,
        "session_id": session.id,
        "timestamp": started,
        "cwd": REPO,
        "originator": "codex-tui",
        "cli_version": VERSION,
        "source": "cli",
        "model_provider": "openai",
        "base_instructions": {"text": "You are Codex."},
        "git": git,
    }
    rollout.add("session_meta", meta)
    rollout.event("task_started", turn_id=rollout.turn_id, model_context_window=258_400)
    place = f"<environment_context>\n  <cwd>{REPO}</cwd>\n</environment_context>"
    for text in (place, session.prompt):
        content = [{"type": "input_text", "text": text}]
        rollout.item("message", role="user", content=content)
    rollout.event("user_message", message=session.prompt, images=[], local_images=[])
    context = {
        "turn_id": rollout.turn_id,
        "cwd": REPO,
        "approval_policy": "on-request",
        "sandbox_policy": {"type": "workspace-write"},
        "model": "gpt-5.5",
        "effort": "medium",
    }
    rollout.add("turn_context", context)


def _turn(rollout: Rollout, turn: Turn) -> None:
    """The calls of one model call, then their outputs."""
    calls = ["call_" + rollout.draws.letters(24) for _ in turn.calls]
    for identity, call in zip(calls, turn.calls, strict=True):
        if call.verb in ("edit", "write"):
            patch = _patch(call, rollout.session.word)
            rollout.item("custom_tool_call", (3, 12), status="completed", call_id=identity,
                         name="apply_patch", input=patch)  # fmt: skip
        else:
            arguments = json.dumps({"cmd": _command(call), "workdir": REPO}, separators=(",", ":"))
            rollout.item("function_call", (3, 12), name="exec_command", arguments=arguments,
                         call_id=identity)  # fmt: skip
    for identity, call in zip(calls, turn.calls, strict=True):
        _output(rollout, identity, call)
    rollout.event("token_count", info=None)


def _command(call: Call) -> str:
    """The command line by which Codex does what the script says."""
    if call.verb in SHELL:
        return call.rest
    if call.verb == "read":
        return f"sed -n '1,160p' {call.rest}"
    if call.verb == "list":
        return f"ls {call.rest}"
    found, place = call.rest.split(" in ")
    return f"rg -n {found} {place}"


def _patch(call: Call, word: str) -> str:
    """The patch that an edit of the script becomes."""
    old, new = edit_of(call.rest, word)
    added = "\n".join(f"+{line}" for line in new.splitlines())
    if call.verb == "write":
        body = f"*** Add File: {call.rest}\n{added}"
    else:
        body = f"*** Update File: {call.rest}\n@@\n-{old}\n{added}"
    return f"*** Begin Patch\n{body}\n*** End Patch\n"


def _output(rollout: Rollout, identity: str, call: Call) -> None:
    """What came back for one call."""
    result = result_of(call, rollout.session.word)
    if call.verb in ("edit", "write"):
        letter = "A" if call.verb == "write" else "M"
        text = (
            "Exit code: 0\nWall time: 0 seconds\nOutput:\n"
            f"Success. Updated the following files:\n{letter} {call.rest}\n"
        )
        rollout.item("custom_tool_call_output", call_id=identity, output=text)
        return
    text = (
        f"Chunk ID: {rollout.draws.hex(6)}\nWall time: 0.4 seconds\n"
        f"Process exited with code {result.exit_code}\nOriginal token count: 12\n"
        f"Output:\n{result.text}\n"
    )
    rollout.item("function_call_output", (1, 6), call_id=identity, output=text)

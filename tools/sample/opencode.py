"""Writes a session as OpenCode writes it: a tree of small JSON files.

In: a session of the story with its id. Out: the files by path below `storage/`.
"""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

from sample.clock import FIRST_DAY, Clock, Draws, millis
from sample.results import SHELL, result_of
from sample.script import Aside, Call, Session, Turn, read_script
from sample.world import REPO, edit_of

PROJECT = "7c1e0b5d9a3f4e2880d6c4b1f0a97e35d2486bc1"
VERSION = "1.1.65"
MODEL = {"providerID": "anthropic", "modelID": "claude-sonnet-4-5"}
TOKENS = {"input": 900, "output": 60, "reasoning": 0, "cache": {"read": 0, "write": 0}}
_STAMP_BITS = 48


def opencode_id(session: Session, draws: Draws) -> str:
    """A session id; later sessions sort first, as OpenCode has it."""
    moment = FIRST_DAY + timedelta(days=session.day)
    stamp = (1 << _STAMP_BITS) - 1 - (millis(moment) * 4096) % (1 << _STAMP_BITS)
    return f"ses_{stamp:012x}{draws.letters(14)}"


class Storage:
    """The growing files of one session."""

    def __init__(self, session: Session, draws: Draws) -> None:
        self.session, self.draws = session, draws
        self.clock = Clock(session, draws)
        self.started = millis(self.clock.tick(0, 1))
        self.files: dict[str, str] = {}
        self._made = 0

    def put(self, path: str, record: dict[str, Any]) -> None:
        """Add one file."""
        self.files[path] = json.dumps(record, indent=2, ensure_ascii=False) + "\n"

    def identity(self, kind: str) -> str:
        """An id that sorts after those made before it."""
        self._made += 1
        stamp = (millis(self.clock.now) * 4096 + self._made) % (1 << _STAMP_BITS)
        return f"{kind}_{stamp:012x}{self.draws.letters(14)}"

    def message(self, role: str, created: int, **fields: Any) -> str:
        """Add a message and return its id."""
        identity = self.identity("msg")
        record = {"id": identity, "sessionID": self.session.id, "role": role, **fields}
        record.setdefault("time", {"created": created})
        self.put(f"message/{self.session.id}/{identity}.json", record)
        return identity

    def part(self, message: str, kind: str, **fields: Any) -> None:
        """Add a part of a message."""
        identity = self.identity("prt")
        record = {"id": identity, "sessionID": self.session.id, "messageID": message, "type": kind}
        self.put(f"part/{message}/{identity}.json", record | fields)


def write_opencode(session: Session) -> dict[str, str]:
    """The files of a session by their path below `storage/`."""
    storage = Storage(session, Draws(session.name))
    asked = storage.message("user", storage.started, agent="build", model=MODEL)
    storage.part(asked, "text", text=session.prompt)
    for item in read_script(session, storage.draws.random):
        if isinstance(item, Aside):
            raise ValueError(f"{session.name}: an OpenCode session cannot hold {item.kind!r}")
        _turn(storage, asked, item)
    last = _assistant(storage, asked, "stop")
    storage.part(last, "text", text=session.answer)
    _ending(storage)
    return storage.files


def _assistant(storage: Storage, asked: str, finish: str) -> str:
    created = millis(storage.clock.tick(3, 12))
    return storage.message(
        "assistant",
        created,
        parentID=asked,
        mode="build",
        agent="build",
        path={"cwd": REPO, "root": REPO},
        cost=0,
        tokens=TOKENS,
        **MODEL,
        time={"created": created, "completed": created + 2_000},
        finish=finish,
    )


def _turn(storage: Storage, asked: str, turn: Turn) -> None:
    """One model call: a message with a part for each tool call."""
    message = _assistant(storage, asked, "tool-calls")
    for call in turn.calls:
        name, arguments = _tool(call, storage.session.word)
        result = result_of(call, storage.session.word)
        start = millis(storage.clock.tick(0, 2))
        end = millis(storage.clock.tick(1, 4))
        metadata = {"output": result.text, "exit": result.exit_code} if name == "bash" else {}
        state = {
            "status": "completed",
            "input": arguments,
            "output": result.text,
            "title": call.rest,
            "metadata": metadata,
            "time": {"start": start, "end": end},
        }
        identity = "call_" + storage.draws.letters(24)
        storage.part(message, "tool", callID=identity, tool=name, state=state)
    storage.part(message, "step-finish", reason="tool-calls", cost=0, tokens=TOKENS)


def _tool(call: Call, word: str) -> tuple[str, dict[str, Any]]:
    """The tool that a verb of the script calls, and its input."""
    path = f"{REPO}/{call.rest}"
    if call.verb in SHELL:
        return "bash", {"command": call.rest, "description": f"Run {call.rest.split()[0]}"}
    if call.verb == "read":
        return "read", {"filePath": path}
    if call.verb == "list":
        return "list", {"path": path}
    if call.verb == "search":
        pattern, place = call.rest.split(" in ")
        return "grep", {"pattern": pattern, "path": f"{REPO}/{place}"}
    old, new = edit_of(call.rest, word)
    if call.verb == "write":
        return "write", {"filePath": path, "content": new}
    return "edit", {"filePath": path, "oldString": old, "newString": new}


def _ending(storage: Storage) -> None:
    """The session's own record and its project's, written last because they hold its end."""
    session = storage.session
    record = {
        "id": session.id,
        "slug": f"calm-{session.name}",
        "projectID": PROJECT,
        "directory": REPO,
        "title": session.prompt,
        "version": VERSION,
        "time": {"created": storage.started, "updated": millis(storage.clock.now)},
    }
    storage.put(f"session/{PROJECT}/{session.id}.json", record)
    made = millis(FIRST_DAY)
    project = {"id": PROJECT, "worktree": REPO, "vcs": "git", "time": {"created": made}}
    storage.put(f"project/{PROJECT}.json", project)

"""Write small transcripts of the three agents, line by line, as the tests need them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from adage.records import Reading, Session
from adage.traces import read_paths

SESSION = "11111111-2222-4333-8444-555555555555"
REPO = "/home/ann/shop"
Record = dict[str, Any]


def write_lines(path: Path, lines: Iterable[Record | bytes]) -> Path:
    """Write one record per line; bytes are written as they are, without a newline."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        for line in lines:
            file.write(line if isinstance(line, bytes) else json.dumps(line).encode() + b"\n")
    return path


def write_json(path: Path, value: Any) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value), encoding="utf-8")
    return path


def read(*paths: Path) -> Reading:
    return read_paths(list(paths))


def only_session(*paths: Path) -> Session:
    """The one session that these files hold."""
    sessions = read(*paths).sessions
    assert len(sessions) == 1
    return sessions[0]


def told(reading: Reading) -> list[tuple[str, tuple[str, ...], tuple[str, ...]]]:
    """What a reading says, without the places of the files: ids, prompts, calls."""
    return [
        (
            session.id,
            tuple(prompt.text for prompt in session.prompts),
            tuple(f"{call.id} {call.outcome}" for call in session.calls),
        )
        for session in reading.sessions
    ]


# --- Claude Code ----------------------------------------------------------------------------------


def claude_line(kind: str, uuid: str, parent: str | None, **fields: Any) -> Record:
    return {
        "type": kind,
        "uuid": uuid,
        "parentUuid": parent,
        "isSidechain": False,
        "cwd": REPO,
        "sessionId": SESSION,
        "version": "2.1.220",
        "gitBranch": "main",
        "timestamp": "2026-06-01T09:00:00.000Z",
        **fields,
    }


def prompt(uuid: str, text: Any, parent: str | None = None, **fields: Any) -> Record:
    return claude_line("user", uuid, parent, message={"role": "user", "content": text}, **fields)


def tool_use(
    uuid: str,
    parent: str | None,
    call: str,
    command: str = "make test",
    *,
    message: str = "",
    name: str = "Bash",
    given: Record | None = None,
    **fields: Any,
) -> Record:
    block = {"type": "tool_use", "id": call, "name": name, "input": given or {"command": command}}
    body = {"id": message or f"msg_{uuid}", "role": "assistant", "content": [block]}
    return claude_line("assistant", uuid, parent, message=body, **fields)


def says(uuid: str, parent: str | None, text: str = "Done.", message: str = "") -> Record:
    block = {"type": "text", "text": text}
    body = {"id": message or f"msg_{uuid}", "role": "assistant", "content": [block]}
    return claude_line("assistant", uuid, parent, message=body)


def tool_result(
    uuid: str,
    parent: str | None,
    call: str,
    content: Any = "ok",
    *,
    error: bool | None = None,
    **fields: Any,
) -> Record:
    block: Record = {"type": "tool_result", "tool_use_id": call, "content": content}
    if error is not None:
        block["is_error"] = error
    body = {"role": "user", "content": [block]}
    return claude_line("user", uuid, parent, message=body, **fields)


def attachment(uuid: str, parent: str | None, **fields: Any) -> Record:
    return claude_line("attachment", uuid, parent, attachment=fields)


def claude_session(tmp_path: Path, *lines: Record) -> Session:
    """What the reader makes of a file with these lines, which hold one session."""
    return only_session(write_lines(tmp_path / f"{SESSION}.jsonl", lines))


# --- Codex ----------------------------------------------------------------------------------------

THREAD = "019dd000-0000-7000-8000-000000000001"


def wrapped(kind: str, payload: Record, time: str = "2026-05-01T09:00:00.000Z") -> Record:
    return {"timestamp": time, "type": kind, "payload": payload}


def session_meta(thread: str = THREAD, **fields: Any) -> Record:
    own = {"id": thread, "timestamp": "2026-05-01T09:00:00.000Z", "cwd": REPO, "source": "cli"}
    git = {"branch": "main", "commit_hash": "0123abc"}
    return wrapped("session_meta", {**own, "cli_version": "0.118.0", "git": git, **fields})


def user_message(text: str) -> Record:
    return wrapped("event_msg", {"type": "user_message", "message": text})


def function_call(call: str, name: str, arguments: Any, **fields: Any) -> Record:
    given = arguments if isinstance(arguments, str) else json.dumps(arguments)
    own = {"type": "function_call", "name": name, "arguments": given, "call_id": call}
    return wrapped("response_item", {**own, **fields})


def output(call: str, text: Any, kind: str = "function_call_output") -> Record:
    return wrapped("response_item", {"type": kind, "call_id": call, "output": text})


def finished(item: Record) -> Record:
    return wrapped("event_msg", {"type": "item_completed", "item": item})


NAME = f"rollout-2026-05-01T09-00-00-{THREAD}.jsonl"


def codex_session(tmp_path: Path, *lines: Record, meta: Record | None = None) -> Session:
    """What the reader makes of a rollout with one prompt and these lines."""
    first = meta or session_meta()
    return only_session(write_lines(tmp_path / NAME, [first, user_message("run it"), *lines]))


# --- OpenCode -------------------------------------------------------------------------------------

OPEN_SESSION = "ses_3f00000000000000000000001"
CREATED_MS = 1_770_000_000_000


def open_info(session: str = OPEN_SESSION, **fields: Any) -> Record:
    time = {"created": CREATED_MS, "updated": CREATED_MS + 90_000}
    return {"id": session, "directory": REPO, "version": "1.2.27", "time": time, **fields}


def open_message(message: str, role: str, after_s: int = 1, **fields: Any) -> Record:
    return {"id": message, "role": role, "time": {"created": CREATED_MS + after_s * 1000}, **fields}


def open_text(part: str, text: str, **fields: Any) -> Record:
    return {"id": part, "type": "text", "text": text, **fields}


def open_bash(part: str, call: str, command: str, code: int | None = 0, **state: Any) -> Record:
    own = {"status": "completed", "input": {"command": command}, "metadata": {"exit": code}}
    return {"id": part, "type": "tool", "tool": "bash", "callID": call, "state": {**own, **state}}


def open_session(session: str = OPEN_SESSION, **info: Any) -> Record:
    """An exported session: one prompt, then a test run that fails."""
    return {
        "info": open_info(session, **info),
        "messages": [
            {
                "info": open_message("msg_1", "user"),
                "parts": [
                    open_text("prt_1", "fix the login bug"),
                    open_text("prt_2", "Called the Read tool", synthetic=True),
                ],
            },
            {
                "info": open_message("msg_2", "assistant", 2, path={"cwd": REPO, "root": REPO}),
                "parts": [
                    {"id": "prt_3", "type": "step-start"},
                    open_bash("prt_4", "call_1", "make test", 2),
                ],
            },
        ],
    }


def write_tree(storage: Path, exported: Record, project: str = "p1") -> Path:
    """Lay an exported session out as the JSON tree of the older versions."""
    session = exported["info"]["id"]
    write_json(storage / "session" / project / f"{session}.json", exported["info"])
    for entry in exported["messages"]:
        message = entry["info"]["id"]
        write_json(storage / "message" / session / f"{message}.json", entry["info"])
        for part in entry["parts"]:
            write_json(storage / "part" / message / f"{part['id']}.json", part)
    return storage

"""Write sessions as people tell them: say this, read that, run this and it failed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from adage.learn.read import read as to_traces
from adage.records import Reading, Trace
from adage.report.courses import Course, courses
from adage.settings import Settings
from adage.traces import read_paths
from tests.traces.writing import REPO, Record, write_lines

# A scene is one thing that happened: ("say", text), ("talk",), ("read", path), ("edit", path),
# ("run", command), ("fail", command), ("refuse", path), ("list",).
Scene = tuple[str, ...]


def write_sessions(folder: Path, *sessions: Sequence[Scene]) -> Path:
    """One Claude Code transcript for each session, a day apart."""
    for number, scenes in enumerate(sessions):
        name = f"{number:08d}-0000-4000-8000-000000000000"
        lines = [line for place, scene in enumerate(scenes) for line in _lines(name, place, scene)]
        for second, line in enumerate(lines):
            moment = f"{second // 60 % 60:02d}:{second % 60:02d}"
            line["timestamp"] = f"2026-06-{number + 1:02d}T09:{moment}.000Z"
        write_lines(folder / f"{name}.jsonl", lines)
    return folder


def read_sessions(folder: Path, *sessions: Sequence[Scene]) -> tuple[Reading, tuple[Trace, ...]]:
    """The reading and the traces of these sessions."""
    reading = read_paths([write_sessions(folder, *sessions)])
    return reading, to_traces(reading, REPO, Settings())


def played(folder: Path, *sessions: Sequence[Scene]) -> list[Course]:
    """The courses of these sessions."""
    return courses(*read_sessions(folder, *sessions))


def _lines(session: str, place: int, scene: Scene) -> list[Record]:
    kind, said = scene[0], scene[1] if len(scene) > 1 else ""
    call = f"toolu_{session[:8]}_{place:06d}_abcdef"
    if kind == "say":
        return [_line(session, "user", place, said)]
    if kind == "talk":
        return [_answer(session, place, {"type": "text", "text": "Done."})]
    name, given = {
        "read": ("Read", {"file_path": f"{REPO}/{said}"}),
        "edit": ("Edit", {"file_path": f"{REPO}/{said}", "old_string": "a", "new_string": "b"}),
        "refuse": ("Edit", {"file_path": f"{REPO}/{said}", "old_string": "a", "new_string": "b"}),
        "list": ("TodoWrite", {"todos": []}),
    }.get(kind, ("Bash", {"command": said}))
    block = {"type": "tool_use", "id": call, "name": name, "input": given}
    wrong = {"fail": "Exit code 1\nboom", "refuse": "String to replace not found in file."}
    result: Record = {"type": "tool_result", "tool_use_id": call, "content": wrong.get(kind, "ok")}
    if kind in wrong:
        result["is_error"] = True
    return [_answer(session, place, block), _line(session, "user", place, [result], "r")]


def _answer(session: str, place: int, block: Record) -> Record:
    body = {"id": f"msg_{session[:8]}_{place}", "role": "assistant", "content": [block]}
    return _line(session, "assistant", place, body)


def _line(session: str, kind: str, place: int, content: Any, letter: str = "a") -> Record:
    message = content if kind == "assistant" else {"role": "user", "content": content}
    return {
        "type": kind, "uuid": f"{session[:8]}-{place}{letter}", "parentUuid": None,
        "isSidechain": False, "cwd": REPO, "sessionId": session, "version": "2.1.220",
        "message": message,
    }  # fmt: skip

"""Codex: what became of a call, in the four output grammars."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from adage.records import Call
from tests.traces.writing import (
    Record,
    codex_session,
    function_call,
    output,
    wrapped,
)


def call_of(tmp_path: Path, *lines: Record) -> Call:
    return codex_session(tmp_path, *lines).calls[0]


def ran(tmp_path: Path, text: Any, name: str = "exec_command") -> Call:
    """What the reader makes of a command with this output."""
    given = {"cmd": "make test"} if name == "exec_command" else {"command": "make test"}
    return call_of(tmp_path, function_call("c1", name, given), output("c1", text))


@pytest.mark.parametrize(
    ("text", "outcome", "code"),
    [
        ("Chunk ID: a\nWall time: 1 seconds\nProcess exited with code 2\nOutput:\nx", "failed", 2),
        ("Chunk ID: a\nWall time: 1 seconds\nProcess exited with code 0\nOutput:\nx", "ok", 0),
        ("Exit code: 0\nWall time: 1 seconds\nTotal output lines: 9\nOutput:\nok", "ok", 0),
        ("Exit code: 127\nWall time: 1 seconds\nOutput:\nnot found", "failed", 127),
        ("Exit code: -1\nWall time: 1 seconds\nOutput:\n", "failed", -1),
        ("Exit code: 0\nWall time: 1 seconds\nOutput:\nProcess exited with code 9", "ok", 0),
        ("Wall time: 1 seconds\nOutput:\nExit code: 9", "unknown", None),
        (
            "Exit code: 124\nWall time: 9 seconds\nOutput:\ncommand timed out after 9",
            "timeout",
            124,
        ),
        ('{"output":"bad\\n","metadata":{"exit_code":1,"duration_seconds":0.3}}', "failed", 1),
        ({"output": "fine", "metadata": {"exit_code": 0}}, "ok", 0),
        ([{"type": "input_text", "text": "Exit code: 3\nOutput:\n"}], "failed", 3),
        ("failed in sandbox LinuxSeccomp with execution error: x, exit code: 1, ", "failed", 1),
        ("exec_command failed for `x`: CreateProcess", "failed", None),
        ({"content": "no", "success": False}, "failed", None),
        ("exec command rejected by user", "refused", None),
        ("Command blocked by PreToolUse hook: no. Command: x", "refused", None),
        ("aborted by user after 12.0s", "unknown", None),
        ("failed to parse function arguments: missing field", "invalid", None),
        ('{"a": 1}', "unknown", None),
        ("just some text", "unknown", None),
        (None, "unknown", None),
        (7, "unknown", None),
    ],
)
def test_the_exit_code_is_taken_from_the_header_alone(
    tmp_path: Path, text: Any, outcome: str, code: int | None
) -> None:
    call = ran(tmp_path, text)
    assert (call.outcome, call.exit_code) == (outcome, code)


def test_the_exit_code_of_a_command_left_running_comes_with_its_last_poll(tmp_path: Path) -> None:
    running = "Chunk ID: a\nWall time: 1 seconds\nProcess running with session ID 61\nOutput:\n"
    poll = function_call("c2", "write_stdin", {"session_id": 61, "chars": ""})
    ended = "Chunk ID: b\nWall time: 9 seconds\nProcess exited with code 1\nOutput:\n1 failed"
    session = codex_session(
        tmp_path,
        function_call("c1", "exec_command", {"cmd": "npm test"}),
        output("c1", running),
        poll,
        output("c2", running),
        function_call("c3", "write_stdin", {"session_id": 61, "chars": ""}),
        output("c3", ended),
        function_call("c4", "exec_command", {"cmd": "true"}),
    )
    assert [(c.id, c.outcome, c.exit_code) for c in session.calls] == [
        ("c1", "failed", 1),
        ("c4", "unknown", None),
    ]


def test_an_event_about_the_end_is_a_second_source_and_no_step(tmp_path: Path) -> None:
    end = {"type": "exec_command_end", "call_id": "c1", "exit_code": 2, "status": "failed"}
    stray = {**end, "call_id": "c9"}
    session = codex_session(
        tmp_path,
        function_call("c1", "exec_command", {"cmd": "make test"}),
        wrapped("event_msg", end),
        wrapped("event_msg", stray),
    )
    assert [(c.outcome, c.exit_code) for c in session.calls] == [("failed", 2)]

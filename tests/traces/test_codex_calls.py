"""Codex: calls and patches in every form they are written."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from adage.records import Call
from tests.traces.writing import (
    REPO,
    Record,
    codex_session,
    function_call,
    output,
    wrapped,
)

PATCH = (
    "*** Begin Patch\n*** Update File: src/a.py\n@@\n-x\n+y\n*** Move to: src/b.py\n"
    "*** Add File: c.py\n+z\n*** Delete File: d.py\n*** End Patch\n"
)
PATCHED = ("src/a.py", "src/b.py", "c.py", "d.py")


def call_of(tmp_path: Path, *lines: Record) -> Call:
    return codex_session(tmp_path, *lines).calls[0]


@pytest.mark.parametrize(
    ("name", "given", "text", "shell"),
    [
        ("exec_command", {"cmd": "make test"}, "make test", "bash"),
        ("shell_command", {"command": "make test"}, "make test", "bash"),
        ("shell", {"command": ["bash", "-lc", "make test"]}, "make test", "bash"),
        ("shell", {"command": ["/bin/zsh", "-lc", "make test"]}, "make test", "bash"),
        ("shell", {"command": ["powershell.exe", "-Command", "dir"]}, "dir", "powershell"),
        ("shell", {"command": ["git", "log", "a b"]}, "git log 'a b'", "bash"),
        ("exec_command", {"cmd": "dir", "shell": "pwsh"}, "dir", "powershell"),
        ("exec_command", {"cmd": 7}, "", "bash"),
    ],
)
def test_the_script_is_taken_out_of_its_shell(
    tmp_path: Path, name: str, given: Record, text: str, shell: str
) -> None:
    call = call_of(tmp_path, function_call("c1", name, given))
    assert (call.tool, call.text, call.shell) == ("shell", text, shell)


def test_a_command_runs_in_its_own_folder(tmp_path: Path) -> None:
    given = [{"cmd": "ls", "workdir": folder} for folder in ("/tmp/x", "web", "")]
    lines = [function_call(f"c{i}", "exec_command", g) for i, g in enumerate(given)]
    assert [c.cwd for c in codex_session(tmp_path, *lines).calls] == ["/tmp/x", f"{REPO}/web", REPO]


@pytest.mark.parametrize(
    "item",
    [
        {"type": "custom_tool_call", "name": "apply_patch", "call_id": "c1", "input": PATCH},
        function_call("c1", "apply_patch", {"input": PATCH})["payload"],
        function_call("c1", "apply_patch", {"patch": PATCH})["payload"],
        function_call("c1", "shell", {"command": ["apply_patch", PATCH]})["payload"],
        function_call("c1", "shell_command", {"command": f"apply_patch <<'EOF'\n{PATCH}EOF"})[
            "payload"
        ],
    ],
)
def test_a_patch_is_an_edit_however_it_is_fed(tmp_path: Path, item: Record) -> None:
    call = call_of(tmp_path, wrapped("response_item", item))
    assert (call.tool, call.text, call.paths) == ("edit", "", PATCHED)


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("Exit code: 0\nWall time: 0 seconds\nOutput:\nSuccess. Updated the following:", "ok"),
        ("Success. Updated the following files:\nM src/a.py\n", "ok"),
        ([{"type": "output_text", "text": "Done!"}], "ok"),
        ("apply_patch verification failed: Failed to find expected lines", "failed"),
    ],
)
def test_a_patch_says_whether_it_was_applied(tmp_path: Path, text: Any, outcome: str) -> None:
    item = {"type": "custom_tool_call", "name": "apply_patch", "call_id": "c1", "input": PATCH}
    call = call_of(
        tmp_path, wrapped("response_item", item), output("c1", text, "custom_tool_call_output")
    )
    assert call.outcome == outcome


@pytest.mark.parametrize(
    ("item", "tool", "text"),
    [
        (
            {"type": "function_call", "name": "view_image", "arguments": '{"path":"a.png"}'},
            "read",
            "",
        ),
        ({"type": "function_call", "name": "update_plan", "arguments": "{"}, "other", ""),
        ({"type": "function_call", "name": "spawn_agent", "arguments": None}, "task", ""),
        (
            {"type": "function_call", "name": "tracker__get", "arguments": "{}"},
            "mcp:tracker__get",
            "",
        ),
        (
            {"type": "function_call", "name": "_get", "namespace": "mcp__tracker"},
            "mcp:tracker__get",
            "",
        ),
        (
            {"type": "web_search_call", "action": {"query": "x"}, "status": "completed"},
            "fetch",
            "x",
        ),
        (
            {"type": "local_shell_call", "action": {"command": ["bash", "-lc", "ls"]}},
            "shell",
            "ls",
        ),
    ],
)
def test_every_tool_has_a_neutral_name(tmp_path: Path, item: Record, tool: str, text: str) -> None:
    call = call_of(tmp_path, wrapped("response_item", {"call_id": "c1", **item}))
    assert (call.tool, call.text) == (tool, text)


def test_calls_without_an_output_between_them_are_one_turn(tmp_path: Path) -> None:
    session = codex_session(
        tmp_path,
        function_call("c1", "exec_command", {"cmd": "a"}),
        function_call("c2", "exec_command", {"cmd": "b"}),
        output("c1", "x"),
        output("c2", "x"),
        function_call("c3", "exec_command", {"cmd": "c"}),
    )
    assert [call.turn for call in session.calls] == [0, 0, 1]

"""Codex: what a script for the `exec` tool runs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from adage.traces.codex_script import calls_in_script
from tests.traces.writing import codex_session, finished, output, wrapped

TWO = """
const one = await tools.exec_command({ cmd: "make \\"gen\\"", workdir: "/home/ann/shop/sub" });
const two = await tools.apply_patch(`*** Begin Patch
*** Update File: a.py
@@
-x
+y
*** End Patch`);
text(one.output);
"""


@pytest.mark.parametrize(
    ("script", "command"),
    [
        ('await tools.exec_command({cmd: "make test"})', "make test"),
        ("await tools.exec_command({ 'cmd': 'echo it\\'s' })", "echo it's"),
        ("tools.shell_command({workdir: '.', command: `a\nb`})", "a\nb"),
        ('tools.shell({command: ["bash", "-lc", "make test"]})', ["bash", "-lc", "make test"]),
    ],
)
def test_a_command_that_is_a_literal_is_found(script: str, command: Any) -> None:
    ((tool, given),) = calls_in_script(script)
    assert (tool, given["cmd"]) == ("exec_command", command)


@pytest.mark.parametrize(
    "script",
    [
        "tools.exec_command({cmd: command})",
        "tools.exec_command({cmd: `make ${target}`})",
        'tools.exec_command({cmd: ["make", target]})',
        "tools.exec_command(",
        "tools.apply_patch(patch)",
        "text('tools')",
        "",
    ],
)
def test_a_command_that_only_the_script_knows_is_left_out(script: str) -> None:
    assert calls_in_script(script) == []


def exec_item(call: str, script: str) -> dict[str, Any]:
    item = {"type": "custom_tool_call", "name": "exec", "call_id": call, "input": script}
    return wrapped("response_item", item)


def printed(call: str, *parts: str) -> dict[str, Any]:
    texts = ["Script completed\nWall time 0.1 seconds\nOutput:\n", *parts]
    body = [{"type": "input_text", "text": text} for text in texts]
    return output(call, body, "custom_tool_call_output")


def test_the_tools_of_a_script_are_calls_of_one_turn(tmp_path: Path) -> None:
    calls = codex_session(tmp_path, exec_item("c1", TWO)).calls
    assert [(c.id, c.tool, c.text, c.paths, c.cwd, c.turn) for c in calls] == [
        ("c1", "shell", 'make "gen"', (), "/home/ann/shop/sub", 0),
        ("c1/2", "edit", "", ("a.py",), "/home/ann/shop", 0),
    ]


def test_a_script_without_a_readable_command_stays_one_call(tmp_path: Path) -> None:
    (call,) = codex_session(tmp_path, exec_item("c1", "text('hi')")).calls
    assert (call.tool, call.name) == ("other", "exec")


def test_one_command_gets_the_exit_code_that_the_script_printed(tmp_path: Path) -> None:
    script = exec_item("c1", 'text(await tools.exec_command({cmd: "make test"}))')
    (call,) = codex_session(tmp_path, script, printed("c1", '{"exit_code":2,"output":"no"}')).calls
    assert (call.outcome, call.exit_code) == ("failed", 2)


def test_of_several_commands_the_output_tells_none(tmp_path: Path) -> None:
    calls = codex_session(tmp_path, exec_item("c1", TWO), printed("c1", '{"exit_code":2}')).calls
    assert [call.outcome for call in calls] == ["unknown", "unknown"]


def test_the_program_own_record_of_a_command_is_no_second_call(tmp_path: Path) -> None:
    ran = finished({
        "type": "CommandExecution", "id": "x9", "command": ["/bin/bash", "-lc", 'make "gen"'],
        "cwd": "file:///home/ann/shop/sub", "status": "completed", "exit_code": 0,
    })  # fmt: skip
    calls = codex_session(tmp_path, exec_item("c1", TWO), ran, printed("c1", "done")).calls
    assert [(call.id, call.outcome) for call in calls] == [("c1", "ok"), ("c1/2", "unknown")]

"""Claude Code: what became of a call."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from adage.records import Call
from tests.traces.writing import (
    attachment,
    claude_session,
    prompt,
    says,
    tool_result,
    tool_use,
)


def outcome_of(
    tmp_path: Path, content: Any, *, error: bool | None = None, name: str = "Bash", **line: Any
) -> Call:
    """What the reader makes of one call with this result."""
    return claude_session(
        tmp_path,
        prompt("u1", "run the tests"),
        tool_use("a1", "u1", "toolu_1", name=name),
        tool_result("r1", "a1", "toolu_1", content, error=error, **line),
    ).calls[0]


@pytest.mark.parametrize(
    ("content", "error", "outcome", "code"),
    [
        ("fine", None, "ok", 0),
        ("fine", False, "ok", 0),
        ("Exit code 2\nmake: *** No rule", True, "failed", 2),
        ("Error: Exit code 127\nnot found", True, "failed", 127),
        ("touch in 'a.txt' was blocked. For security, ...", True, "refused", None),
        ("Exit code 137", True, "unknown", 137),
        ("Command timed out after 2m 0s", True, "timeout", None),
        ("Exit code 143\nCommand timed out after 2m 0s", True, "timeout", 143),
        ("<tool_use_error>Sibling tool call errored</tool_use_error>", True, "cancelled", None),
        ("Sibling tool call errored", True, "cancelled", None),
        ("<tool_use_error>Cancelled: parallel tool call", True, "cancelled", None),
        ("<tool_use_error>File has not been read yet.", True, "invalid", None),
        ("The user doesn't want to proceed with this tool use.", True, "refused", None),
        ("[Request interrupted by user for tool use]", True, "refused", None),
        ("Permission to use Bash has been denied.", True, "refused", None),
        ("This command requires approval", True, "refused", None),
        ("PreToolUse:Bash hook error: [check]: no", True, "refused", None),
        ([{"type": "text", "text": "Exit code 3"}, {"type": "image"}], True, "failed", 3),
        ("printed: Exit code 1", False, "ok", 0),
        (None, None, "ok", 0),
    ],
)
def test_the_outcome_of_a_command(
    tmp_path: Path, content: Any, error: bool | None, outcome: str, code: int | None
) -> None:
    call = outcome_of(tmp_path, content, error=error)
    assert (call.outcome, call.exit_code) == (outcome, code)


def test_the_first_versions_gave_a_failure_no_number(tmp_path: Path) -> None:
    call = outcome_of(tmp_path, "ls: cannot access 'x'", error=True, version="1.0.98")
    assert (call.outcome, call.exit_code) == ("failed", None)


def killed_then(tmp_path: Path, *after: dict[str, Any]) -> Call:
    return claude_session(
        tmp_path,
        prompt("u1", "run the tests"),
        tool_use("a1", "u1", "toolu_1"),
        tool_result("r1", "a1", "toolu_1", "Exit code 137", error=True),
        *after,
    ).calls[0]


def test_a_killed_command_failed_when_the_model_goes_on_after_it(tmp_path: Path) -> None:
    assert killed_then(tmp_path, says("a2", "r1", "Out of memory.")).outcome == "failed"


def test_a_killed_command_tells_nothing_when_the_session_was_stopped(tmp_path: Path) -> None:
    resumed = [prompt("u2", "go on", "r1"), says("a2", "u2")]
    assert killed_then(tmp_path, *resumed).outcome == "unknown"


def test_a_hook_that_lets_a_call_wait_puts_nothing_in_its_place(tmp_path: Path) -> None:
    said = {"permissionDecision": "defer", "updatedInput": {"command": "make all"}}
    stdout = json.dumps({"hookSpecificOutput": said})
    success = {"type": "hook_success", "hookEvent": "PreToolUse", "toolUseID": "toolu_1"}
    session = claude_session(
        tmp_path,
        prompt("u1", "run the tests"),
        tool_use("a1", "u1", "toolu_1"),
        attachment("h1", "a1", stdout=stdout, **success),
    )
    assert (session.calls[0].text, session.calls[0].outcome) == ("make test", "unknown")


def test_a_refusal_in_any_words_is_known_by_its_field(tmp_path: Path) -> None:
    words = "touch in '/etc' needs approval."
    call = outcome_of(tmp_path, words, error=True, toolDenialKind="user-rejected")
    assert call.outcome == "refused"


def test_a_code_that_is_no_failure_leaves_the_number_open(tmp_path: Path) -> None:
    details = {"stdout": "", "returnCodeInterpretation": "No matches found"}
    call = outcome_of(tmp_path, "", toolUseResult=details)
    assert (call.outcome, call.exit_code) == ("ok", None)


def test_a_call_without_a_result_is_unknown(tmp_path: Path) -> None:
    session = claude_session(tmp_path, prompt("u1", "hi"), tool_use("a1", "u1", "toolu_1"))
    assert session.calls[0].outcome == "unknown"


def test_a_background_command_is_unknown_until_a_notice_tells_its_end(tmp_path: Path) -> None:
    started = [
        prompt("u1", "run the tests"),
        tool_use("a1", "u1", "toolu_1"),
        tool_result("r1", "a1", "toolu_1", "running", toolUseResult={"backgroundTaskId": "b1"}),
    ]
    assert claude_session(tmp_path, *started).calls[0].outcome == "unknown"
    notice = (
        "<task-notification><task-id>b1</task-id><status>failed</status>"
        '<summary>Background command "make test" failed with exit code 7</summary>'
        "</task-notification>"
    )
    session = claude_session(tmp_path, *started, prompt("u2", notice, "r1"))
    assert (session.calls[0].outcome, session.calls[0].exit_code) == ("failed", 7)
    assert [p.text for p in session.prompts] == ["run the tests"]


def test_what_a_hook_put_in_a_commands_place_is_what_ran(tmp_path: Path) -> None:
    spoken = {"hookSpecificOutput": {"updatedInput": {"command": ".venv/bin/pytest -q"}}}
    hook = attachment(
        "h1", "a1", type="hook_success", hookEvent="PreToolUse", hookName="PreToolUse:Bash",
        toolUseID="toolu_1", stdout=json.dumps(spoken),
    )  # fmt: skip
    asked = [prompt("u1", "hi"), tool_use("a1", "u1", "toolu_1", "pytest -q"), hook]
    assert claude_session(tmp_path, *asked).calls[0].text == ".venv/bin/pytest -q"
    refused = tool_result("r1", "h1", "toolu_1", "no", error=True, toolDenialKind="user-rejected")
    assert claude_session(tmp_path, *asked, refused).calls[0].text == "pytest -q"

"""Claude Code transcripts: turns, results, prompts, hooks, sub-agents and rewinds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from adage.records import Call, Session
from tests.traces.writing import (
    REPO,
    SESSION,
    Record,
    attachment,
    claude_line,
    only_session,
    prompt,
    read,
    says,
    tool_result,
    tool_use,
    write_lines,
)


def session_of(tmp_path: Path, *lines: Record) -> Session:
    return only_session(write_lines(tmp_path / f"{SESSION}.jsonl", lines))


def outcome_of(
    tmp_path: Path, content: Any, *, error: bool | None = None, name: str = "Bash", **line: Any
) -> Call:
    """What the reader makes of one call with this result."""
    return session_of(
        tmp_path,
        prompt("u1", "run the tests"),
        tool_use("a1", "u1", "toolu_1", name=name),
        tool_result("r1", "a1", "toolu_1", content, error=error, **line),
    ).calls[0]


# --- turns and calls ------------------------------------------------------------------------------


def test_the_lines_of_one_message_are_one_turn_wherever_they_stand(tmp_path: Path) -> None:
    session = session_of(
        tmp_path,
        prompt("u1", "run the tests"),
        says("a1", "u1", message="msg_1"),
        tool_use("a2", "a1", "toolu_1", message="msg_1"),
        tool_result("r1", "a2", "toolu_1"),
        tool_use("a3", "a2", "toolu_2", message="msg_1"),
        tool_use("a4", "a3", "toolu_3", message="msg_2"),
    )
    assert [(call.id, call.turn) for call in session.calls] == [
        ("toolu_1", 0),
        ("toolu_2", 0),
        ("toolu_3", 1),
    ]


def test_a_line_without_a_message_id_is_a_turn_of_its_own(tmp_path: Path) -> None:
    first, second = tool_use("a1", "u1", "toolu_1"), tool_use("a2", "a1", "toolu_2")
    del first["message"]["id"], second["message"]["id"]
    session = session_of(tmp_path, prompt("u1", "hi"), first, second)
    assert [call.turn for call in session.calls] == [0, 1]


def test_a_result_joins_its_call_from_above(tmp_path: Path) -> None:
    session = session_of(
        tmp_path,
        prompt("u1", "run the tests"),
        tool_result("r1", "a1", "toolu_1", "Exit code 2\nboom", error=True),
        tool_use("a1", "u1", "toolu_1"),
    )
    assert session.calls[0].exit_code == 2


def test_the_last_of_two_results_wins_and_the_first_of_two_calls(tmp_path: Path) -> None:
    path = write_lines(
        tmp_path / f"{SESSION}.jsonl",
        [
            prompt("u1", "run the tests"),
            tool_use("a1", "u1", "toolu_1", "make test"),
            tool_use("a2", "a1", "toolu_1", "make lint"),
            tool_result("r1", "a1", "toolu_1", "Exit code 2\nboom", error=True),
            tool_result("r2", "a1", "toolu_1", "ok"),
        ],
    )
    (call,) = only_session(path).calls
    assert (call.text, call.outcome) == ("make test", "ok")
    assert read(path).duplicates == {"repeated call id": 1, "repeated result": 1}


@pytest.mark.parametrize(
    ("name", "given", "tool", "text", "paths"),
    [
        ("Bash", {"command": "make test"}, "shell", "make test", ()),
        ("Read", {"file_path": "/a/b.py"}, "read", "", ("/a/b.py",)),
        ("Edit", {"file_path": "/a/b.py", "old_string": "1"}, "edit", "", ("/a/b.py",)),
        ("NotebookEdit", {"notebook_path": "/a/b.ipynb"}, "edit", "", ("/a/b.ipynb",)),
        ("Grep", {"pattern": "x", "path": "src"}, "search", "x", ("src",)),
        ("Glob", {"pattern": "*.py"}, "list", "*.py", ()),
        ("WebFetch", {"url": "https://a.invalid"}, "fetch", "https://a.invalid", ()),
        ("Task", {"description": "look", "prompt": "long"}, "task", "look", ()),
        ("Agent", {"description": "look"}, "task", "look", ()),
        ("mcp__tracker__get_ticket", {"id": "7"}, "mcp:tracker__get_ticket", "", ()),
        ("TodoWrite", {"todos": []}, "other", "", ()),
    ],
)
def test_every_tool_has_a_neutral_name(
    tmp_path: Path, name: str, given: Record, tool: str, text: str, paths: tuple[str, ...]
) -> None:
    line = tool_use("a1", "u1", "toolu_1", name=name, given=given)
    (call,) = session_of(tmp_path, prompt("u1", "hi"), line).calls
    assert (call.tool, call.name, call.text, call.paths) == (tool, name, text, paths)
    assert call.arguments == tuple(sorted(given))


def test_powershell_is_a_shell_of_its_own(tmp_path: Path) -> None:
    line = tool_use("a1", "u1", "toolu_1", "Get-ChildItem", name="PowerShell")
    (call,) = session_of(tmp_path, prompt("u1", "hi"), line).calls
    assert (call.tool, call.shell) == ("shell", "powershell")


def test_a_session_knows_where_and_when_it_ran(tmp_path: Path) -> None:
    late = tool_use("a1", "u1", "toolu_1", timestamp="2026-06-01T09:05:00.000Z", cwd=f"{REPO}/src")
    session = session_of(tmp_path, {"type": "mode", "sessionId": SESSION}, prompt("u1", "hi"), late)
    assert (session.id, session.root, session.harness) == (SESSION, SESSION, "claude")
    assert (session.cwd, session.branch, session.version) == (REPO, "main", "2.1.220")
    assert session.end - session.start == 300
    assert (session.calls[0].cwd, session.calls[0].line) == (f"{REPO}/src", 3)


# --- results --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "error", "outcome", "code"),
    [
        ("fine", None, "ok", 0),
        ("fine", False, "ok", 0),
        ("Exit code 2\nmake: *** No rule", True, "failed", 2),
        ("Error: Exit code 127\nnot found", True, "failed", 127),
        ("ls: cannot access 'x': No such file", True, "failed", None),
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


def test_a_refusal_in_any_words_is_known_by_its_field(tmp_path: Path) -> None:
    words = "touch in '/etc' needs approval."
    call = outcome_of(tmp_path, words, error=True, toolDenialKind="user-rejected")
    assert call.outcome == "refused"


def test_a_code_that_is_no_failure_leaves_the_number_open(tmp_path: Path) -> None:
    details = {"stdout": "", "returnCodeInterpretation": "No matches found"}
    call = outcome_of(tmp_path, "", toolUseResult=details)
    assert (call.outcome, call.exit_code) == ("ok", None)


def test_a_call_without_a_result_is_unknown(tmp_path: Path) -> None:
    session = session_of(tmp_path, prompt("u1", "hi"), tool_use("a1", "u1", "toolu_1"))
    assert session.calls[0].outcome == "unknown"


def test_a_background_command_is_unknown_until_a_notice_tells_its_end(tmp_path: Path) -> None:
    started = [
        prompt("u1", "run the tests"),
        tool_use("a1", "u1", "toolu_1"),
        tool_result("r1", "a1", "toolu_1", "running", toolUseResult={"backgroundTaskId": "b1"}),
    ]
    assert session_of(tmp_path, *started).calls[0].outcome == "unknown"
    notice = (
        "<task-notification><task-id>b1</task-id><status>failed</status>"
        '<summary>Background command "make test" failed with exit code 7</summary>'
        "</task-notification>"
    )
    session = session_of(tmp_path, *started, prompt("u2", notice, "r1"))
    assert (session.calls[0].outcome, session.calls[0].exit_code) == ("failed", 7)
    assert [p.text for p in session.prompts] == ["run the tests"]


def test_what_a_hook_put_in_a_commands_place_is_what_ran(tmp_path: Path) -> None:
    spoken = {"hookSpecificOutput": {"updatedInput": {"command": ".venv/bin/pytest -q"}}}
    hook = attachment(
        "h1", "a1", type="hook_success", hookEvent="PreToolUse", hookName="PreToolUse:Bash",
        toolUseID="toolu_1", stdout=json.dumps(spoken),
    )  # fmt: skip
    asked = [prompt("u1", "hi"), tool_use("a1", "u1", "toolu_1", "pytest -q"), hook]
    assert session_of(tmp_path, *asked).calls[0].text == ".venv/bin/pytest -q"
    refused = tool_result("r1", "h1", "toolu_1", "no", error=True, toolDenialKind="user-rejected")
    assert session_of(tmp_path, *asked, refused).calls[0].text == "pytest -q"


# --- prompts --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "content",
    [
        "<local-command-caveat>x</local-command-caveat>",
        "<command-name>/clear</command-name>",
        "<command-message>clear</command-message>",
        "<local-command-stdout>x</local-command-stdout>",
        "<task-notification>x</task-notification>",
        "[Request interrupted by user for tool use]",
        "<bash-input>ls</bash-input>",
        "This session is being continued from a previous conversation that ran out",
        "Caveat: The messages below were generated by the user while running local commands.",
        "Stop hook feedback:\nmake gen has not run",
        "PostToolUse:Edit hook additional context: run make gen",
        "<system-reminder>be brief</system-reminder>",
        [{"type": "image", "source": {}}],
        ["a bare text in a list"],
        None,
        7,
    ],
)
def test_what_the_program_writes_is_no_prompt(tmp_path: Path, content: Any) -> None:
    session = session_of(tmp_path, prompt("u1", "hi"), prompt("u2", content, "u1"))
    assert [p.text for p in session.prompts] == ["hi"]


@pytest.mark.parametrize(
    "fields",
    [
        {"isMeta": True},
        {"isCompactSummary": True},
        {"sourceToolUseID": "toolu_1"},
        {"origin": {"kind": "task-notification"}},
    ],
)
def test_a_line_marked_as_not_typed_is_no_prompt(tmp_path: Path, fields: Record) -> None:
    session = session_of(tmp_path, prompt("u1", "hi"), prompt("u2", "go", "u1", **fields))
    assert [p.text for p in session.prompts] == ["hi"]


def test_what_the_editor_adds_to_a_prompt_is_taken_off(tmp_path: Path) -> None:
    content = [
        {"type": "text", "text": "<ide_opened_file>a.py</ide_opened_file>"},
        {"type": "text", "text": "fix it <system-reminder>x</system-reminder>"},
    ]
    session = session_of(tmp_path, prompt("u1", content))
    assert [p.text for p in session.prompts] == ["fix it"]


def test_a_queued_prompt_counts_once(tmp_path: Path) -> None:
    queued = {"type": "queued_command", "commandMode": "prompt"}
    session = session_of(
        tmp_path,
        prompt("u1", "fix it"),
        tool_use("a1", "u1", "toolu_1"),
        {"type": "queue-operation", "operation": "enqueue", "content": "never sent"},
        attachment("q1", "a1", prompt="also add a test", **queued),
        attachment("q2", "q1", prompt="then lint", **queued),
        prompt("u2", "then lint", "q2"),
        attachment(
            "q3", "u2", prompt="done", type="queued_command", commandMode="task-notification"
        ),
    )
    assert [(p.text, p.at) for p in session.prompts] == [
        ("fix it", 0),
        ("also add a test", 1),
        ("then lint", 1),
    ]


def test_texts_lose_lone_surrogates_and_nuls(tmp_path: Path) -> None:
    session = session_of(tmp_path, prompt("u1", "a\ud83dz\u0000b"))
    session.prompts[0].text.encode()
    assert "\0" not in session.prompts[0].text


# --- hooks ----------------------------------------------------------------------------------------


def test_only_what_hooks_delivered_is_a_note(tmp_path: Path) -> None:
    tag = '<adage-reflex track="t">make gen</adage-reflex>'
    context = {"type": "hook_additional_context", "hookEvent": "PostToolBatch"}
    session = session_of(
        tmp_path,
        prompt("u1", f"I saw {tag}"),
        attachment("h1", "u1", content=[tag], hookName="UserPromptSubmit",
                   type="hook_additional_context"),
        tool_use("a1", "h1", "toolu_1", "cat notes.md"),
        tool_result("r1", "a1", "toolu_1", f"{tag}"),
        attachment("h2", "r1", content=tag, **context),
        attachment("h3", "h2", content=[tag], **context),
        attachment("h4", "h3", content=tag, type="hook_system_message", hookEvent="Stop"),
    )  # fmt: skip
    assert [(n.at, n.event, n.text) for n in session.notes] == [
        (0, "UserPromptSubmit", tag),
        (1, "PostToolBatch", tag),
    ]


def test_a_stop_that_was_blocked_is_told_once(tmp_path: Path) -> None:
    reason = "make gen has not run"
    session = session_of(
        tmp_path,
        prompt("u1", "edit the schema"),
        attachment("h1", "u1", type="hook_blocking_error", hookEvent="Stop",
                   blockingError={"blockingError": reason, "command": "x"}),
        prompt("h2", f"Stop hook feedback:\n{reason}", "h1", isMeta=True),
        claude_line("system", "h3", "h2", subtype="stop_hook_summary",
                    hookAdditionalContext=["one more thing"]),
    )  # fmt: skip
    assert [n.text for n in session.notes] == [reason, "one more thing"]
    assert len(session.prompts) == 1


def test_a_hooks_output_counts_as_what_it_puts_before_the_agent(tmp_path: Path) -> None:
    spoken = {"hookSpecificOutput": {"additionalContext": "run make gen"}, "systemMessage": "hi"}
    success = {"type": "hook_success", "hookEvent": "SessionStart"}
    session = session_of(
        tmp_path,
        attachment("h1", None, stdout="plain words\n", content="plain words", **success),
        attachment("h2", "h1", stdout=json.dumps(spoken), **success),
        prompt("u1", "hi", "h2"),
    )
    assert [n.text for n in session.notes] == ["plain words", "run make gen"]


# --- branches -------------------------------------------------------------------------------------


def test_the_branch_a_person_left_is_abandoned(tmp_path: Path) -> None:
    session = session_of(
        tmp_path,
        prompt("u1", "start"),
        says("a1", "u1"),
        prompt("u2", "add a flag", "a1"),
        tool_use("a2", "u2", "toolu_1", "make gen"),
        tool_result("r1", "a2", "toolu_1"),
        prompt("u3", "no, write docs", "a1"),
        tool_use("a3", "u3", "toolu_2", "make docs"),
    )
    assert [(call.text, call.abandoned) for call in session.calls] == [
        ("make gen", True),
        ("make docs", False),
    ]
    assert len(session.prompts) == 3


def test_parallel_calls_and_their_results_are_no_rewind(tmp_path: Path) -> None:
    session = session_of(
        tmp_path,
        prompt("u1", "start"),
        tool_use("a1", "u1", "toolu_1", message="msg_1"),
        tool_use("a2", "a1", "toolu_2", message="msg_1"),
        tool_result("r1", "a1", "toolu_1"),
        claude_line("progress", "p1", "a1", data={"type": "bash_progress"}),
        tool_result("r2", "a2", "toolu_2"),
        tool_use("a3", "p1", "toolu_3"),
    )
    assert not any(call.abandoned for call in session.calls)


def test_an_answer_given_anew_leaves_the_first_one_behind(tmp_path: Path) -> None:
    session = session_of(
        tmp_path,
        prompt("u1", "start"),
        tool_use("a1", "u1", "toolu_1", message="msg_1"),
        tool_result("r1", "a1", "toolu_1"),
        tool_use("a2", "u1", "toolu_2", message="msg_2"),
    )
    assert [call.abandoned for call in session.calls] == [True, False]


def test_a_circle_of_parents_ends(tmp_path: Path) -> None:
    session = session_of(
        tmp_path, prompt("u1", "start", "a2"), says("a1", "u1"), tool_use("a2", "a1", "toolu_1")
    )
    assert len(session.calls) == 1


# --- sub-agents and files -------------------------------------------------------------------------


def test_sub_agents_are_found_in_all_three_places(tmp_path: Path) -> None:
    project = tmp_path / "projects" / "-home-ann-shop"
    agent: Record = {"isSidechain": True, "agentId": "abc"}
    write_lines(
        project / f"{SESSION}.jsonl",
        [
            prompt("u1", "look around"),
            tool_use("a1", "u1", "toolu_1", name="Task", given={"description": "d"}),
            prompt("s1", "look for callers", None, isSidechain=True),
            tool_use("s2", "s1", "toolu_2", "grep -r x", isSidechain=True),
        ],
    )
    inner = project / SESSION / "subagents" / "agent-abc.jsonl"
    write_lines(inner, [prompt("v1", "look", **agent), tool_use("v2", "v1", "toolu_3", **agent)])
    inner.with_name("agent-abc.meta.json").write_text('{"agentType": "Explore"}')
    agent["agentId"] = "def"
    write_lines(
        project / "agent-def.jsonl",
        [prompt("w1", "look", **agent), tool_use("w2", "w1", "toolu_4", **agent)],
    )
    write_lines(inner.with_name("agent-acompact-1.jsonl"), [prompt("x1", "sum up", **agent)])
    write_lines(inner.parent / "workflows" / "wf_1" / "journal.jsonl", [{"type": "started"}])

    sessions = {session.id: session for session in read(tmp_path).sessions}
    assert sorted(sessions) == [
        SESSION,
        f"{SESSION}/agent-abc",
        f"{SESSION}/agent-def",
        f"{SESSION}/agent-s1",
    ]
    assert all(session.root == SESSION for session in sessions.values())
    assert [p.text for s in sessions.values() for p in s.prompts] == ["look around"]
    assert sessions[f"{SESSION}/agent-abc"].agent == "Explore"


def test_two_conversations_in_one_file_are_two_sessions(tmp_path: Path) -> None:
    other = "44444444-2222-4333-8444-555555555555"
    path = write_lines(
        tmp_path / "x.jsonl", [prompt("u1", "one"), prompt("u2", "two", sessionId=other)]
    )
    assert sorted(session.id for session in read(path).sessions) == [SESSION, other]


def test_a_conversation_that_goes_on_under_another_id_is_one_session(tmp_path: Path) -> None:
    other = "44444444-2222-4333-8444-555555555555"
    path = write_lines(
        tmp_path / f"{other}.jsonl",
        [prompt("u1", "one"), says("a1", "u1"), prompt("u2", "two", "a1", sessionId=other)],
    )
    session = only_session(path)
    assert (session.id, len(session.prompts)) == (other, 2)


def test_a_file_of_metadata_holds_no_session(tmp_path: Path) -> None:
    lines = [{"type": "summary", "leafUuid": "x"}, {"type": "mode", "sessionId": SESSION}]
    (file,) = read(write_lines(tmp_path / f"{SESSION}.jsonl", lines)).files
    assert (file.sessions, file.problem) == ((), "")
    assert file.ignored == {"line of type mode": 1, "line of type summary": 1}


def test_fields_of_the_wrong_type_cost_nothing_else(tmp_path: Path) -> None:
    odd = [
        claude_line("user", "q1", "u1", message=None),
        claude_line("assistant", "q2", "q1", message={"content": "plain"}),
        claude_line("assistant", "q3", "q2", message={"content": [7, None, {"type": "tool_use"}]}),
        claude_line("attachment", "q4", "q3", attachment=[1]),
        claude_line("user", "q5", "q4", message={"content": [{"type": "tool_result"}]}),
        {"type": "user", "uuid": 7, "parentUuid": {}, "timestamp": [], "cwd": 1, "message": {}},
        {"type": ["user"]},
    ]
    path = write_lines(
        tmp_path / f"{SESSION}.jsonl",
        [prompt("u1", "hi"), *odd, tool_use("a1", "u1", "toolu_1")],
    )
    reading = read(path)
    assert len(reading.sessions[0].calls) == 1
    assert reading.files[0].skipped == {"call without id or name": 1}


def test_what_the_program_says_in_the_models_place_is_left_out(tmp_path: Path) -> None:
    error = says("e1", "u1", "API Error")
    error["message"]["model"] = "<synthetic>"
    path = write_lines(
        tmp_path / f"{SESSION}.jsonl",
        [prompt("u1", "hi"), error, tool_use("a1", "e1", "toolu_1")],
    )
    reading = read(path)
    assert reading.files[0].ignored == {"text of the program, not the model": 1}
    assert reading.sessions[0].calls[0].turn == 0

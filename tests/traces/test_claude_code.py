"""Claude Code transcripts: turns, calls, rewinds, sub-agents and files."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.traces.writing import (
    REPO,
    SESSION,
    Record,
    claude_line,
    claude_session,
    only_session,
    prompt,
    read,
    says,
    tool_result,
    tool_use,
    write_lines,
)

# --- turns and calls ------------------------------------------------------------------------------


def test_the_lines_of_one_message_are_one_turn_wherever_they_stand(tmp_path: Path) -> None:
    session = claude_session(
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


def test_a_turn_that_only_says_something_counts_as_well(tmp_path: Path) -> None:
    session = claude_session(
        tmp_path,
        prompt("u1", "run the tests"),
        tool_use("a1", "u1", "toolu_1", message="msg_1"),
        tool_result("r1", "a1", "toolu_1"),
        says("a2", "r1", message="msg_2"),
        prompt("u2", "commit this", parent="a2"),
        says("a3", "u2", message="msg_3"),
    )
    assert session.turns == 3
    assert [one.turn for one in session.prompts] == [0, 2]


def test_a_line_without_a_message_id_is_a_turn_of_its_own(tmp_path: Path) -> None:
    first, second = tool_use("a1", "u1", "toolu_1"), tool_use("a2", "a1", "toolu_2")
    del first["message"]["id"], second["message"]["id"]
    session = claude_session(tmp_path, prompt("u1", "hi"), first, second)
    assert [call.turn for call in session.calls] == [0, 1]


def test_a_result_joins_its_call_from_above(tmp_path: Path) -> None:
    session = claude_session(
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
    (call,) = claude_session(tmp_path, prompt("u1", "hi"), line).calls
    assert (call.tool, call.name, call.text, call.paths) == (tool, name, text, paths)
    assert call.arguments == tuple(sorted(given))


def test_powershell_is_a_shell_of_its_own(tmp_path: Path) -> None:
    line = tool_use("a1", "u1", "toolu_1", "Get-ChildItem", name="PowerShell")
    (call,) = claude_session(tmp_path, prompt("u1", "hi"), line).calls
    assert (call.tool, call.shell) == ("shell", "powershell")


def test_a_session_knows_where_and_when_it_ran(tmp_path: Path) -> None:
    late = tool_use("a1", "u1", "toolu_1", timestamp="2026-06-01T09:05:00.000Z", cwd=f"{REPO}/src")
    session = claude_session(
        tmp_path, {"type": "mode", "sessionId": SESSION}, prompt("u1", "hi"), late
    )
    assert (session.id, session.root, session.harness) == (SESSION, SESSION, "claude")
    assert (session.cwd, session.branch, session.version) == (REPO, "main", "2.1.220")
    assert session.end - session.start == 300
    assert (session.calls[0].cwd, session.calls[0].line) == (f"{REPO}/src", 3)


# --- branches -------------------------------------------------------------------------------------


def test_the_branch_a_person_left_is_abandoned(tmp_path: Path) -> None:
    session = claude_session(
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


def test_the_first_prompt_of_all_can_be_taken_back(tmp_path: Path) -> None:
    session = claude_session(
        tmp_path,
        prompt("u1", "run the tests"),
        tool_use("a1", "u1", "toolu_1"),
        tool_result("r1", "a1", "toolu_1"),
        prompt("u2", "lint instead"),
        tool_use("a2", "u2", "toolu_2", "make lint"),
    )
    assert [(call.id, call.abandoned) for call in session.calls] == [
        ("toolu_1", True),
        ("toolu_2", False),
    ]


def test_parallel_calls_and_their_results_are_no_rewind(tmp_path: Path) -> None:
    session = claude_session(
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
    session = claude_session(
        tmp_path,
        prompt("u1", "start"),
        tool_use("a1", "u1", "toolu_1", message="msg_1"),
        tool_result("r1", "a1", "toolu_1"),
        tool_use("a2", "u1", "toolu_2", message="msg_2"),
    )
    assert [call.abandoned for call in session.calls] == [True, False]


def test_a_circle_of_parents_ends(tmp_path: Path) -> None:
    session = claude_session(
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

"""Codex rollouts: every era, the four output grammars, patches, forks and rollbacks."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import zstandard

from adage.records import Call, Session
from tests.traces.writing import (
    REPO,
    THREAD,
    Record,
    finished,
    function_call,
    only_session,
    output,
    prompt,
    read,
    session_meta,
    user_message,
    wrapped,
    write_json,
    write_lines,
)

NAME = f"rollout-2026-05-01T09-00-00-{THREAD}.jsonl"
PATCH = (
    "*** Begin Patch\n*** Update File: src/a.py\n@@\n-x\n+y\n*** Move to: src/b.py\n"
    "*** Add File: c.py\n+z\n*** Delete File: d.py\n*** End Patch\n"
)
PATCHED = ("src/a.py", "src/b.py", "c.py", "d.py")


def session_of(tmp_path: Path, *lines: Record, meta: Record | None = None) -> Session:
    first = meta or session_meta()
    return only_session(write_lines(tmp_path / NAME, [first, user_message("run it"), *lines]))


def call_of(tmp_path: Path, *lines: Record) -> Call:
    return session_of(tmp_path, *lines).calls[0]


def ran(tmp_path: Path, text: Any, name: str = "exec_command") -> Call:
    """What the reader makes of a command with this output."""
    given = {"cmd": "make test"} if name == "exec_command" else {"command": "make test"}
    return call_of(tmp_path, function_call("c1", name, given), output("c1", text))


# --- outcomes -------------------------------------------------------------------------------------


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
    session = session_of(
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
    session = session_of(
        tmp_path,
        function_call("c1", "exec_command", {"cmd": "make test"}),
        wrapped("event_msg", end),
        wrapped("event_msg", stray),
    )
    assert [(c.outcome, c.exit_code) for c in session.calls] == [("failed", 2)]


# --- calls ----------------------------------------------------------------------------------------


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
    assert [c.cwd for c in session_of(tmp_path, *lines).calls] == ["/tmp/x", f"{REPO}/web", REPO]


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
    session = session_of(
        tmp_path,
        function_call("c1", "exec_command", {"cmd": "a"}),
        function_call("c2", "exec_command", {"cmd": "b"}),
        output("c1", "x"),
        output("c2", "x"),
        function_call("c3", "exec_command", {"cmd": "c"}),
    )
    assert [call.turn for call in session.calls] == [0, 0, 1]


# --- prompts and notes ----------------------------------------------------------------------------


def message(role: str, text: str, **fields: Any) -> Record:
    content = [{"type": "input_text", "text": text}]
    return wrapped("response_item", {"type": "message", "role": role, "content": content, **fields})


def test_recorded_prompts_win_over_messages(tmp_path: Path) -> None:
    session = session_of(tmp_path, message("user", "run it"), message("user", "# something read"))
    assert [p.text for p in session.prompts] == ["run it"]


@pytest.mark.parametrize(
    "text",
    [
        "<environment_context>\n<cwd>/home/ann/shop</cwd>\n</environment_context>",
        "<user_instructions>x</user_instructions>",
        "# AGENTS.md instructions for /home/ann/shop",
        "<turn_aborted>\nx",
        '<hook_prompt hook_run_id="stop:1:/h.json">make gen has not run</hook_prompt>',
    ],
)
def test_injected_messages_are_no_prompts(tmp_path: Path, text: str) -> None:
    lines = [session_meta(), message("user", text), message("user", "fix it")]
    session = only_session(write_lines(tmp_path / NAME, lines))
    assert [p.text for p in session.prompts] == ["fix it"]


def test_the_request_is_taken_out_of_what_an_editor_wraps_around_it(tmp_path: Path) -> None:
    text = "# Context from my IDE setup:\n\n## My request for Codex:\nlist files\n"
    session = only_session(write_lines(tmp_path / NAME, [session_meta(), user_message(text)]))
    assert [p.text for p in session.prompts] == ["list files"]


def test_a_paginated_rollout_gives_prompts_steps_and_rewritten_commands(tmp_path: Path) -> None:
    execution = {
        "type": "CommandExecution", "id": "c1", "command": ["/bin/bash", "-lc", "make fast"],
        "cwd": f"file://{REPO}", "exit_code": 2, "status": "failed",
        "aggregated_output": "1 failed",
    }  # fmt: skip
    change = {
        "type": "FileChange",
        "id": "c3",
        "changes": {f"{REPO}/a.py": {}},
        "status": "completed",
    }
    lines = [
        session_meta(history_mode="paginated"),
        finished({"type": "UserMessage", "id": "i1", "content": [{"type": "text", "text": "go"}]}),
        message("user", "go"),
        function_call("c1", "exec_command", {"cmd": "make test"}),
        finished(execution),
        finished({**execution, "id": "c2", "command": ["bash", "-lc", "ls"], "exit_code": 0}),
        finished({**execution, "id": "c9", "source": "user_shell"}),
        finished(change),
        finished({"type": "AgentMessage", "content": []}),
    ]
    session = only_session(write_lines(tmp_path / NAME, lines))
    assert [p.text for p in session.prompts] == ["go"]
    assert [(c.id, c.tool, c.text, c.paths, c.exit_code) for c in session.calls] == [
        ("c1", "shell", "make fast", (), 2),
        ("c2", "shell", "ls", (), 0),
        ("c3", "edit", "", (f"{REPO}/a.py",), None),
    ]
    assert session.calls[0].cwd == REPO


def test_what_hooks_said_is_a_note(tmp_path: Path) -> None:
    marks = {"content_item_kinds": ["hooks.additional_context"]}
    stop = '<hook_prompt hook_run_id="stop:10:/h.json">make gen has not run</hook_prompt>'
    fragment = {"text": "make gen has not run", "hookRunId": "stop:10:/h.json"}
    session = session_of(
        tmp_path,
        message("developer", "not a hook"),
        message("developer", "run make gen", internal_chat_message_metadata_passthrough=marks),
        function_call("c1", "exec_command", {"cmd": "ls"}),
        message("user", stop),
        finished({"type": "HookPrompt", "fragments": [fragment]}),
    )
    assert [(n.at, n.event, n.text) for n in session.notes] == [
        (0, "", "run make gen"),
        (1, "Stop", "make gen has not run"),
    ]


# --- eras -----------------------------------------------------------------------------------------

SHELL_CALL: Record = {
    "type": "function_call", "name": "shell", "call_id": "c1",
    "arguments": json.dumps({"command": ["bash", "-lc", "make test"]}),
}  # fmt: skip
SHELL_OUTPUT: Record = {
    "type": "function_call_output", "call_id": "c1",
    "output": '{"output":"ok","metadata":{"exit_code":0}}',
}  # fmt: skip
TYPED: Record = {
    "type": "message",
    "role": "user",
    "content": [{"type": "input_text", "text": "run it"}],
}
ENVIRONMENT: Record = {
    "type": "message", "role": "user",
    "content": [{"type": "input_text", "text": f"<environment_context>\n<cwd>{REPO}</cwd>\n"}],
}  # fmt: skip


def assert_is_the_plain_session(session: Session) -> None:
    assert (session.harness, session.cwd) == ("codex", REPO)
    assert [p.text for p in session.prompts] == ["run it"]
    assert [(c.text, c.outcome) for c in session.calls] == [("make test", "ok")]
    assert session.start > 1_700_000_000


def test_bare_items_of_2025_are_read(tmp_path: Path) -> None:
    first: Record = {
        "id": THREAD,
        "timestamp": "2025-08-20T08:00:00.000Z",
        "instructions": None,
        "git": {},
    }
    lines = [first, {"record_type": "state"}, ENVIRONMENT, TYPED, SHELL_CALL, SHELL_OUTPUT]
    assert_is_the_plain_session(only_session(write_lines(tmp_path / NAME, lines)))


def test_bare_items_without_any_time_take_the_one_in_the_name(tmp_path: Path) -> None:
    lines = [ENVIRONMENT, TYPED, SHELL_CALL, SHELL_OUTPUT]
    session = only_session(write_lines(tmp_path / NAME, lines))
    assert_is_the_plain_session(session)
    assert session.id == THREAD


def test_flattened_items_are_read(tmp_path: Path) -> None:
    items = [{"timestamp": "2026-05-01T09:00:00Z", **i} for i in (TYPED, SHELL_CALL, SHELL_OUTPUT)]
    assert_is_the_plain_session(
        only_session(write_lines(tmp_path / NAME, [session_meta(), *items]))
    )


def test_the_single_object_of_spring_2025_is_read(tmp_path: Path) -> None:
    about = {"id": THREAD, "timestamp": "2025-06-20T09:00:00.000Z", "instructions": ""}
    items = [ENVIRONMENT, TYPED, SHELL_CALL, SHELL_OUTPUT, "no object"]
    path = write_json(tmp_path / "rollout-2025-06-20-x.json", {"session": about, "items": items})
    assert_is_the_plain_session(only_session(path))
    assert read(path).files[0].skipped == {"not an object": 1}


def test_a_compressed_rollout_is_read_and_its_plain_twin_preferred(tmp_path: Path) -> None:
    plain = write_lines(tmp_path / NAME, [session_meta(), TYPED, SHELL_CALL, SHELL_OUTPUT])
    packed = plain.with_name(NAME + ".zst")
    packed.write_bytes(zstandard.compress(plain.read_bytes()))
    assert_is_the_plain_session(only_session(packed))
    assert [file.path for file in read(tmp_path).files] == [str(plain)]


def test_the_stream_of_codex_exec_is_reported_and_not_parsed(tmp_path: Path) -> None:
    lines = [{"type": "thread.started", "thread_id": "x"}, {"type": "turn.started"}]
    (file,) = read(write_lines(tmp_path / "out.jsonl", lines)).files
    assert file.sessions == ()
    assert "codex exec --json" in file.problem


# --- forks, sub-agents, rollbacks -----------------------------------------------------------------


def test_history_that_a_fork_replays_counts_once(tmp_path: Path) -> None:
    parent, child = "019dd000-0000-7000-8000-0000000000aa", "019dd000-0000-7000-8000-0000000000bb"
    history = [user_message("run the tests"), SHELL_CALL, SHELL_OUTPUT]
    write_lines(tmp_path / f"rollout-2026-05-01T08-00-00-{parent}.jsonl",
                [session_meta(parent, timestamp="2026-05-01T08:00:00Z"), *history])  # fmt: skip
    own = [user_message("now lint"), {**SHELL_CALL, "call_id": "c2"}]
    write_lines(tmp_path / f"rollout-2026-05-01T09-00-00-{child}.jsonl",
                [session_meta(child, forked_from_id=parent), session_meta(parent),
                 *history, *own])  # fmt: skip
    reading = read(tmp_path)
    told = {s.id: ([p.text for p in s.prompts], [c.id for c in s.calls]) for s in reading.sessions}
    assert told == {parent: (["run the tests"], ["c1"]), child: (["now lint"], ["c2"])}
    assert reading.duplicates == {"replayed history": 1}


def test_a_fork_whose_parent_is_gone_keeps_the_history(tmp_path: Path) -> None:
    lines = [session_meta(forked_from_id="gone"), user_message("x"), SHELL_CALL, SHELL_OUTPUT]
    assert len(only_session(write_lines(tmp_path / NAME, lines)).calls) == 1


def test_a_sub_agent_has_its_parents_root_and_no_prompts(tmp_path: Path) -> None:
    spawn = {"parent_thread_id": "parent", "depth": 1, "agent_role": "explorer"}
    meta = session_meta(source={"subagent": {"thread_spawn": spawn}}, session_id="top")
    session = session_of(tmp_path, SHELL_CALL, meta=meta)
    assert (session.root, session.agent, session.prompts) == ("top", "explorer", ())


def test_a_turn_that_was_rolled_back_is_abandoned_and_kept(tmp_path: Path) -> None:
    session = session_of(
        tmp_path,
        {**SHELL_CALL, "call_id": "c0"},
        user_message("second"),
        SHELL_CALL,
        wrapped("event_msg", {"type": "thread_rolled_back", "num_turns": 1}),
        user_message("instead: lint"),
        {**SHELL_CALL, "call_id": "c2"},
        wrapped("event_msg", {"type": "turn_aborted", "reason": "interrupted"}),
    )
    assert [(c.id, c.abandoned) for c in session.calls] == [
        ("c0", False),
        ("c1", True),
        ("c2", False),
    ]


def test_records_of_the_wrong_type_cost_nothing_else(tmp_path: Path) -> None:
    odd: list[Record] = [
        wrapped("response_item", {"type": "function_call", "name": 7, "call_id": None}),
        wrapped("response_item", {"type": "message", "role": "user", "content": 7}),
        wrapped("response_item", {"type": "message", "role": "user", "content": [None, "x"]}),
        wrapped("event_msg", {"type": "item_completed", "item": 7}),
        wrapped("event_msg", {"type": "thread_rolled_back", "num_turns": "x"}),
        wrapped("event_msg", {"type": "patch_apply_end", "changes": 7, "call_id": "zz"}),
        wrapped("future_record", {"x": 1}),
        {"type": "response_item", "payload": 7},
        {"timestamp": 7, "type": ["x"]},
        prompt("u1", "a line of another agent"),
    ]
    session = session_of(tmp_path, *odd, SHELL_CALL)
    assert len(session.calls) == 1
    assert read(tmp_path).files[0].skipped == {"call without id or name": 1}

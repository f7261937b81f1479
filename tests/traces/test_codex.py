"""Codex rollouts: prompts, notes, every era, forks and rollbacks."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import zstandard

from adage.records import Session
from tests.traces.writing import (
    NAME,
    REPO,
    THREAD,
    Record,
    codex_session,
    finished,
    function_call,
    only_session,
    prompt,
    read,
    session_meta,
    user_message,
    wrapped,
    write_json,
    write_lines,
)

# --- prompts and notes ----------------------------------------------------------------------------


def message(role: str, text: str, **fields: Any) -> Record:
    content = [{"type": "input_text", "text": text}]
    return wrapped("response_item", {"type": "message", "role": role, "content": content, **fields})


def test_recorded_prompts_win_over_messages(tmp_path: Path) -> None:
    session = codex_session(
        tmp_path, message("user", "run it"), message("user", "# something read")
    )
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
    session = codex_session(
        tmp_path,
        message("developer", "not a hook"),
        message("developer", "run make gen", internal_chat_message_metadata_passthrough=marks),
        function_call("c1", "exec_command", {"cmd": "ls"}),
        message("user", stop),
        finished({"type": "HookPrompt", "fragments": [fragment]}),
    )
    assert [(n.at, n.event, n.text) for n in session.notes] == [
        (0, "UserPromptSubmit", "run make gen"),
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
    assert reading.duplicates == {"replayed history": 2}


def test_a_fork_whose_parent_is_gone_keeps_the_history(tmp_path: Path) -> None:
    lines = [session_meta(forked_from_id="gone"), user_message("x"), SHELL_CALL, SHELL_OUTPUT]
    assert len(only_session(write_lines(tmp_path / NAME, lines)).calls) == 1


def test_a_sub_agent_has_its_parents_root_and_no_prompts(tmp_path: Path) -> None:
    spawn = {"parent_thread_id": "parent", "depth": 1, "agent_role": "explorer"}
    meta = session_meta(source={"subagent": {"thread_spawn": spawn}}, session_id="top")
    session = codex_session(tmp_path, SHELL_CALL, meta=meta)
    assert (session.root, session.agent, session.prompts) == ("top", "explorer", ())


def test_a_turn_that_was_rolled_back_is_abandoned_and_kept(tmp_path: Path) -> None:
    session = codex_session(
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
    session = codex_session(tmp_path, *odd, SHELL_CALL)
    assert len(session.calls) == 1
    assert read(tmp_path).files[0].skipped == {"call without id or name": 1}

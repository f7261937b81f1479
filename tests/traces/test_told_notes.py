"""What hooks and plugins put before Codex and OpenCode is read back with the moment it was said."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from adage.records import HookNote
from tests.traces.writing import (
    Record,
    codex_session,
    finished,
    function_call,
    only_session,
    open_bash,
    open_session,
    open_text,
    output,
    session_meta,
    user_message,
    wrapped,
    write_json,
)

TOLD = '<adage-reflex id="r1" route="sh:make gen">Runs make gen.</adage-reflex>'


def hook_said(text: str) -> Record:
    message = {"type": "message", "role": "developer", "content": [{"text": text}]}
    marks = {"content_item_kinds": ["hooks.additional_context"]}
    return wrapped(
        "response_item", {**message, "internal_chat_message_metadata_passthrough": marks}
    )


def ran(call: str) -> Record:
    own = {"type": "CommandExecution", "id": call, "command": ["bash", "-lc", "ls"]}
    return finished({**own, "status": "completed", "exit_code": 0})


def events_of(tmp_path: Path, *lines: Record, **meta: Any) -> list[tuple[int, str, str]]:
    notes = codex_session(tmp_path, *lines, meta=session_meta(**meta)).notes
    return [(note.at, note.event, note.text) for note in notes]


def test_codex_names_no_event_but_the_place_of_the_words_does(tmp_path: Path) -> None:
    lines = [
        hook_said("prompt"),
        function_call("c1", "exec_command", {"cmd": "ls"}),
        hook_said("before"),
        ran("c1"),
        hook_said("behind"),
        output("c1", "Process exited with code 0\nOutput:\n"),
        wrapped("event_msg", {"type": "task_started"}),
        hook_said("start"),
        user_message("more"),
    ]
    assert events_of(tmp_path, *lines, history_mode="paginated") == [
        (0, "UserPromptSubmit", "prompt"),
        (1, "PreToolUse", "before"),
        (1, "PostToolUse", "behind"),
        (1, "SessionStart", "start"),
    ]


def test_without_a_record_of_the_end_the_words_around_a_call_have_no_event(tmp_path: Path) -> None:
    lines = [function_call("c1", "exec_command", {"cmd": "ls"}), hook_said("around")]
    assert events_of(tmp_path, *lines) == [(1, "", "around")]


def open_notes(tmp_path: Path, *parts: Record, message: int = 0) -> tuple[HookNote, ...]:
    exported = open_session()
    exported["messages"][message]["parts"] += parts
    return only_session(write_json(tmp_path / "x.json", exported)).notes


def test_a_plugins_text_beside_a_prompt_is_a_note_when_it_is_adages(tmp_path: Path) -> None:
    parts = [open_text("p8", TOLD, synthetic=True), open_text("p9", "Other", synthetic=True)]
    assert open_notes(tmp_path, *parts) == (HookNote(0, "chat.message", TOLD),)


def test_a_person_who_types_the_same_words_leaves_no_note(tmp_path: Path) -> None:
    assert open_notes(tmp_path, open_text("p8", TOLD)) == ()


def told_after(tmp_path: Path, plain: str, whole: str) -> list[tuple[int, str]]:
    metadata = {"exit": 0, "output": plain}
    part = open_bash("p9", "call_9", "make test", output=whole, metadata=metadata)
    return [(note.at, note.text) for note in open_notes(tmp_path, part, message=1)]


def test_what_a_plugin_added_to_an_output_is_a_note_behind_the_call(tmp_path: Path) -> None:
    assert told_after(tmp_path, "2 passed\n", f"2 passed\n\n{TOLD}") == [(2, TOLD)]


def test_what_a_command_printed_itself_is_no_note(tmp_path: Path) -> None:
    assert told_after(tmp_path, TOLD, TOLD) == []
    assert told_after(tmp_path, "cut", f"other {TOLD}") == []

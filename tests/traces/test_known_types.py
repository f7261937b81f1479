"""A record of a new type is counted as unknown, one that is left out on purpose is not."""

from __future__ import annotations

from pathlib import Path

from tests.traces.writing import (
    NAME,
    Record,
    claude_line,
    finished,
    open_session,
    prompt,
    read,
    session_meta,
    user_message,
    wrapped,
    write_json,
    write_lines,
)


def ignored(path: Path) -> dict[str, int]:
    (file,) = read(path).files
    return dict(file.ignored)


def test_claude_code_lines_and_blocks(tmp_path: Path) -> None:
    blocks: list[Record] = [{"type": "thinking"}, {"type": "hologram"}]
    answer = claude_line("assistant", "a1", "u1", message={"id": "m1", "content": blocks})
    lines = [prompt("u1", "hi"), answer, {"type": "mode"}, {"type": "brand-new"}, {}]
    assert ignored(write_lines(tmp_path / "x.jsonl", lines)) == {
        "line of type mode": 1,
        "unknown block of type hologram": 1,
        "unknown line of type brand-new": 1,
        "unknown line of type none": 1,
    }


def test_codex_lines_items_and_events(tmp_path: Path) -> None:
    lines = [
        session_meta(),
        user_message("hi"),
        wrapped("world_state", {}),
        wrapped("brand_new", {}),
        wrapped("response_item", {"type": "reasoning"}),
        wrapped("response_item", {"type": "brand_new"}),
        wrapped("event_msg", {"type": "token_count"}),
        wrapped("event_msg", {"type": "brand_new"}),
        finished({"type": "Plan"}),
        finished({"type": "BrandNew"}),
    ]
    assert ignored(write_lines(tmp_path / NAME, lines)) == {
        "event of type token_count": 1,
        "finished item of type Plan": 1,
        "item of type reasoning": 1,
        "line of type world_state": 1,
        "unknown event of type brand_new": 1,
        "unknown finished item of type BrandNew": 1,
        "unknown item of type brand_new": 1,
        "unknown line of type brand_new": 1,
    }


def test_opencode_parts(tmp_path: Path) -> None:
    exported = open_session()
    exported["messages"][1]["parts"] += [{"type": "reasoning"}, {"type": "brand-new"}]
    found = ignored(write_json(tmp_path / "x.json", exported))
    assert found["part of type reasoning"] == 1
    assert found["unknown part of type brand-new"] == 1

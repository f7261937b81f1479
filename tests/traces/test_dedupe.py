"""Every record counts once, whatever it was copied into and in whatever order files come."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from adage.traces import read_paths
from tests.traces.writing import (
    SESSION,
    Record,
    attachment,
    open_session,
    prompt,
    read,
    session_meta,
    told,
    tool_result,
    tool_use,
    user_message,
    write_json,
    write_lines,
)

OTHER = "99999999-2222-4333-8444-555555555555"
CALL = "toolu_0123456789abcdefghijkl"
HISTORY = [
    prompt("u1", "run the tests"),
    tool_use("a1", "u1", CALL),
    tool_result("r1", "a1", CALL),
]


def under(session: str, lines: list[Record]) -> list[Record]:
    return [{**line, "sessionId": session} for line in lines]


def test_a_resumed_copy_replaces_what_it_copied(tmp_path: Path) -> None:
    write_lines(tmp_path / f"{SESSION}.jsonl", HISTORY)
    write_lines(
        tmp_path / f"{OTHER}.jsonl", under(OTHER, [*HISTORY, prompt("u2", "now lint", "r1")])
    )
    reading = read(tmp_path)
    assert told(reading) == [(OTHER, ("run the tests", "now lint"), (f"{CALL} ok",))]
    assert reading.duplicates == {"copied session": 1}


def test_two_sessions_that_went_on_from_one_share_no_record(tmp_path: Path) -> None:
    one = [*HISTORY, tool_use("a2", "r1", CALL + "1", "make lint")]
    two = [*HISTORY, attachment("h1", "r1", type="hook_additional_context", content="note"),
           tool_use("a3", "h1", CALL + "2", "make docs")]  # fmt: skip
    write_lines(tmp_path / f"{SESSION}.jsonl", one)
    write_lines(tmp_path / f"{OTHER}.jsonl", under(OTHER, two))
    reading = read(tmp_path)
    calls = [call.id for session in reading.sessions for call in session.calls]
    assert sorted(calls) == [CALL, CALL + "1", CALL + "2"]
    assert reading.duplicates == {"copied record": 2}
    (second,) = [session for session in reading.sessions if session.id == OTHER]
    assert [(note.at, note.text) for note in second.notes] == [(0, "note")]


def test_the_same_file_in_two_places_counts_once(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        write_lines(tmp_path / folder / f"{SESSION}.jsonl", HISTORY)
    reading = read(tmp_path)
    assert len(reading.sessions) == 1
    assert [len(file.sessions) for file in reading.files] == [1, 0]


def test_sub_agents_of_a_copied_session_belong_to_the_one_that_went_on(tmp_path: Path) -> None:
    write_lines(tmp_path / f"{SESSION}.jsonl", HISTORY)
    write_lines(
        tmp_path / f"{OTHER}.jsonl", under(OTHER, [*HISTORY, prompt("u2", "now lint", "r1")])
    )
    agent: Record = {"isSidechain": True, "agentId": "abc"}
    write_lines(
        tmp_path / SESSION / "subagents" / "agent-abc.jsonl",
        [tool_use("s1", None, CALL + "9", **agent)],
    )
    assert {session.root for session in read(tmp_path).sessions} == {OTHER}


def test_short_ids_of_a_proxy_are_not_the_same_call_in_another_session(tmp_path: Path) -> None:
    for session, moment in ((SESSION, "09"), (OTHER, "10")):
        time = f"2026-06-01T{moment}:00:00.000Z"
        lines = [prompt(f"u{moment}", "hi"), tool_use("a1", None, "call_1", timestamp=time)]
        write_lines(tmp_path / f"{session}.jsonl", under(session, lines))
    assert len(read(tmp_path).sessions) == 2


def test_a_result_in_another_file_joins_its_call(tmp_path: Path) -> None:
    write_lines(tmp_path / f"{SESSION}.jsonl", HISTORY[:2])
    late = [prompt("u9", "go on"), tool_result("r1", "a1", CALL, "Exit code 2\nx", error=True)]
    write_lines(tmp_path / f"{OTHER}.jsonl", under(OTHER, late))
    calls = [call for session in read(tmp_path).sessions for call in session.calls]
    assert [(call.outcome, call.exit_code) for call in calls] == [("failed", 2)]


@pytest.mark.parametrize("seed", range(6))
def test_the_order_of_the_files_does_not_matter(tmp_path: Path, seed: int) -> None:
    lines = [*HISTORY, tool_use("a2", "r1", CALL + "1")]
    paths = [
        write_lines(tmp_path / f"{SESSION}.jsonl", lines),
        write_lines(tmp_path / f"{OTHER}.jsonl", under(OTHER, [*HISTORY, prompt("u2", "x", "r1")])),
        write_lines(tmp_path / "copy" / f"{SESSION}.jsonl", lines[:2]),
        write_lines(tmp_path / "rollout-x.jsonl", [session_meta(), user_message("run it")]),
        write_json(tmp_path / "a.json", open_session()),
        write_json(tmp_path / "b.json", open_session()),
    ]
    expected = read_paths(paths)
    random.Random(seed).shuffle(paths)
    assert read_paths(paths) == expected


def test_sessions_come_oldest_end_first(tmp_path: Path) -> None:
    write_json(tmp_path / "a.json", open_session())
    write_lines(tmp_path / f"{SESSION}.jsonl", HISTORY)
    write_lines(tmp_path / "rollout-x.jsonl", [session_meta(), user_message("run it")])
    ends = [session.end for session in read(tmp_path).sessions]
    assert ends == sorted(ends)
    assert len(ends) == 3

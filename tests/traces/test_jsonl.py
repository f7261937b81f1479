"""Reading lines: no damage costs more than itself, and everything is counted."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
import zstandard

from adage.traces.draft import Tally
from adage.traces.jsonl import read_document, read_records


def read_bytes(tmp_path: Path, content: bytes) -> tuple[list[dict[str, object]], Tally]:
    path = tmp_path / "x.jsonl"
    path.write_bytes(content)
    tally = Tally()
    return [dict(record) for _, record in read_records(path, tally)], tally


def test_a_byte_order_mark_and_carriage_returns_are_no_part_of_a_record(tmp_path: Path) -> None:
    found, tally = read_bytes(tmp_path, b'\xef\xbb\xbf{"a":1}\r\n{"a":2}\r\n')
    assert found == [{"a": 1}, {"a": 2}]
    assert not tally.skipped


def test_only_a_newline_ends_a_line(tmp_path: Path) -> None:
    line = '{"a":"one\u2028two\u0085three\x0cfour"}\n'.replace("\x0c", "\\f")
    found, _ = read_bytes(tmp_path, line.encode())
    assert found == [{"a": "one\u2028two\u0085three\x0cfour"}]


def test_two_objects_glued_on_one_line_are_two_records(tmp_path: Path) -> None:
    found, tally = read_bytes(tmp_path, b'{"a":1}{"a":2}\n')
    assert found == [{"a": 1}, {"a": 2}]
    assert tally.records == 2


def test_a_record_broken_off_and_written_again_is_found(tmp_path: Path) -> None:
    content = b'{"timestamp":"t","text":"cut he{"timestamp":"t","text":"whole"}\n'
    found, tally = read_bytes(tmp_path, content)
    assert found == [{"timestamp": "t", "text": "whole"}]
    assert tally.skipped == {"not JSON": 1}


def test_a_cut_tail_is_told_from_a_damaged_line(tmp_path: Path) -> None:
    found, tally = read_bytes(tmp_path, b'{"a":1}\n{"a":\n{"b":2}\n{"c":"cu')
    assert found == [{"a": 1}, {"b": 2}]
    assert tally.skipped == {"not JSON": 1, "cut off at the end": 1}


def test_a_last_line_without_a_newline_counts_when_it_is_whole(tmp_path: Path) -> None:
    assert read_bytes(tmp_path, b'{"a":1}\n{"a":2}')[0] == [{"a": 1}, {"a": 2}]


def test_nul_bytes_are_taken_out_and_a_line_of_them_is_counted(tmp_path: Path) -> None:
    found, tally = read_bytes(tmp_path, b'{"a":1}\0\0\n' + b"\0" * 512 + b'\n{"a":2}\n')
    assert found == [{"a": 1}, {"a": 2}]
    assert tally.skipped == {"only NUL bytes": 1}


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b'"a text"', "not an object"),
        (b"[1,2]", "not an object"),
        (b'{"a":' * 3000 + b"1" + b"}" * 3000, "nested too deep"),
        (b'{"a":' + b"9" * 5000 + b"}", "number too long"),
        (b"{bad}", "not JSON"),
        (bytes(range(128, 256)), "not JSON"),
    ],
)
def test_a_line_that_is_no_record_costs_itself(tmp_path: Path, line: bytes, reason: str) -> None:
    found, tally = read_bytes(tmp_path, b'{"a":1}\n' + line + b'\n{"a":2}\n')
    assert found == [{"a": 1}, {"a": 2}]
    assert tally.skipped == {reason: 1}
    assert tally.records == 3


def test_blank_lines_are_no_records(tmp_path: Path) -> None:
    found, tally = read_bytes(tmp_path, b'\n  \n{"a":1}\n\t\n')
    assert len(found) == tally.records == 1


def test_a_line_that_is_too_long_is_left_out_and_later_ones_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("adage.traces.jsonl._LINE_LIMIT", 1000)
    found, tally = read_bytes(tmp_path, b'{"a":"' + b"x" * 5000 + b'"}\n{"a":2}\n')
    assert found == [{"a": 2}]
    assert tally.skipped == {"line too long": 1}


def test_a_line_of_25_megabytes_is_read(tmp_path: Path) -> None:
    found, tally = read_bytes(tmp_path, b'{"a":"' + b"x" * 25_000_000 + b'"}\n{"a":2}\n')
    assert len(found) == 2
    assert not tally.skipped


def test_a_compressed_file_is_read_by_its_first_bytes_not_its_name(tmp_path: Path) -> None:
    found, _ = read_bytes(tmp_path, zstandard.compress(b'{"a":1}\n{"a":2}\n'))
    assert found == [{"a": 1}, {"a": 2}]


def test_a_damaged_compressed_file_is_a_problem_and_not_an_error(tmp_path: Path) -> None:
    whole = zstandard.compress(os.urandom(400_000))
    found, tally = read_bytes(tmp_path, whole[:4] + b"\xff" * 100)
    assert found == []
    assert "damaged" in tally.problem


def test_a_directory_named_like_a_file_is_a_problem(tmp_path: Path) -> None:
    (tmp_path / "x.jsonl").mkdir()
    tally = Tally()
    assert list(read_records(tmp_path / "x.jsonl", tally)) == []
    assert "cannot be read" in tally.problem


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "x.jsonl")
    tally = Tally()
    assert list(read_records(tmp_path / "x.jsonl", tally)) == []
    assert "not a file" in tally.problem


@pytest.mark.parametrize("content", [b"", b"{", b'{"a":' * 3000, b"\xff\xfe"])
def test_a_document_that_is_not_json_is_a_problem(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x.json"
    path.write_bytes(content)
    tally = Tally()
    assert read_document(path, tally) is None
    assert str(path) in tally.problem

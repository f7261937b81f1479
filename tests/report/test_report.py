"""The whole report: files, trend, savings, sections, and that it is the same every time."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from adage.report import as_document, count_savings, courses, draw_up, with_savings
from adage.report.files import files_used
from adage.report.savings import cut
from adage.report.sections import sections
from adage.report.trend import trend
from adage.settings import Settings
from tests.report.scenes import Scene, played, read_sessions

SETTINGS = Settings()
HABIT: tuple[Scene, ...] = (
    ("say", "change the names"),
    ("read", "src/names.ts"),
    ("edit", "src/names.ts"),
    ("fail", "rtk bun run test"),
    ("run", "bun run test"),
    ("talk",),
    ("say", "commit"),
    ("run", "git commit -m names"),
)


@pytest.fixture(scope="module")
def habit(tmp_path_factory: pytest.TempPathFactory) -> tuple[Any, Any]:
    sessions = [[("say", f"task {number}"), *HABIT[1:]] for number in range(14)]
    return read_sessions(tmp_path_factory.mktemp("habit"), *sessions)


def test_a_file_is_counted_once_for_each_session_that_read_it(tmp_path: Path) -> None:
    twice = (("say", "look"), ("read", "a.py"), ("read", "a.py"), ("edit", "a.py"))
    once = (("say", "look"), ("read", "a.py"))
    (found,) = files_used(played(tmp_path, twice, once, once), 3)
    assert (found.path, found.read.sessions, found.edited.sessions) == ("a.py", 3, 1)
    assert found.read.count == 4


def test_the_second_half_is_compared_with_the_first(tmp_path: Path) -> None:
    long, short = (("say", "x"), *[("read", "a.py")] * 6), (("say", "x"), ("read", "a.py"))
    found = trend(played(tmp_path, long, long, short, short, short), SETTINGS)
    assert (found.first_sessions, found.first) == (2, 6.0)
    assert (found.second_sessions, found.second) == (3, 1.0)
    assert found.high < 0


def test_blocks_cover_every_session_after_the_first_few_once() -> None:
    assert cut(75, 5, 8)[0][0] == 5
    assert cut(75, 5, 8)[-1][1] == 75
    assert cut(8, 5, 8) == [(5, 6), (6, 7), (7, 8)]


def test_savings_know_only_what_came_before(habit: tuple[Any, Any]) -> None:
    """A dead end needs five sessions to be known; the sessions before cannot be helped by it."""
    reading, traces = habit
    found = count_savings(courses(reading, traces), reading, "/home/ann/shop", SETTINGS)
    assert found is not None
    avoided = next(each for each in found.shapes if each.shape == "avoid")
    assert min(seen.session for seen in avoided.found.seen) > 5
    assert 0 < avoided.found.turns <= found.sessions
    assert found.low <= found.mean <= found.high


def test_five_sessions_are_too_few_for_savings(tmp_path: Path) -> None:
    reading, traces = read_sessions(tmp_path, *[HABIT] * 5)
    assert count_savings(courses(reading, traces), reading, "", SETTINGS) is None


def test_the_same_sessions_give_the_same_bytes(habit: tuple[Any, Any]) -> None:
    reading, traces = habit
    first, second = (as_document(draw_up(reading, traces, SETTINGS)) for _ in range(2))
    turned = as_document(draw_up(reading, traces[::-1], SETTINGS))
    assert json.dumps(first) == json.dumps(second) == json.dumps(turned)


def test_every_row_names_a_figure_of_the_document(habit: tuple[Any, Any]) -> None:
    reading, traces = habit
    report = draw_up(reading, traces, SETTINGS)
    report = with_savings(report, count_savings(courses(reading, traces), reading, "", SETTINGS))
    document = as_document(report)
    rows = [row for section in sections(report) for row in section.rows]
    assert rows
    for row in rows:
        found: Any = document
        for part in row.figure.split("/"):
            found = found[int(part)] if isinstance(found, list) else found[part]
        assert found["count"] == sum(seen["count"] for seen in found["seen"]), row


def test_every_figure_names_sessions_of_the_report(habit: tuple[Any, Any]) -> None:
    report = draw_up(*habit, SETTINGS)
    numbers = {session.number: session.trace for session in report.sessions}
    figures = [each.found for each in report.budget]
    figures += [each.found for each in report.failing] + [each.found for each in report.said]
    for found in figures:
        for seen in found.seen:
            assert numbers[seen.session] == seen.trace
            assert seen.lines


def test_the_seven_questions_are_always_all_there(tmp_path: Path) -> None:
    report = draw_up(*read_sessions(tmp_path, (("say", "hello"), ("talk",))), SETTINGS)
    found = sections(report)
    assert [each.key for each in found] == [
        "turns", "failing", "after", "said", "files", "trend", "saved",
    ]  # fmt: skip
    assert all(each.answer for each in found)

"""What the verbs print where there is little room, or little to say."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.rounds import Round


@pytest.fixture(scope="module")
def learned(tmp_path_factory: pytest.TempPathFactory) -> Round:
    """A repository with twenty sessions, in a folder whose name has a space and no ASCII."""
    found = Round(tmp_path_factory.mktemp("über 日本 x"))
    found.habit(20)
    return found


def test_a_narrow_terminal_loses_no_column(learned: Round) -> None:
    shown = learned.adage("learn", COLUMNS="40", NO_COLOR="1").stdout
    header = next(line for line in shown.splitlines() if line.startswith("strength"))
    assert header.split() == ["strength", "id", "k", "of", "n", "LB", "reflex"]
    assert "make gen" in shown
    traces = learned.adage("traces", COLUMNS="40").stdout
    assert "…" not in traces


def test_the_first_line_keeps_counts_and_days_apart(learned: Round) -> None:
    first = " ".join(learned.adage("learn", COLUMNS="200").stdout.splitlines()[:2])
    assert "20 tasks, 2026-06-01 to 2026-06-20; 0 records skipped" in first
    none = learned.adage("learn", "--until", "2020-01-01", COLUMNS="200").stdout
    assert "0 tasks; 0 records skipped" in none


def test_one_session_is_said_in_the_singular(learned: Round) -> None:
    shown = learned.adage("why", "make gen").stdout
    assert "it occurs in 1 session; 3 are asked for" in shown
    assert "1 sessions" not in shown


def test_a_report_without_code_edits_says_so(learned: Round) -> None:
    shown = learned.adage("report", "--quick").stdout
    assert "No round of code edits was found." in shown


def test_where_no_command_ran_no_share_is_given(tmp_path: Path) -> None:
    shown = Round(tmp_path).adage("traces", "--effects")
    assert shown.returncode == 0
    assert shown.stdout.startswith("No command ran in these sessions.")


def test_a_version_that_is_none_is_named(tmp_path: Path) -> None:
    done = Round(tmp_path).adage("install", "claude", "--yes", "--claude-version", "soon")
    assert done.returncode == 2
    assert done.stderr == "adage: --claude-version takes a version such as 2.1.118, not soon\n"

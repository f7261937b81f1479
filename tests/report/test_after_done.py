"""What comes back after "done"."""

from __future__ import annotations

from pathlib import Path

import pytest

from adage.report.after_done import after_done
from adage.report.reports import reports_failure
from tests.report.scenes import Scene, played

CHECKED: tuple[Scene, ...] = (("say", "add a name"), ("edit", "a.py"), ("run", "make test"))
UNCHECKED: tuple[Scene, ...] = (("say", "add a name"), ("run", "make test"), ("edit", "a.py"))


def test_a_round_of_edits_is_checked_when_a_check_follows_its_last_edit(tmp_path: Path) -> None:
    found = after_done(played(tmp_path, CHECKED, UNCHECKED))
    assert (found.edited.count, found.checked.count, found.unchecked.count) == (2, 1, 1)
    assert found.unchecked.seen[0].session == 2


def test_an_edit_of_a_readme_owes_no_check(tmp_path: Path) -> None:
    found = after_done(played(tmp_path, (("say", "explain"), ("edit", "README.md"))))
    assert found.edited.count == 0


def test_a_runner_that_is_dead_checks_nothing(tmp_path: Path) -> None:
    scenes = (("say", "go"), ("edit", "a.ts"), ("fail", "rtk bun run test"), ("run", "bun test"))
    course = played(tmp_path, scenes)
    assert after_done(course).wait == 1
    assert after_done(course, frozenset({"rtk bun"})).wait == 2


@pytest.mark.parametrize(
    "text",
    [
        "lint and test failures :(",
        "mise run lint is showing errors, can you take a look?",
        '"mise run test:ci" fails',
        "fix lint",
        "address the issues in `mise lint`",
        "run the tests",
        "--- FAIL: TestInstall (0.04s)",
    ],
)
def test_a_prompt_that_reports_a_failing_check_is_recognised(text: str) -> None:
    assert reports_failure(text)


@pytest.mark.parametrize(
    "text",
    [
        "can we add a test?",
        "lint seems fine; let's add some warnings for the failing agent resolution.",
        "use the test repo skill with the manual commit strategy",
        "commit this",
    ],
)
def test_a_prompt_that_only_names_a_check_is_not(text: str) -> None:
    assert not reports_failure(text)


def test_a_report_is_sorted_by_what_had_run_before_it(tmp_path: Path) -> None:
    opening = (("say", "fix lint"), ("run", "make lint"))
    passed = (*CHECKED, ("talk",), ("say", "the tests fail"), ("run", "make test"))
    skipped = (("say", "add a name"), ("edit", "a.py"), ("say", "the tests fail"), ("talk",))
    found = after_done(played(tmp_path, opening, passed, skipped))
    sorted_into = (found.reported, found.opening, found.had_passed, found.had_not_run)
    assert [figure.count for figure in sorted_into] == [3, 1, 1, 1]
    assert found.reported.turns == 3


def test_a_wider_check_that_told_more_is_named_beside_the_narrow_one(tmp_path: Path) -> None:
    scenes = (
        ("say", "add a name"), ("edit", "a.py"), ("run", "mise run test"),
        ("say", "`mise run test:ci` fails"), ("fail", "mise run test:ci"),
    )  # fmt: skip
    (found,) = after_done(played(tmp_path, scenes)).narrow
    assert (found.passed, found.wider) == ("mise run test", "mise run test:ci")
    assert (found.found.count, found.wide_sessions) == (1, 1)


def test_a_check_of_another_kind_is_not_wider(tmp_path: Path) -> None:
    scenes = (("say", "go"), ("edit", "a.py"), ("run", "make test"), ("fail", "make lint"))
    assert after_done(played(tmp_path, scenes)).narrow == ()


def test_a_refused_commit_costs_the_turns_until_one_goes_through(tmp_path: Path) -> None:
    scenes = (
        ("say", "commit"), ("fail", "git commit -m x"), ("edit", "a.py"), ("run", "git add a.py"),
        ("run", "git commit -m x"),
    )  # fmt: skip
    found = after_done(played(tmp_path, scenes)).refused
    assert (found.count, found.sessions, found.turns) == (1, 1, 3)

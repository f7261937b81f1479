"""Which command always fails: nothing that ever worked, and no check that is merely red."""

from __future__ import annotations

from pathlib import Path

from adage.report.failing import always_failing
from adage.settings import Settings
from tests.report.scenes import Scene, played

SETTINGS = Settings()
HABIT: tuple[Scene, ...] = (
    ("say", "change the names"),
    ("edit", "a.ts"),
    ("fail", "rtk bun run test"),
    ("run", "bun run test"),
)
QUIET: tuple[Scene, ...] = (("say", "look"), ("read", "a.ts"))


def test_a_runner_that_fails_every_time_is_named_with_what_works(tmp_path: Path) -> None:
    (found,) = always_failing(played(tmp_path, QUIET, HABIT, HABIT, HABIT), SETTINGS)
    assert (found.command, found.works) == ("rtk bun", "bun run test")
    assert (found.found.sessions, found.ran, found.worked) == (3, 3, 3)
    assert (found.first, found.last) == (2, 4)
    assert found.found.turns == 3


def test_the_turns_until_something_worked_are_its_cost(tmp_path: Path) -> None:
    slow = (*HABIT[:3], ("read", "package.json"), ("list",), HABIT[3])
    (found,) = always_failing(played(tmp_path, HABIT, HABIT, slow), SETTINGS)
    assert found.found.turns == 1 + 1 + 3


def test_two_sessions_are_too_few(tmp_path: Path) -> None:
    assert always_failing(played(tmp_path, HABIT, HABIT), SETTINGS) == ()


def test_a_runner_that_works_now_and_then_is_not_named(tmp_path: Path) -> None:
    works = (("say", "go"), ("run", "rtk bun run test"))
    assert always_failing(played(tmp_path, HABIT, HABIT, HABIT, works), SETTINGS) == ()


def test_one_success_in_ten_sessions_changes_nothing(tmp_path: Path) -> None:
    works = (("say", "go"), ("run", "rtk bun run test"))
    (found,) = always_failing(played(tmp_path, *[HABIT] * 9, works), SETTINGS)
    assert (found.found.sessions, found.ran) == (9, 10)


def test_a_red_check_that_later_works_is_no_such_command(tmp_path: Path) -> None:
    red = (("say", "fix it"), ("fail", "make test"), ("edit", "a.py"), ("run", "make test"))
    green = (("say", "check it"), ("run", "make test"))
    assert always_failing(played(tmp_path, red, red, red, green), SETTINGS) == ()


def test_a_command_that_never_once_worked_is_named_whole(tmp_path: Path) -> None:
    never = (("say", "start"), ("fail", "docker compose up"), ("run", "docker ps"))
    (found,) = always_failing(played(tmp_path, never, never, never), SETTINGS)
    assert found.command.startswith("docker")

"""The learner is started when a session stops or ends: detached, and not too often."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable

import pytest

from adage.auto_log import last_run
from adage.background import who_learns
from adage.hook.background import start_learner
from tests.hook.world import GEN, World

EVERY_S = 120.0
DEADLINE_S = 60.0


@pytest.fixture
def repository(world: World) -> World:
    """A real git repository."""
    (world.root / ".git").rmdir()
    subprocess.run(["git", "init", "-q", str(world.root)], check=True)
    return world


def until(claim: Callable[[], object]) -> None:
    start = time.monotonic()
    while not claim():
        assert time.monotonic() - start < DEADLINE_S
        time.sleep(0.05)


def is_over(world: World) -> bool:
    return last_run(world.folder) is not None and who_learns(world.folder) == ("", False)


@pytest.mark.parametrize(("event", "more"), [("Stop", {"prompt_id": "p"}), ("SessionEnd", {})])
def test_a_session_that_ends_gets_the_repository_its_first_index(
    repository: World, event: str, more: dict[str, str]
) -> None:
    """The hook itself says nothing and is gone before the learner is done."""
    assert repository.hook(repository.event(event, **more), ADAGE_NO_LEARN="") == {}
    until((repository.folder / "index.sealed").exists)
    until(lambda: is_over(repository))
    assert (repository.folder / "index.json").exists()
    run = last_run(repository.folder)
    assert run is not None
    assert run.went_well
    assert run.said.startswith("0 sessions")


def test_a_session_that_ends_renews_an_index_that_is_there(repository: World) -> None:
    repository.seal(GEN)
    assert repository.hook(repository.event("SessionEnd"), ADAGE_NO_LEARN="") == {}
    until(lambda: is_over(repository))
    assert (repository.folder / "index.json").exists()


def test_no_other_event_starts_it(repository: World) -> None:
    repository.hook(repository.event("SessionStart", source="startup"), ADAGE_NO_LEARN="")
    repository.hook(repository.event("UserPromptSubmit", prompt="do it"), ADAGE_NO_LEARN="")
    assert not (repository.folder / "learn.lock").exists()


def test_it_does_not_start_again_within_its_interval(repository: World) -> None:
    stamp = repository.folder / "learn.stamp"
    stamp.touch()
    moment = stamp.stat().st_mtime
    environ = repository.environ(ADAGE_NO_LEARN="")
    where = (str(repository.root), str(repository.folder), EVERY_S)
    assert not start_learner(*where, moment + EVERY_S - 1, environ)
    assert stamp.stat().st_mtime == moment, "the learner sets the stamp, not who starts it"
    assert start_learner(*where, moment + EVERY_S + 1, environ)
    os.waitpid(-1, 0)  # in a test the child is ours; after a hook the system takes it


def test_it_stays_away_when_asked_to(repository: World) -> None:
    environ = repository.environ(ADAGE_NO_LEARN="1")
    folder = str(repository.folder)
    assert not start_learner(str(repository.root), folder, EVERY_S, time.time(), environ)


def test_a_silenced_repository_is_not_learned(repository: World) -> None:
    (repository.folder / "off").touch()
    repository.hook(repository.event("SessionEnd"), ADAGE_NO_LEARN="")
    assert not (repository.folder / "learn.lock").exists()

"""The learner is started when a session stops or ends: detached, and not too often."""

from __future__ import annotations

import os
import subprocess
import time

import pytest

from adage.hook.background import start_learner
from tests.hook.world import World

EVERY_S = 120.0
DEADLINE_S = 60.0


@pytest.fixture
def repository(world: World) -> World:
    """A real git repository."""
    (world.root / ".git").rmdir()
    subprocess.run(["git", "init", "-q", str(world.root)], check=True)
    return world


def started(world: World, now: float) -> bool:
    environ = {k: v for k, v in world.environ().items() if k != "ADAGE_NO_LEARN"}
    return start_learner(str(world.root), str(world.folder), EVERY_S, now, environ)


def test_the_learner_starts_and_writes_its_index(repository: World) -> None:
    now = time.time()
    assert started(repository, now)
    index = repository.folder / "index.json"
    while not index.exists():
        assert time.time() - now < DEADLINE_S
        time.sleep(0.05)
    os.waitpid(-1, 0)  # in a test the child is ours; after a hook the system takes it


def test_it_does_not_start_again_within_its_interval(repository: World) -> None:
    stamp = repository.folder / "learn.stamp"
    stamp.touch()
    moment = stamp.stat().st_mtime
    assert not started(repository, moment + EVERY_S - 1)
    assert started(repository, moment + EVERY_S + 1)
    assert stamp.stat().st_mtime == pytest.approx(moment + EVERY_S + 1)
    os.waitpid(-1, 0)


def test_it_stays_away_when_asked_to(repository: World) -> None:
    environ = repository.environ(ADAGE_NO_LEARN="1")
    folder = str(repository.folder)
    assert not start_learner(str(repository.root), folder, EVERY_S, time.time(), environ)

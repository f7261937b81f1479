"""`adage learn --auto` as a person and a hook run it."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from adage.auto_log import last_run, write_line
from adage.background import who_learns
from adage.install.checks import learner_finding
from adage.paths import repository_state

DEADLINE_S = 60.0


class Repository:
    """A git repository, and Adage's folder for it."""

    def __init__(self, folder: Path) -> None:
        self.root = (folder / "app").resolve()
        subprocess.run(["git", "init", "-q", str(self.root)], check=True)
        self.state = folder / "adage"
        self.folder = repository_state(self.state, self.root)
        self.environ = {"PATH": os.environ["PATH"], "HOME": str(folder / "home"),
                        "ADAGE_HOME": str(self.state)}  # fmt: skip

    def adage(self, *words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "adage", *words],
            capture_output=True, text=True, cwd=self.root, env=self.environ, check=False,
        )  # fmt: skip

    def wait(self) -> None:
        start = time.monotonic()
        while last_run(self.folder) is None or who_learns(self.folder) != ("", False):
            assert time.monotonic() - start < DEADLINE_S
            time.sleep(0.05)


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository(tmp_path)


@pytest.mark.parametrize("verb", ["learn", "condition"])
def test_it_says_where_to_look_and_learns(repository: Repository, verb: str) -> None:
    done = repository.adage(verb, "--auto")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == (
        f"Learning app in the background. What came of it: {repository.folder}/auto.log\n"
    )
    repository.wait()
    assert (repository.folder / "index.json").exists()
    assert learner_finding(repository.folder).ok
    again = repository.adage(verb, "--auto")
    assert again.returncode == 0
    assert again.stdout.startswith("app is not learned now: it was last learned ")


def test_what_went_wrong_is_seen_by_the_doctor(repository: Repository) -> None:
    projects = Path(repository.environ["HOME"]) / ".claude" / "projects" / "-app"
    projects.mkdir(parents=True)
    repository.folder.mkdir(parents=True)
    (repository.folder / "index.json").mkdir()  # where the index should go
    repository.adage("learn", "--auto")
    repository.wait()
    found = learner_finding(repository.folder)
    assert not found.ok
    assert "index.json cannot be written" in found.seen
    assert found.remedy == "adage learn"
    assert "learner" in repository.adage("doctor").stdout


def test_the_doctor_knows_a_learner_that_was_killed(tmp_path: Path) -> None:
    assert learner_finding(tmp_path).ok, "it has not run yet, which is no fault"
    write_line(tmp_path, 0.0, "learned", 1.5, "3 sessions")
    assert learner_finding(tmp_path).seen == "1970-01-01T00:00:00Z learned in 1.5 s: 3 sessions"
    (tmp_path / "learn.lock").write_text("4711\n")
    found = learner_finding(tmp_path)
    assert not found.ok
    assert found.seen == "process 4711 ended without a word"


@pytest.mark.parametrize("word", ["--sample", "--json", "--explain", "--until=2026-06-01"])
def test_it_takes_no_words_that_ask_for_an_answer(repository: Repository, word: str) -> None:
    done = repository.adage("learn", "--auto", word)
    assert done.returncode == 2
    assert (
        done.stderr
        == f"adage: --auto learns a repository by itself. Leave {word.split('=')[0]} out.\n"
    )


def test_a_settings_file_that_cannot_be_used_is_named_at_once(repository: Repository) -> None:
    (repository.root / ".adage").mkdir()
    (repository.root / ".adage" / "config.toml").write_text("[learn]\ntime_limit_secs = 0\n")
    done = repository.adage("learn", "--auto")
    assert done.returncode == 1
    assert "learn.time_limit_secs must lie between" in done.stderr


def test_the_second_name_of_the_verb_stands_in_no_help(repository: Repository) -> None:
    assert "condition" not in repository.adage("--help").stdout
    assert "condition" not in repository.adage("nothing").stderr

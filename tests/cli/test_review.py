"""`adage review` as a person runs it, and what the hook makes of each decision."""

from __future__ import annotations

import json
import os
import pty
import select
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.rounds import Round
from tests.hook.world import text_of


def shelf(found: Round) -> dict[str, dict[str, Any]]:
    """What waits, by id."""
    told = json.loads(found.adage("review", "--json").stdout)
    return {each["id"]: each for each in told["waiting"]}


def one(found: Round, kind: str) -> str:
    return next(name for name, each in shelf(found).items() if each["kind"] == kind)


@pytest.fixture
def repository(tmp_path: Path) -> Round:
    """A habit that is said, one that is quiet, an install, and a command that always fails."""
    found = Round(tmp_path)
    reads = [("Read", {"file_path": f"{found.root}/docs/{n}.md"}, True) for n in range(3)]
    for number in range(28):
        prompt = f"change number {number} of the registry"
        calls = [found.shell("git status"), found.shell("git log")]
        if number % 4 == 0:
            calls = [found.edit(f"registry/{number}.json"), found.shell("make test", worked=False),
                     *reads, found.shell("make gen"), found.shell("make test")]  # fmt: skip
        elif number % 4 == 1:
            calls = [found.edit("pyproject.toml"), *reads, found.shell("uv sync")]
        elif number % 4 == 2:
            calls = [found.shell("python3 -m pytest", worked=False),
                     found.shell(".venv/bin/python -m pytest")]  # fmt: skip
        found.session(number, prompt, *calls)
    subprocess.run(["git", "-C", str(found.root), "config", "user.name", "Ann"], check=True)
    done = found.adage("learn")
    assert done.returncode == 0, done.stderr
    return found


def test_everything_that_waits_is_listed_with_what_an_approval_makes_of_it(
    repository: Round,
) -> None:
    found = shelf(repository)
    kinds = {each["kind"] for each in found.values()}
    assert {"environment", "quiet", "dead end"} <= kinds
    bounds = [each["lb"] for each in found.values()]
    assert bounds == sorted(bounds, reverse=True)
    said = repository.adage("review").stdout
    assert "approved, `python3 -m pytest` runs as `.venv/bin/python -m pytest`" in said
    assert "when said: followed 0, ignored 0, misfired 0" in said
    assert "adage review approve|dismiss|snooze ID" in said


def test_what_was_said_is_counted_beside_what_was_ignored(repository: Round) -> None:
    world = repository.world
    world.batch(world.edit("src/a.py"))
    world.batch(world.shell("python3 -m pytest", "Exit code 1"))
    dead = shelf(repository)[one(repository, "dead end")]
    assert (dead["followed"], dead["ignored"]) == (0, 1)


def test_a_dismissed_reflex_is_silent_at_once_and_after_learning_again(repository: Round) -> None:
    world = repository.world
    told = json.loads(repository.adage("learn", "--json").stdout)
    name = next(r["id"] for r in told["reflexes"] if r["shape"] == "sequence")
    mark = f'id="{name}"'
    assert mark in text_of(world.batch(world.edit("registry/a.json"), session="one"))
    done = repository.adage("review", "dismiss", name[:6])
    assert done.returncode == 0, done.stderr
    assert "dismissed: after an edit of **/*.json" in done.stdout
    assert mark not in text_of(world.batch(world.edit("registry/a.json"), session="two"))
    sealed = (world.folder / "index.sealed").read_bytes()
    repository.adage("learn")
    assert (world.folder / "index.sealed").read_bytes() == sealed
    told = repository.adage("learn", "--explain", name).stdout
    assert "dismissed by Ann on" in told
    assert "Without that it would be" in told
    repository.adage("review", "approve", name)
    assert mark in text_of(world.batch(world.edit("registry/a.json"), session="three"))


def test_an_approved_environment_step_is_offered_and_never_insists(repository: Round) -> None:
    world = repository.world
    assert not text_of(world.batch(world.edit("pyproject.toml"), session="one")).count("uv sync")
    done = repository.adage("review", "approve", one(repository, "environment"))
    assert done.returncode == 0, done.stderr
    said = text_of(world.batch(world.edit("pyproject.toml"), session="two"))
    assert "`uv sync`" in said
    assert 'route="sh:uv sync" strength="prime"' in said
    repository.adage("learn")
    assert "`uv sync`" in text_of(world.batch(world.edit("pyproject.toml"), session="three"))


def test_an_approved_dead_end_is_rewritten_in_exactly_that_pair(repository: Round) -> None:
    world = repository.world
    assert world.before("python3 -m pytest -q") == {}
    repository.adage("review", "approve", one(repository, "dead end"))
    for _ in range(2):
        answer = world.before("python3 -m pytest -q")["hookSpecificOutput"]
        assert answer["updatedInput"]["command"] == ".venv/bin/python -m pytest -q"
        repository.adage("learn")


def test_a_pair_that_is_no_longer_the_approved_one_is_not_rewritten(repository: Round) -> None:
    name = one(repository, "dead end")
    repository.adage("review", "approve", name)
    path = repository.world.folder / "decisions.jsonl"
    path.write_text(path.read_text().replace(".venv/bin/python -m pytest", "tox"))
    repository.adage("learn")
    assert repository.world.before("python3 -m pytest -q") == {}
    assert name in shelf(repository)


def test_a_snooze_hides_it_and_changes_nothing_that_is_said(repository: Round) -> None:
    name = one(repository, "quiet")
    sealed = (repository.world.folder / "index.sealed").read_bytes()
    repository.adage("review", "snooze", name)
    assert name not in shelf(repository)
    assert (repository.world.folder / "index.sealed").read_bytes() == sealed
    path = repository.world.folder / "decisions.jsonl"
    old = json.loads(path.read_text())
    path.write_text(json.dumps({**old, "when": old["when"] - 15 * 86_400}) + "\n")
    assert name in shelf(repository)


def test_who_and_when_are_kept(repository: Round) -> None:
    repository.adage("review", "dismiss", one(repository, "quiet"))
    decided = json.loads(repository.adage("review", "--json").stdout)["decided"]
    assert [(each["who"], each["verdict"]) for each in decided] == [("Ann", "dismiss")]
    assert decided[0]["when"].endswith("Z")


def test_the_difference_that_a_decision_made_is_shown(repository: Round) -> None:
    repository.adage("review", "approve", one(repository, "environment"))
    said = repository.adage("diff").stdout
    assert "promoted" in said
    assert "approved by Ann on" in said


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["approve", "zzz"], "nothing here has the id zzz"),
        (["approve"], "needs an ID"),
        (["forget", "abc"], "invalid choice"),
        (["dismiss", ""], "needs an ID"),
    ],
)
def test_a_mistake_gets_one_sentence(repository: Round, words: list[str], says: str) -> None:
    done = repository.adage("review", *words)
    assert done.returncode in (1, 2)
    assert says in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_what_is_said_already_cannot_be_approved(repository: Round) -> None:
    told = json.loads(repository.adage("learn", "--json").stdout)
    name = next(r["id"] for r in told["reflexes"] if r["strength"] in ("fire", "prime"))
    assert "is said already" in repository.adage("review", "approve", name).stderr


def test_before_the_first_learning_there_is_one_sentence(tmp_path: Path) -> None:
    done = Round(tmp_path).adage("review")
    assert done.returncode == 1
    assert "Learn with: adage learn" in done.stderr


def in_a_terminal(found: Round, keys: str) -> str:
    """What `adage review` prints in a real terminal in which these keys are pressed."""
    ours, theirs = pty.openpty()
    child = subprocess.Popen(
        [sys.executable, "-m", "adage", "review"], cwd=found.root, env=found.world.environ(),
        stdin=theirs, stdout=theirs, stderr=theirs, close_fds=True,
    )  # fmt: skip
    os.close(theirs)
    said = b""
    left = list(keys)
    while True:
        assert select.select([ours], [], [], 30)[0], f"it waits for another key: {said.decode()}"
        try:
            part = os.read(ours, 4096)
        except OSError:  # the terminal closes with its last program
            break
        if not part:
            break
        said += part
        if said.rstrip().endswith(b"[q]uit:") and left:
            os.write(ours, left.pop(0).encode())
            said += b" "
            said += b"|"
    assert child.wait() == 0
    os.close(ours)
    return said.decode()


def test_one_key_decides_in_a_terminal(repository: Round) -> None:
    before = list(shelf(repository))
    said = in_a_terminal(repository, "xd\rsq")
    assert "1 of" in said
    assert "2 decided; the hooks know at once" in said
    after = list(shelf(repository))
    assert [name for name in before if name not in after] == [before[0], before[2]]


def test_leaving_at_once_decides_nothing(repository: Round) -> None:
    assert "decided" not in in_a_terminal(repository, "q")

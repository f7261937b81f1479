"""The whole way round: transcripts, `adage learn`, and a hook that says what was learned."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.rounds import Round
from tests.hook.world import text_of


@pytest.fixture
def learned(tmp_path: Path) -> Round:
    """A repository with a habit that was learned."""
    found = Round(tmp_path)
    found.habit()
    done = found.adage("learn")
    assert done.returncode == 0, done.stderr
    return found


def test_what_was_learned_is_said_at_the_next_edit(learned: Round) -> None:
    said = text_of(learned.world.batch(learned.world.edit("registry/new.json")))
    assert "`make gen`" in said
    assert "held in 14 of 14" in said


def test_the_hook_names_the_generation_that_was_learned(learned: Round) -> None:
    learned.world.batch(learned.world.edit("registry/new.json"))
    told = json.loads(learned.adage("learn", "--json").stdout)
    assert learned.world.records()[0]["g"] == told["generation"]


def test_before_anything_was_learned_the_hook_is_silent(tmp_path: Path) -> None:
    found = Round(tmp_path)
    assert found.world.batch(found.world.edit("registry/new.json")) == {}


def test_files_of_a_learning_are_the_owners_alone(learned: Round) -> None:
    for name in ("index.json", "index.sealed"):
        assert (learned.world.folder / name).stat().st_mode & 0o077 == 0


def test_learning_forgets_a_virtual_environment_that_is_gone(learned: Round) -> None:
    stamp = learned.world.folder / "verified.json"
    stamp.write_text('{"python": ".venv/bin/python", "config": [1, 2]}')
    learned.adage("learn")
    assert not stamp.exists()


def test_learning_from_named_files_leaves_the_hooks_index_alone(tmp_path: Path) -> None:
    found = Round(tmp_path)
    found.habit()
    found.adage("learn", "--traces", str(found.projects))
    assert not (found.world.folder / "index.sealed").exists()

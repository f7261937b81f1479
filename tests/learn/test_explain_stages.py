"""`--explain` has a line for every stage."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from adage.decisions import Decision
from adage.learn import learn
from adage.learn.explain import explain, stopped
from adage.learn.recorder import Recording, last_reflexes
from adage.settings import Settings
from adage.traces import read_paths
from tests.cli.rounds import Round

# What the line of each stage begins with.
LINES = {
    "read": "Read ", "label": "Step ", "string": "String ", "mine": "Mined ", "count": "Counted s",
    "calibrate": "Rate ", "select": "Bits ", "compile": "Shape ", "recount": "Counted again",
    "judge": "Tasks ", "propose": "Runs ", "interlock": "Barred ", "uplift": "Uplift ",
    "intent": "Asked ", "cards": "Asked ", "review": "Review ", "index": "Sealed ",
}  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Twenty-five sessions with one habit."""
    found = Round(tmp_path_factory.mktemp("explain"))
    found.habit(25)
    return found.projects


def recorded(folder: Path, decisions: dict[str, Decision] | None = None) -> Recording:
    recording = Recording()
    learn(read_paths((folder,)), "", recorder=recording, decisions=decisions)
    return recording


def test_every_stage_says_something_about_a_reflex(folder: Path) -> None:
    records = recorded(folder).records
    reflex = next(each for each in last_reflexes(records) if each.shape == "run")
    lines = explain(records, reflex, Settings())
    for stage, start in LINES.items():
        assert any(line.startswith(start) for line in lines), stage
    # What is found whole is no grown pattern, so the stage that finds it has nothing to say of one.
    assert set(records) - set(LINES) == {"direct"}


def test_a_decision_is_named_with_what_would_be_without_it(folder: Path) -> None:
    reflex = next(r for r in last_reflexes(recorded(folder).records) if r.shape == "run")
    said = {reflex.id: Decision(reflex.id, "dismiss", "ann", 1_781_000_000.0)}
    records = recorded(folder, said).records
    found = next(each for each in last_reflexes(records) if each.id == reflex.id)
    lines = explain(records, found, Settings())
    assert "Strength: nascent. dismissed by ann on 2026-06-09." in lines
    assert any(line.startswith(f"Without that it would be {reflex.strength}") for line in lines)
    assert "Review  dismiss by ann on 2026-06-09" in lines
    assert any(row[:2] == ("review", reflex.id) for row in stopped(records))
    assert replace(found, strength="", gate="", why="") == replace(
        reflex, strength="", gate="", why=""
    )

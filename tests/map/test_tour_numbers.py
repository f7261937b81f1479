"""What the tour says of the sample is what `adage learn --sample --json` says."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest


def ask(home: Path, *words: str) -> Any:
    """What a command prints as JSON, with a home of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "adage", *words],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "ADAGE_HOME": str(home)},
    )
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Any], dict[str, Any]]:
    """The learner's own account of the sample, and the world that the map serves of it."""
    home = tmp_path_factory.mktemp("home")
    learned = ask(home, "learn", "--sample", "--json")
    return learned, ask(home, "map", "--sample", "--get", "/api/v1/world")


def test_facts_equal_the_stages_summaries(both: tuple[dict[str, Any], dict[str, Any]]) -> None:
    learned, world = both
    stages = {stage["name"]: stage for stage in learned["stages"]}
    facts = world["facts"]
    assert world["generation"] == learned["generation"]
    for fact, stage, name in (
        ("sessions", "read", "sessions"),
        ("steps", "read", "steps"),
        ("failed", "read", "failed"),
        ("skipped", "read", "skipped"),
        ("files", "read", "files"),
        ("keys", "label", "keys"),
        ("prototypes", "label", "prototypes"),
        ("events", "string", "events"),
        ("patterns", "mine", "patterns"),
        ("candidates", "count", "candidates"),
        ("pairs", "calibrate", "pairs"),
        ("folds", "calibrate", "folds"),
        ("kept", "select", "kept"),
        ("reflexes", "uplift", "reflexes"),
        ("families", "intent", "families"),
        ("cards", "cards", "cards"),
    ):
        assert facts[fact] == stages[stage][name], fact
    assert facts["kept_bits"] == pytest.approx(stages["select"]["bits"], abs=1e-5)


def test_the_sample_has_every_chapter_and_nine_quick_steps(
    both: tuple[dict[str, Any], dict[str, Any]],
) -> None:
    _, world = both
    assert [chapter["number"] for chapter in world["chapters"]] == [0, 1, 2, 3, 4, 6, 7, 8]
    quick = [step["id"] for step in world["steps"] if step["quick"]]
    assert quick == [
        *("loop/1", "read/4", "patterns/3", "evidence/2", "evidence/6", "similar/4"),
        *("package/3", "speak/3", "prove/3"),
    ]


def test_what_the_sample_was_written_to_show_is_shown(
    both: tuple[dict[str, Any], dict[str, Any]],
) -> None:
    """T2 is control by its id, and eight tasks took about ten turns fewer with Adage."""
    facts = both[1]["facts"]
    assert (facts["coin_session"], round(facts["coin_x"], 3)) == ("T2", 0.064)
    assert facts["coin_arm"] == "control"
    assert facts["proof_tasks"] == 8
    assert facts["proof_t"] == pytest.approx(-9.9375)
    assert (facts["proof_hits"], facts["proof_p"]) == (0, pytest.approx(1 / 10_001))
    assert facts["flip_p"] == pytest.approx(2 / 2**8)
    assert (facts["end_taken"], facts["end_left"], facts["end_failed"]) == (
        *("followed", "ignored"),
        "misfired",
    )

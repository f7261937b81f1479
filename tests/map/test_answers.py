"""What the map says of kept generations: the same as `adage diff`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from adage.errors import AdageError
from adage_map.answers import comparison, generation_rows
from tests.cli.rounds import Round


def test_two_kept_generations_differ_as_adage_diff_says(tmp_path: Path) -> None:
    found = Round(tmp_path)
    for count in (12, 25):
        found.habit(count)
        assert found.adage("learn").returncode == 0
    folder = next(tmp_path.rglob("generations")).parent
    newest, oldest = (row["name"] for row in generation_rows(folder))
    told = comparison(folder, oldest, newest)
    diff = json.loads(found.adage("diff", "--json").stdout)
    assert (told["before"]["sessions"], told["after"]["sessions"]) == (12, 25)
    assert [(c["kind"], c["id"]) for c in told["changes"]] == [
        (c["kind"], c["id"]) for c in diff["changes"]
    ]
    assert any(len(change["joined"]) == 9 for change in told["changes"])


def test_a_run_of_named_transcripts_keeps_no_generations() -> None:
    assert generation_rows(None) == []
    with pytest.raises(AdageError, match="own sessions only"):
        comparison(None, "a", "b")


def test_the_map_heeds_what_a_person_decided(tmp_path: Path) -> None:
    """A reflex that was dismissed is dismissed in the map too, as in the next `adage learn`."""
    found = Round(tmp_path)
    found.habit(14)
    told = json.loads(found.adage("learn", "--json").stdout)
    name = next(r["id"] for r in told["reflexes"] if r["strength"] == "prime")
    assert found.adage("review", "dismiss", name).returncode == 0
    again = json.loads(found.adage("learn", "--json").stdout)
    runs = json.loads(found.adage("map", "--get", "/api/v1/runs").stdout)["runs"]
    own = next(run for run in runs if run["name"] == "own")
    assert own["generation"] == again["generation"] != told["generation"]

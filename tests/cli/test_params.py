"""`adage params`: every threshold, where it was changed, and wrong calls in one sentence."""

import json
import os
import subprocess
import sys

import pytest

from adage.settings import CONSTANTS


@pytest.fixture
def adage(tmp_path):
    """Run `adage` as a process in an empty home."""

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        env = {"HOME": str(tmp_path), "PATH": os.environ["PATH"]}
        command = [sys.executable, "-m", "adage", *words]
        return subprocess.run(
            command, capture_output=True, text=True, check=False, env=env, cwd=tmp_path
        )

    return run


def test_the_table_names_every_threshold(adage):
    done = adage("params")
    assert done.returncode == 0
    for key in CONSTANTS:
        assert key in done.stdout


def test_json_gives_one_object_for_each_threshold(adage):
    rows = json.loads(adage("params", "--json").stdout)
    assert [row["key"] for row in rows] == list(CONSTANTS)
    row = next(row for row in rows if row["key"] == "judge.fire_lb")
    assert (row["default"], row["value"], row["file"], row["unit"], row["low"], row["high"]) == (
        *(0.8, 0.8, "", "probability"),
        *(0.0, 1.0),
    )
    assert row["meaning"]
    assert row["source"] == "design"


def test_a_stage_lists_its_own_thresholds_only(adage):
    rows = json.loads(adage("params", "--json", "--stage", "judge").stdout)
    assert {row["stage"] for row in rows} == {"judge"}


def test_an_unknown_stage_names_those_there_are(adage):
    done = adage("params", "--stage", "jugde")
    assert done.returncode == 2
    assert "there is no stage jugde. The stages are:" in done.stderr
    assert "judge" in done.stderr


def test_a_changed_value_is_shown_with_its_file(adage, tmp_path):
    file = tmp_path / "app" / ".adage" / "config.toml"
    file.parent.mkdir(parents=True)
    file.write_text("[judge]\nfire_lb = 0.85\n")
    rows = json.loads(adage("params", "--json", "app").stdout)
    row = next(row for row in rows if row["key"] == "judge.fire_lb")
    assert (row["default"], row["value"], row["file"]) == (0.8, 0.85, "app/.adage/config.toml")
    assert "Now 0.85, set in app/.adage/config.toml" in adage("params", "app").stdout


def test_a_users_own_file_counts_everywhere(adage, tmp_path):
    file = tmp_path / ".config" / "adage" / "config.toml"
    file.parent.mkdir(parents=True)
    file.write_text("[judge]\nfire_min_k = 6\n")
    rows = json.loads(adage("params", "--json").stdout)
    row = next(row for row in rows if row["key"] == "judge.fire_min_k")
    assert (row["value"], row["file"]) == (6, str(file))


def test_a_broken_settings_file_fails_with_one_sentence(adage, tmp_path):
    file = tmp_path / ".adage" / "config.toml"
    file.parent.mkdir()
    file.write_text("[judge]\nfire_lb = 2\n")
    done = adage("params")
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "judge.fire_lb must lie between 0.0 and 1.0, not 2" in done.stderr


def test_a_folder_that_is_not_there_is_a_wrong_call(adage):
    done = adage("params", "nowhere")
    assert done.returncode == 2
    assert "there is no folder nowhere" in done.stderr

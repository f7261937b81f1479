"""`adage report` as a person runs it."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.report.scenes import write_sessions

HABIT = (
    ("say", "change the names"),
    ("read", "src/names.ts"),
    ("edit", "src/names.ts"),
    ("fail", "rtk bun run test"),
    ("run", "bun run test"),
    ("say", "commit"),
    ("run", "git commit -m names"),
)


def adage(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "adage", *words], capture_output=True, text=True, check=False
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_sessions(tmp_path_factory.mktemp("report"), *[HABIT] * 12)


def test_the_report_answers_every_question(folder: Path) -> None:
    shown = adage("report", "--traces", str(folder))
    assert shown.returncode == 0, shown.stderr
    numbers = re.findall(r"^(\d)\. .+\?$", shown.stdout, re.MULTILINE)
    assert numbers == list("1234567")
    assert "rtk bun" in shown.stdout
    assert "“commit”" in shown.stdout
    assert "00000011:" in shown.stdout


def test_quick_leaves_the_savings_out(folder: Path) -> None:
    document = json.loads(adage("report", "--traces", str(folder), "--quick", "--json").stdout)
    assert document["savings"] is None
    assert document["failing"][0]["found"]["sessions"] == 12


def test_json_holds_every_session_and_line(folder: Path) -> None:
    document = json.loads(adage("report", "--traces", str(folder), "--json").stdout)
    assert len(document["sessions"]) == 12
    said = next(each for each in document["said"] if each["text"] == "commit")
    assert [seen["lines"] for seen in said["found"]["seen"]] == [[10]] * 12
    assert document["savings"]["known"] == 5


def test_under_ten_sessions_it_says_how_many_are_missing(tmp_path: Path) -> None:
    folder = write_sessions(tmp_path / "few", *[HABIT] * 4)
    shown = adage("report", "--traces", str(folder))
    assert shown.returncode == 0
    assert "4 sessions" in shown.stdout
    assert "6 sessions to go" in " ".join(shown.stdout.split())


def test_without_sessions_it_says_where_to_look(tmp_path: Path) -> None:
    (tmp_path / "none").mkdir()
    shown = adage("report", "--traces", str(tmp_path / "none"))
    assert shown.returncode == 0
    assert "adage traces" in shown.stdout


def test_the_repository_can_be_named_as_an_option(tmp_path: Path) -> None:
    shown = adage("report", "--repo", str(tmp_path))
    assert shown.returncode != 0
    assert "is not in a git repository" in shown.stderr


def test_a_place_that_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    shown = adage("report", "--traces", str(tmp_path / "gone"))
    assert shown.returncode != 0
    assert shown.stderr.startswith("adage: There is nothing at")
    assert "Traceback" not in shown.stderr

"""Instincts as a person meets them: in `adage learn`, in the settings, in the index."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from adage.paths import repository_state


class Repository:
    """A git repository with a Makefile, and Adage's folder for it."""

    def __init__(self, folder: Path) -> None:
        self.root = (folder / "app").resolve()
        subprocess.run(["git", "init", "-q", str(self.root)], check=True)
        (self.root / "Makefile").write_text("test:\n\ttrue\nlint:\n\ttrue\n")
        self.folder = repository_state(folder / "adage", self.root)
        self.environ = {"PATH": os.environ["PATH"], "HOME": str(folder / "home"),
                        "ADAGE_HOME": str(folder / "adage"), "COLUMNS": "200"}  # fmt: skip

    def adage(self, *words: str) -> str:
        done = subprocess.run(
            [sys.executable, "-m", "adage", *words],
            capture_output=True, text=True, cwd=self.root, env=self.environ, check=True,
        )  # fmt: skip
        return done.stdout

    def instincts(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = json.loads(self.adage("learn", "--json"))["instincts"]
        return found


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository(tmp_path)


def test_they_stand_in_a_table_of_their_own(repository: Repository) -> None:
    said = repository.adage("learn")
    assert "Instincts: what this repository's files say" in said
    assert "make test: from Makefile: test; no session has shown it yet" in said
    assert "[off]" in said
    index = json.loads((repository.folder / "index.json").read_text())
    assert [each["command"] for each in index["instincts"]] == ["make test", "make lint"]


def test_json_has_them_with_their_gates(repository: Repository) -> None:
    found = {each["name"]: each for each in repository.instincts()}
    assert sorted(found) == ["checks", "lint", "test"]
    assert (found["test"]["strength"], found["test"]["k"], found["test"]["n"]) == ("prime", 0, 0)
    assert found["checks"]["gate"] == "off"


def test_each_can_be_explained_by_its_id(repository: Repository) -> None:
    name = next(each["id"] for each in repository.instincts() if each["name"] == "test")
    said = repository.adage("learn", "--explain", name[:6])
    assert said.startswith(f"{name}  the instinct test: `make test`\n")
    assert "Strength: prime: no session has shown it yet." in said
    assert "Says    For its tests this repository has `make test` (Makefile: test)." in said


def test_a_repository_may_turn_them_off_or_the_noisy_ones_on(repository: Repository) -> None:
    (repository.root / ".adage").mkdir()
    config = repository.root / ".adage" / "config.toml"
    config.write_text("[instincts]\nnoisy = 1\n")
    assert {each["strength"] for each in repository.instincts()} == {"prime"}
    config.write_text("[instincts]\nenabled = 0\n")
    assert repository.instincts() == []
    assert "Instincts" not in repository.adage("learn")


def test_the_sample_and_named_traces_have_none(repository: Repository) -> None:
    assert json.loads(repository.adage("learn", "--sample", "--json"))["instincts"] == []


def test_the_registry_documents_their_numbers(repository: Repository) -> None:
    said = repository.adage("params", "--stage", "instincts")
    for key in ("instincts.enabled", "instincts.noisy", "instincts.rivals"):
        assert key in said

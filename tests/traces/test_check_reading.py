"""The table that anyone can print shows no difference without an argument."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT

pytestmark = pytest.mark.shared


def printed(table: str, shared: Path) -> list[list[str]]:
    """The rows of one table of `tools/check_reading.py`, which must end well."""
    tool = ROOT / "tools" / "check_reading.py"
    done = subprocess.run([sys.executable, tool, table, shared], capture_output=True, text=True)
    assert done.returncode == 0, [row for row in done.stdout.splitlines() if "DIFFERS" in row]
    return [row.split("\t") for row in done.stdout.splitlines() if row]


def test_every_known_case_reads_as_expected(shared: Path) -> None:
    _, *rows = printed("cases", shared)
    assert len(rows) > 200
    assert {len(row) for row in rows} == {4}


def test_calls_failures_and_turns_counted_twice_agree(shared: Path) -> None:
    _, *rows = printed("counts", shared)
    assert len(rows) > 250
    assert {row[-1] for row in rows} == {"same"}


def test_every_repository_of_the_corpus_has_a_row(shared: Path) -> None:
    header, *rows = printed("folders", shared)
    corpus = shared / "corpus"
    agents = ("claude", "codex", "opencode", "opencode_derived")
    assert len(rows) == sum(len(list((corpus / agent).iterdir())) for agent in agents)
    assert {len(row) for row in rows} == {len(header)}

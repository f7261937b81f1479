"""Where decisions are kept: append-only, one owner, and damaged lines cost only themselves."""

from __future__ import annotations

from pathlib import Path

import pytest

from adage.decisions import Decision, in_force, keep_decision, read_decisions
from adage.errors import AdageError
from adage.records import DAY_S
from adage.settings import Settings

SETTINGS = Settings()


def test_decisions_come_back_as_they_were_kept(tmp_path: Path) -> None:
    said = [
        Decision("aaa", "approve", "ann", 1.0, ("rtk bun", "bun")),
        Decision("bbb", "dismiss", "bob", 2.5),
    ]
    for each in said:
        keep_decision(tmp_path / "state", each, SETTINGS)
    assert read_decisions(tmp_path / "state") == said
    assert (tmp_path / "state" / "decisions.jsonl").stat().st_mode & 0o077 == 0


def test_before_the_first_decision_there_are_none(tmp_path: Path) -> None:
    assert read_decisions(tmp_path) == []


def test_the_newest_decision_on_an_id_counts() -> None:
    said = [Decision("a", "dismiss", "ann", 1.0), Decision("a", "approve", "ann", 2.0)]
    assert in_force(said, 3.0, SETTINGS)["a"].verdict == "approve"


def test_a_snooze_lasts_fourteen_days() -> None:
    said = [Decision("a", "snooze", "ann", 0.0)]
    assert "a" in in_force(said, 13.9 * DAY_S, SETTINGS)
    assert "a" not in in_force(said, 14 * DAY_S, SETTINGS)


def test_a_damaged_line_costs_only_itself(tmp_path: Path) -> None:
    keep_decision(tmp_path, Decision("a", "approve", "ann", 1.0), SETTINGS)
    path = tmp_path / "decisions.jsonl"
    path.write_bytes(path.read_bytes() + b'{"id": "b", "verd\n{"id": 3, "verdict": "approve"}\n')
    keep_decision(tmp_path, Decision("c", "dismiss", "ann", 2.0), SETTINGS)
    assert [each.id for each in read_decisions(tmp_path)] == ["a", "c"]


def test_a_place_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("a file")
    with pytest.raises(AdageError, match="the decision was not kept"):
        keep_decision(tmp_path / "state", Decision("a", "approve", "ann", 1.0), SETTINGS)

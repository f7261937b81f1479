"""`adage ledger`: what was said, what nearly was, what was withheld, and what stopped the rest."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from adage.ledger import ReflexRow, reflex_rows
from tests.cli.rounds import Round
from tests.hook.world import CHECKS, GEN, OWED, TREATED

CONTROL = "T2"


@pytest.fixture
def played(tmp_path: Path) -> Round:
    """One told and one control session in which the same happens."""
    found = Round(tmp_path)
    found.world.seal(GEN, OWED, CHECKS)
    for session in (TREATED, CONTROL):
        play(found, session)
    return found


def play(found: Round, session: str) -> None:
    world = found.world
    world.prompt("regenerate what the registry needs", session)
    world.batch(world.edit("registry/a.json"), session=session)
    world.batch(world.edit("registry/b.json"), session=session)
    world.batch(world.shell("make gen"), session=session)
    world.batch(world.edit("registry/c.json"), session=session)
    world.stop(session)
    world.hook(world.event("SessionEnd", session, reason="other"))


def told(found: Round, *words: str) -> Any:
    return json.loads(found.adage("ledger", "--json", *words).stdout)


def test_a_session_shows_what_was_said_and_what_stopped_the_rest(played: Round) -> None:
    said = played.adage("ledger", "--session", TREATED[:8]).stdout
    assert f"session {TREATED}: 4 tool batches, treated, p = 0.90" in said
    assert f"PostToolBatch        said run {GEN.id}" in said
    assert f"PostToolBatch        said sequence {CHECKS.id}" in said
    assert f"PostToolBatch        kept back {GEN.id}: said after this prompt" in said
    assert f"Stop                 said obligation {OWED.id}" in said
    assert "followed" in said


def test_the_control_session_t2_would_have_said_the_same_and_said_nothing(played: Round) -> None:
    """Its record is complete: but for arm, chance, nonce and the moment it equals a told one's."""
    sessions = {each["session"]: each for each in told(played)["sessions"]}
    entries = {name: sessions[name]["entries"] for name in (TREATED, CONTROL)}
    apart = {"arm", "propensity", "nonce", "said", "time", "delivered"}
    same = [
        [
            {key: value for key, value in entry.items() if key not in apart}
            for entry in entries[name]
        ]
        for name in (TREATED, CONTROL)
    ]
    assert same[0] == same[1]
    assert len(entries[CONTROL]) == 3
    assert {(each["arm"], each["propensity"], each["said"]) for each in entries[CONTROL]} == {
        ("control", 0.1, False)
    }
    assert sessions[TREATED]["stopped"] == sessions[CONTROL]["stopped"]
    assert len({each["nonce"] for each in (*entries[TREATED], *entries[CONTROL])}) == 6


def test_followed_stands_beside_ignored_for_each_reflex(played: Round) -> None:
    lines = played.adage("ledger").stdout.splitlines()
    head = next(line for line in lines if line.startswith("reflex"))
    assert head.split()[:5] == ["reflex", "kind", "said", "followed", "ignored"]
    row = next(line for line in lines if line.startswith(GEN.id))
    assert row.split()[1:9] == ["run", "1", "1", "0", "0", "1", "1", "0"]


def test_the_rows_count_told_untold_and_stopped(played: Round) -> None:
    rows = {row["id"]: row for row in told(played)["reflexes"]}
    assert rows[GEN.id]["told"] == rows[GEN.id]["untold"] == [1, 0, 0]
    assert rows[CHECKS.id]["told"] == rows[CHECKS.id]["untold"] == [0, 1, 0]
    assert (rows[GEN.id]["said"], rows[GEN.id]["withheld"]) == (1, 1)
    assert rows[GEN.id]["stopped"] > 0


def test_one_session_alone_is_counted_alone(played: Round) -> None:
    rows = {row["id"]: row for row in told(played, "--session", CONTROL)["reflexes"]}
    assert (rows[GEN.id]["said"], rows[GEN.id]["withheld"]) == (0, 1)


def test_what_only_came_near_is_shown(played: Round) -> None:
    file = played.world.folder / "sessions" / f"{TREATED}.jsonl"
    with file.open("a") as more:
        more.write('{"e":"UserPromptSubmit","c":0,"cards":["card-1"]}\n')
    said = played.adage("ledger", "--session", TREATED[:8]).stdout
    assert "nearly said card card-1" in said


def test_nothing_said_gives_no_rows() -> None:
    rows: list[ReflexRow] = reflex_rows([])
    assert rows == []

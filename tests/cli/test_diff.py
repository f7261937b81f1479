"""`adage diff` as a person runs it, on generations that real learnings made."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.rounds import Round


@pytest.fixture
def twice(tmp_path: Path) -> Round:
    """Learned from twelve sessions, then from twenty-five."""
    found = Round(tmp_path)
    for count in (12, 25):
        found.habit(count)
        assert found.adage("learn").returncode == 0
    return found


def names(found: Round) -> list[str]:
    told: list[dict[str, Any]] = json.loads(found.adage("diff", "--list", "--json").stdout)
    return [each["generation"] for each in told]


def gen_change(told: dict[str, Any]) -> dict[str, Any]:
    """The change of the run reflex that says make gen."""
    return next(
        each for each in told["changes"]
        if each["says"].startswith("after an edit of registry/*.json comes `make gen`")
    )  # fmt: skip


def test_the_last_two_are_compared_and_name_the_sessions_that_made_the_difference(
    twice: Round,
) -> None:
    told = json.loads(twice.adage("diff", "--json").stdout)
    assert (told["before"]["sessions"], told["after"]["sessions"]) == (12, 25)
    assert len(told["joined"]) == 13
    change = gen_change(told)
    assert (change["kind"], change["before"]["strength"]) == ("promoted", "prime")
    assert (change["before"]["k"], change["after"]["k"]) == (8, 17)
    assert len(change["joined"]) == 9
    assert all(each["took_it"] and each["line"] == 12 for each in change["joined"])
    assert change["left"] == change["turned"] == []


def test_the_text_names_file_and_line(twice: Round) -> None:
    said = twice.adage("diff").stdout
    assert "13 sessions joined, 0 left" in said
    assert "promoted" in said
    assert "prime, 8 of 8 -> fire, 17 of 17" in said
    assert f"{twice.projects}/00000023" not in said  # it only looked
    assert f"{twice.projects}/00000024-0000-4000-8000-000000000000.jsonl:12" in said
    assert "and 1 more that joined" in said


def test_any_two_are_compared_by_the_start_of_their_names(twice: Round) -> None:
    old, new = names(twice)
    back = json.loads(twice.adage("diff", new[:6], old[:6], "--json").stdout)
    assert gen_change(back)["kind"] == "demoted"
    assert len(gen_change(back)["left"]) == 9


def test_a_session_that_is_deleted_and_forgotten_is_named_as_left(twice: Round) -> None:
    gone = twice.projects / "00000003-0000-4000-8000-000000000000.jsonl"
    gone.unlink()
    (twice.world.folder / "evidence.jsonl").unlink()
    twice.adage("learn")
    change = gen_change(json.loads(twice.adage("diff", "--json").stdout))
    assert change["kind"] == "recounted"
    assert [each["path"] for each in change["left"]] == [str(gone)]


def test_nothing_changed_is_said_so(twice: Round) -> None:
    new = names(twice)[-1]
    assert "Nothing changed in what was learned." in twice.adage("diff", new, new).stdout


def test_learning_the_same_again_makes_no_new_generation(twice: Round) -> None:
    before = names(twice)
    twice.adage("learn")
    assert names(twice) == before


def test_an_unknown_generation_is_answered_with_the_list(twice: Round) -> None:
    done = twice.adage("diff", "zzzz", names(twice)[0])
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert all(name in done.stderr for name in names(twice))


@pytest.mark.parametrize(("words", "says"), [(["one"], "two generations"), ([], "takes two")])
def test_a_mistake_gets_one_sentence(words: list[str], says: str, tmp_path: Path) -> None:
    done = Round(tmp_path).adage("diff", *words)
    assert done.returncode in (1, 2)
    assert says in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_too_few_generations_are_said_in_words_with_what_to_do(tmp_path: Path) -> None:
    round_ = Round(tmp_path)
    none = round_.adage("diff").stderr
    assert none == (
        "adage: no generation is kept here, and it takes two to compare. "
        "Learn twice, with more sessions in between: adage learn\n"
    )
    round_.habit(5)
    round_.adage("learn")
    assert "adage: only one generation is kept here" in round_.adage("diff").stderr


def test_before_the_first_learning_the_list_is_empty(tmp_path: Path) -> None:
    assert "No generation is kept here yet" in Round(tmp_path).adage("diff", "--list").stdout

"""A rehearsal is what the real hook answers to a real session; nothing of it is invented."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adage.formulas import arm
from adage.records import Index
from adage_map.cast import build_cast
from adage_map.frame import Frame
from adage_map.layout import lay_out, moves_of
from adage_map.layout_speak import along, risen
from adage_map.rehearse import HOOKS, Rehearsal, half_an_event, rehearse
from adage_map.stage import Stage
from tests.map.small_run import make_run


@pytest.fixture(scope="module")
def stage() -> Stage:
    return Stage(build_cast(make_run()))


@pytest.fixture(scope="module")
def found(stage: Stage) -> Rehearsal:
    assert stage.cast.rehearsal is not None
    return stage.cast.rehearsal


def test_a_reflex_of_the_index_is_said_the_heros_own_sessions_first(
    stage: Stage, found: Rehearsal
) -> None:
    hero = stage.cast.hero
    assert hero is not None
    known = stage.cast.run.index.reflexes
    assert found.told in known
    if hero in known:
        assert found.told == hero
        assert found.session in {witness.trace for witness in hero.supporting}
    moment = found.moments[found.at]
    assert found.told.id in moment.said
    assert not any(found.told.id in earlier.said for earlier in found.moments[: found.at])


def test_the_text_is_what_the_agent_reads(found: Rehearsal) -> None:
    text = found.moments[found.at].text
    assert text.startswith("<adage-reflex ")
    assert f'id="{found.told.id}"' in text
    assert f"held in {found.told.k} of {found.told.n}" in text


def test_the_ledger_names_the_three_endings(found: Rehearsal) -> None:
    followed, left, misfired = (ending.outcome for ending in found.endings)
    assert (followed, misfired) == ("followed", "misfired")
    # A dead end is ignored only by running into it; to do other things leaves it waiting.
    assert left == ("pending" if found.told.shape == "avoid" else "ignored")


def test_half_an_event_prints_nothing() -> None:
    assert half_an_event() == 0


def test_a_run_in_which_nothing_may_be_said_has_no_such_chapter() -> None:
    run = make_run()
    assert rehearse(run.reading.sessions, Index("", b"", ()), None, run.settings) is None
    silent = Stage(build_cast(replace(run, index=Index("", b"", ()))))
    assert not any(move.id.startswith("speak/") for move in moves_of(silent))
    assert "speak" not in silent.bays


def test_a_control_session_is_never_chosen(found: Rehearsal) -> None:
    assert not arm(found.session, found.share)["control"]


def test_coins_fall_where_their_ids_say(stage: Stage) -> None:
    frame = _frame(stage, "speak/3")
    for row in stage.rows["coin"]:
        value = arm(stage.things[row].id[2:])["x"]
        assert frame.at[row, 0] == pytest.approx(stage.x("speak", along(value)), abs=1e-3)
        assert stage.things[row].ok == (not arm(stage.things[row].id[2:])["control"])


def test_what_was_said_stands_above_what_was_held_back(stage: Stage) -> None:
    frame = _frame(stage, "speak/2")
    said, stopped = risen(stage)
    assert said
    for low in stopped:
        assert all(frame.at[high, 1] > frame.at[low, 1] for high in said)


def test_every_event_stands_on_its_post(stage: Stage, found: Rehearsal) -> None:
    rows = stage.rows["moment"]
    assert len(rows) == len(found.moments)
    for row in rows:
        owner = stage.things[stage.things[row].owner]
        assert owner.kind == "hook"
        assert owner.label == found.moments[stage.things[row].ref].hook
    assert [stage.things[row].label for row in stage.rows["hook"]] == list(HOOKS)


def test_the_line_goes_on_when_the_hook_fails(stage: Stage) -> None:
    frame = _frame(stage, "speak/6")
    places = [float(frame.at[row, 0]) for row in stage.rows["moment"]]
    assert places == sorted(places)
    assert len(set(places)) == len(places)


def _frame(stage: Stage, name: str) -> Frame:
    names = [move.id for move in moves_of(stage)]
    return lay_out(stage)[names.index(name) + 1]

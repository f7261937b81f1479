"""Positions: identity is kept, heights mean what they say, and order in is order out."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from adage_map.cast import build_cast
from adage_map.frame import FAILED, GHOST, HOLLOW, Frame
from adage_map.layout import lay_out, moves_of, positions
from adage_map.layout_uplift import SHELF, weighed
from adage_map.stage import BAY, HEIGHT, LENGTH, Stage
from tests.map.small_run import make_run


@pytest.fixture(scope="module")
def stage() -> Stage:
    return Stage(build_cast(make_run()))


@pytest.fixture(scope="module")
def frames(stage: Stage) -> dict[str, Frame]:
    names = [move.id for move in moves_of(stage)]
    return dict(zip(["", *names], lay_out(stage), strict=True))


def test_a_step_begins_where_the_one_before_it_ended(stage: Stage) -> None:
    # One array of keyframes serves both ends, so this holds by construction; the test keeps it so.
    first, second = positions(lay_out(stage)), positions(lay_out(stage))
    assert np.abs(first[1:] - second[1:]).max() < 1e-4
    assert len(first) == len(moves_of(stage)) + 1


def test_every_step_moves_or_changes_something(frames: dict[str, Frame]) -> None:
    for (_, before), (name, after) in pairwise(frames.items()):
        same = (
            np.array_equal(before.at, after.at)
            and np.array_equal(before.scale, after.scale)
            and np.array_equal(before.tone, after.tone)
            and np.array_equal(before.style, after.style)
        )
        assert not same, f"{name} shows nothing new"


def test_things_stay_on_the_table(stage: Stage, frames: dict[str, Frame]) -> None:
    far = max(stage.bays.values()) * BAY + LENGTH
    for name, frame in frames.items():
        shown = frame.at[frame.scale > 0]
        assert shown[:, 0].min() >= -2, name
        assert shown[:, 0].max() <= far + 2, name
        assert np.abs(shown[:, 2]).max() <= 40, name


def test_right_is_later_in_the_pipeline(stage: Stage, frames: dict[str, Frame]) -> None:
    overview = frames["loop/1"].at[:, 0]
    means = [overview[stage.rows[kind]].mean() for kind in ("line", "step", "reflex", "book")]
    assert means == sorted(means)


def test_a_judged_reflex_stands_at_its_lower_bound(stage: Stage, frames: dict[str, Frame]) -> None:
    for row in stage.rows["reflex"]:
        reflex = stage.cast.capsules[stage.things[row].ref].reflex
        if reflex is not None:
            height = frames["evidence/2"].at[row, 1]
            assert height == pytest.approx(HEIGHT * reflex.lb + 0.5, abs=1e-4)


def test_a_candidate_stands_at_its_low_end(stage: Stage, frames: dict[str, Frame]) -> None:
    for row in stage.rows["reflex"]:
        candidate = stage.cast.capsules[stage.things[row].ref].candidate
        if candidate is not None:
            height = frames["patterns/4"].at[row, 1]
            assert height == pytest.approx(HEIGHT * candidate.q05, abs=1e-4)


def test_sessions_that_did_not_take_the_step_are_hollow(
    stage: Stage, frames: dict[str, Frame]
) -> None:
    style = frames["evidence/1"].style
    for row in stage.rows["bead"]:
        assert (style[row] == HOLLOW) == (stage.things[row].ok == 0)


def test_only_failed_steps_get_a_red_top(stage: Stage, frames: dict[str, Frame]) -> None:
    style = frames["read/3"].style
    for row in stage.rows["step"]:
        assert (style[row] == FAILED) == (stage.things[row].ok == 0)


def test_told_steps_go_ghost(stage: Stage, frames: dict[str, Frame]) -> None:
    ghosts = [row for row in stage.rows["step"] if frames["read/6"].style[row] == GHOST]
    assert [stage.things[row].label for row in ghosts] == ["sh:make gen"]


def test_steps_lie_at_the_rank_of_their_effect(stage: Stage, frames: dict[str, Frame]) -> None:
    x = frames["read/5"].at[:, 0]
    rows = stage.rows["step"]
    ends = {
        effect: [float(x[row]) for row in rows if stage.things[row].effect == effect]
        for effect in range(6)
    }
    used = [ends[effect] for effect in range(6) if ends[effect]]
    assert all(max(left) < min(right) for left, right in pairwise(used))


def test_two_steps_never_stand_in_one_place_on_the_shelf(
    stage: Stage, frames: dict[str, Frame]
) -> None:
    places = {tuple(np.round(frames["read/5"].at[row], 3)) for row in stage.rows["step"]}
    assert len(places) == len(stage.rows["step"])


def test_large_worlds_are_cut_by_whole_sessions() -> None:
    cast = build_cast(make_run(40))
    assert len(cast.lanes) == 24
    hero = cast.hero
    assert hero is not None
    witnesses = {witness.trace for witness in (*hero.supporting, *hero.refuting)}
    assert sum(trace.id in witnesses for trace in cast.lanes) >= 16
    for lane, trace in enumerate(cast.lanes):
        shown = [t for t in cast.things if t.kind == "step" and t.lane == lane]
        assert len(shown) == len(trace.steps)


def test_a_calibrated_candidate_stands_on_the_staircase(
    stage: Stage, frames: dict[str, Frame]
) -> None:
    for row in stage.rows["reflex"]:
        candidate = stage.cast.capsules[stage.things[row].ref].candidate
        if candidate is not None and candidate.mean_cal is not None:
            x, y, _ = frames["patterns/6"].at[row]
            assert x == pytest.approx(stage.predicted(candidate.mean), abs=1e-4)
            assert y == pytest.approx(HEIGHT * candidate.mean_cal + 0.35, abs=1e-4)


def test_reflexes_line_up_by_what_telling_adds(stage: Stage, frames: dict[str, Frame]) -> None:
    rows = weighed(stage)
    places = [frames["evidence/6"].at[row] for row in rows if row != stage.hero]
    assert [place[0] for place in places] == sorted(place[0] for place in places)
    assert [place[1] for place in places] == sorted(place[1] for place in places)


def test_only_quiet_reflexes_go_to_the_quiet_shelf(stage: Stage, frames: dict[str, Frame]) -> None:
    for row in weighed(stage):
        reflex = stage.cast.capsules[stage.things[row].ref].reflex
        moved = frames["evidence/7"].at[row, 2] >= SHELF - 1e-4
        assert reflex is not None
        assert moved == reflex.quiet


def test_parts_that_a_run_does_not_have_are_left_out() -> None:
    run = make_run()
    records = {k: v for k, v in run.records.items() if k not in ("calibrate", "uplift")}
    names = {move.id for move in moves_of(Stage(build_cast(replace(run, records=records))))}
    assert names.isdisjoint({"patterns/6", "evidence/6", "evidence/7"})
    assert "evidence/5" in names

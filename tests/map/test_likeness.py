"""Requests on the globe: the learner's own vectors, groups and bounds."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from adage.findings import Request
from adage_map.cast import build_cast
from adage_map.frame import LIT, Frame
from adage_map.layout import lay_out, moves_of
from adage_map.layout_similar import HIGH, RADIUS
from adage_map.likeness import Likeness, find_likeness, globe
from adage_map.stage import LENGTH, Stage
from tests.map.small_run import make_run


@pytest.fixture(scope="module")
def stage() -> Stage:
    return Stage(build_cast(make_run()))


@pytest.fixture(scope="module")
def found(stage: Stage) -> Likeness:
    assert stage.cast.likeness is not None
    return stage.cast.likeness


def frame_of(stage: Stage, name: str) -> Frame:
    names = [move.id for move in moves_of(stage)]
    return lay_out(stage)[names.index(name) + 1]


def test_every_request_lies_on_the_globe(stage: Stage) -> None:
    frame = frame_of(stage, "similar/1")
    middle = np.array([stage.x("similar", LENGTH / 2), HIGH, 0.0])
    for row in stage.rows["request"]:
        assert np.linalg.norm(frame.at[row] - middle) == pytest.approx(RADIUS, abs=0.01)


def test_three_axes_keep_all_of_three_directions_and_less_of_more() -> None:
    three = np.eye(3)
    assert globe(three)[1] == pytest.approx(1.0)
    assert globe(np.eye(6))[1] == pytest.approx(0.5)


def test_the_globe_does_not_turn_over_with_the_signs_of_its_axes() -> None:
    random = np.random.default_rng(7).normal(size=(12, 8))
    points, _ = globe(random)
    again, _ = globe(random[::-1])
    assert np.allclose(points, again[::-1])


def test_groups_and_families_are_the_learners(stage: Stage, found: Likeness) -> None:
    assert found.families == tuple(stage.cast.run.records["intent"].detail)
    assert found.cards == tuple(stage.cast.run.records["cards"].detail)
    place_of = {(a.request.trace, a.request.line): n for n, a in enumerate(found.asked)}

    def group(request: Request) -> int:
        return found.groups[place_of[request.trace, request.line]]

    for family in found.families:
        assert len({group(request) for request in family.requests}) == 1


def test_two_of_one_group_are_always_alike(found: Likeness) -> None:
    for i, j in combinations(range(len(found.asked)), 2):
        if found.groups[i] == found.groups[j]:
            assert {i, j} <= found.linked
    assert all(i in found.linked and j in found.linked for i, j, _ in found.links)


def test_the_best_cut_is_the_familys_threshold(found: Likeness) -> None:
    if found.chosen is None or not found.cuts:
        pytest.skip("no family of this run has a threshold")
    best = max(found.cuts, key=lambda cut: (round(cut.lb, 12), cut.cosine))
    chosen = found.chosen
    assert (best.k, best.n) == (chosen.k, chosen.n)
    assert best.cosine == pytest.approx(chosen.threshold)
    assert best.lb == pytest.approx(chosen.lb)


def test_only_what_the_threshold_lets_in_is_lit(stage: Stage, found: Likeness) -> None:
    if not found.cuts:
        pytest.skip("no family of this run has a threshold")
    frame = frame_of(stage, "similar/5")
    lit = {stage.things[r].ref for r in stage.rows["request"] if frame.style[r] == LIT}
    assert lit == set(found.inside)


def test_a_card_is_given_once_by_the_real_hook(stage: Stage) -> None:
    given = stage.cast.presented
    assert given is not None
    assert 'kind="card"' in given.text
    assert given.again == "said in this session"


def test_without_the_sentence_model_there_is_no_such_chapter() -> None:
    run = make_run()
    assert find_likeness(run.records, None, run.settings) is None
    index = replace(run.index, families=(), cards=())
    plain = Stage(build_cast(replace(run, embed=None, index=index)))
    names = {move.id for move in moves_of(plain)}
    assert not any(name.startswith("similar/") for name in names)

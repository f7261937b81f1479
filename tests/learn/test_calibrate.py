"""Predicted rates against what happened on tasks that were held out."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import settings as profile
from hypothesis import strategies as st

from adage.learn.calibrate import Pair, calibrate, fit, gate_calibrated, read_off
from adage.learn.count import count, gate
from adage.learn.mine import mine
from adage.records import DAY_S, Calibration, Candidate, Pattern
from adage.settings import Settings
from tests.learn.build import registry_edits, session, strings_of

SETTINGS = Settings()
NOW = 1000 * DAY_S
EAGER = Settings({"calibrate.min_pairs": 1})
THREE = {"a": 0, "b": 1, "c": 2}


def counted(traces, settings=SETTINGS):
    strings, _ = strings_of(*traces)
    return strings, count(strings, mine(strings, settings), NOW, settings)


def some_candidate(**fields):
    pattern = Pattern("run", ("edit:a.py",), ("sh:pytest",), 3)
    plain = Candidate(pattern, 8.0, 10.0, 0.5, 0.75, 0.53, "anywhere", 0.2)
    return replace(plain, **fields)


def pairs(*rates, each=10):
    return [Pair(rate, round(rate * each), each) for rate in rates]


def test_fewer_than_three_tasks_leave_every_rate_as_it_is():
    traces = [session(f"s{i}", "edit a.py", "pytest", task=f"t{i % 2}") for i in range(30)]
    strings, candidates = counted(traces)
    found, calibration = calibrate(strings, candidates, NOW, EAGER)
    assert calibration.x == ()
    assert "2 tasks cannot fill 3 folds" in calibration.why
    assert [(c.mean_cal, c.q05_cal) for c in found] == [(c.mean, c.q05) for c in candidates]


def test_fewer_than_twenty_pairs_leave_every_rate_as_it_is():
    nineteen = fit(pairs(*[0.5] * 19), THREE, SETTINGS)
    assert nineteen.x == ()
    assert nineteen.pairs == 19
    assert fit(pairs(*[0.5] * 20), THREE, SETTINGS).x == (0.5,)


def test_without_any_session_nothing_is_fitted():
    strings, candidates = counted([])
    found, calibration = calibrate(strings, candidates, NOW, SETTINGS)
    assert found == ()
    assert calibration.pairs == 0


def test_the_uncalibrated_rates_stay_beside_the_calibrated():
    strings, candidates = counted(registry_edits(30, 24))
    found, calibration = calibrate(strings, candidates, NOW, EAGER)
    assert calibration.x
    for before, after in zip(candidates, found, strict=True):
        assert replace(after, mean_cal=None, q05_cal=None) == before
        assert after.mean_cal == read_off(calibration, before.mean)
        assert 0 <= after.q05_cal <= after.mean_cal <= 1


def test_a_task_is_held_out_whole():
    traces = [session(f"s{i}", "edit a.py", "pytest", task=f"t{i // 4}") for i in range(24)]
    strings, candidates = counted(traces)
    _, calibration = calibrate(strings, candidates, NOW, EAGER)
    assert sorted(calibration.folds) == [f"t{i}" for i in range(6)]
    assert sorted(calibration.folds.values()) == [0, 0, 1, 1, 2, 2]


def test_the_order_of_the_sessions_changes_nothing():
    traces = registry_edits(20, 13)
    one = calibrate(*counted(traces), NOW, EAGER)
    other = calibrate(*counted(traces[::-1]), NOW, EAGER)
    assert one == other


def test_a_habit_that_holds_on_every_task_is_predicted_from_the_others():
    strings, candidates = counted(registry_edits(12, 12))
    found, calibration = calibrate(strings, candidates, NOW, EAGER)
    assert all(y == 1 for y in calibration.y)
    assert {c.mean_cal for c in found} == {1.0}


@given(st.lists(st.tuples(st.floats(0, 1), st.integers(0, 9), st.integers(1, 9)), min_size=20))
@profile(deadline=None, derandomize=True)
def test_the_fitted_staircase_never_falls_and_stays_a_rate(rows):
    found = fit([Pair(p, min(s, n), n) for p, s, n in rows], THREE, SETTINGS)
    assert list(found.fitted) == sorted(found.fitted)
    assert all(0 <= value <= 1 for value in found.fitted)
    assert list(found.x) == sorted(found.x)
    assert sum(found.weight) == pytest.approx(sum(n for _, _, n in rows))


@given(st.lists(st.integers(0, 10), min_size=20, max_size=60), st.floats(0, 1), st.floats(0, 1))
@profile(deadline=None, derandomize=True)
def test_a_higher_rate_never_reads_lower(held, a, b):
    rows = [Pair(i / len(held), s, 10) for i, s in enumerate(held)]
    curve = fit(rows, THREE, SETTINGS)
    low, high = sorted((a, b))
    assert read_off(curve, low) <= read_off(curve, high) + 1e-12


def test_rates_that_came_true_are_left_nearly_alone():
    curve = fit(pairs(*[i / 10 for i in range(11)] * 2), THREE, SETTINGS)
    for rate in (0.0, 0.25, 0.5, 1.0):
        assert read_off(curve, rate) == pytest.approx(rate)


def test_rates_that_promise_too_much_are_lowered():
    curve = fit([Pair(0.9, 5, 10)] * 20, THREE, SETTINGS)
    assert read_off(curve, 0.9) == 0.5


def test_outside_its_bins_the_curve_is_flat():
    curve = Calibration((0.2, 0.6), (0.1, 0.7), (5, 5), (0.1, 0.7), 20, {})
    assert (read_off(curve, 0.0), read_off(curve, 1.0)) == (0.1, 0.7)


def test_a_candidate_that_promised_too_much_is_stopped_by_its_calibrated_low_end():
    found = gate_calibrated(some_candidate(q05_cal=0.2, mean_cal=0.4), SETTINGS)
    assert found.gate == "rate"
    assert "0.20" in found.why


def test_a_candidate_that_promised_too_little_is_let_through():
    shy = some_candidate(q05=0.25)
    assert gate(shy, SETTINGS).gate == "rate"
    assert gate_calibrated(replace(gate(shy, SETTINGS), q05_cal=0.4), SETTINGS).gate == ""


def test_a_refinement_must_still_add_to_its_parent():
    same = some_candidate(q05_cal=0.6, parent_q05=0.53)
    assert gate_calibrated(same, SETTINGS).gate == "parent"


def test_without_a_calibration_the_gate_is_that_of_counting():
    for plain in (some_candidate(), some_candidate(q05=0.1), some_candidate(parent_q05=0.9)):
        assert gate_calibrated(plain, SETTINGS) == gate(plain, SETTINGS)

"""The hold-out on sessions that can be reckoned by hand: nothing judged is learned from."""

from dataclasses import replace

import pytest

from adage.learn.worth import Verdict
from adage.measure.generate import generate
from adage.measure.holdout import DEV, LEARNER, evaluate, evaluate_reading, in_time, keep
from adage.measure.holdout_table import EVERY, as_table, interval, net_value, rows
from adage.measure.play import as_reading
from adage.records import Reading


@pytest.fixture(scope="module")
def reading():
    return as_reading(generate(11, 80), 0.0)


@pytest.fixture(scope="module")
def report(reading, settings):
    return evaluate_reading(reading, settings)


def row(report, settings, speaker, shape=EVERY):
    return next(r for r in rows(report, settings) if (r.speaker, r.shape) == (speaker, shape))


def test_each_fold_judges_the_sessions_right_after_the_ones_it_learned_from(reading, report):
    order = in_time(reading)
    judged = report.judged[LEARNER]
    assert report.trained == (32, 44, 56)
    for number, (share, until) in enumerate(DEV):
        expected = order[round(share * 80) : round(until * 80)]
        found = [j.session for j in judged if j.fold == number]
        assert sorted(found) == sorted(expected)


def test_the_newest_sessions_are_left_alone_unless_asked_for(reading, report, settings):
    newest = set(in_time(reading)[68:])
    assert not newest & {j.session for j in report.judged[LEARNER]}
    final = evaluate_reading(reading, settings, final=True)
    assert {j.session for j in final.judged[LEARNER]} == newest


def test_what_happens_later_does_not_change_an_earlier_fold(reading, report, settings):
    """Without the judged and newer sessions of the last fold the first folds stay as they were."""
    order = in_time(reading)
    cut = keep(reading, set(order[:44]))
    stretched = Reading(
        cut.sessions + tuple(replace(s, id=f"{s.id}x", root=f"{s.id}x", end=s.end + 1e9)
                             for s in cut.sessions[:36]), ())  # fmt: skip
    again = evaluate_reading(stretched, settings)
    first = [j for j in report.judged[LEARNER] if j.fold == 0]
    assert [j for j in again.judged[LEARNER] if j.fold == 0] == first


def test_every_speaker_judges_the_same_sessions(report):
    names = {name: [j.session for j in judged] for name, judged in report.judged.items()}
    assert len(names) == 5
    assert len({tuple(sessions) for sessions in names.values()}) == 1


def test_silence_says_nothing_and_is_worth_nothing(report, settings):
    silent = row(report, settings, "silent")
    assert (silent.said, silent.net, silent.low, silent.high) == (0, 0.0, 0.0, 0.0)


def test_the_dead_end_of_the_bench_is_avoided(report, settings):
    found = row(report, settings, LEARNER, "avoid")
    assert found.said > 5
    assert found.right / found.said > 0.9
    assert found.net > 0


def test_the_shapes_add_up_to_the_whole(report, settings):
    whole = row(report, settings, LEARNER)
    parts = [r for r in rows(report, settings) if r.speaker == LEARNER and r.shape != EVERY]
    for name in ("said", "right", "turns", "avoided", "wasted"):
        assert sum(getattr(part, name) for part in parts) == getattr(whole, name)


def test_a_useless_directive_costs_two_turns(settings):
    saved = Verdict("avoid", "avoided", True, 3)
    useless = Verdict("run", "never", False, 0)
    assert net_value([saved, useless], settings) == 1.0
    assert net_value([], settings) == 0.0


def test_the_interval_holds_the_mean_and_is_the_same_each_time(settings):
    values = [0.0, 1.0, 2.0, 0.0, 4.0, 1.0]
    low, high = interval(values, settings)
    assert low < sum(values) / len(values) < high
    assert interval(values, settings) == (low, high)
    assert interval([2.0] * 5, settings) == (2.0, 2.0)


def test_the_table_names_every_speaker(report, settings):
    text = as_table("bench", rows(report, settings))
    for name in report.judged:
        assert name in text


@pytest.mark.shared
def test_a_folder_of_real_transcripts_is_evaluated(shared, settings):
    report = evaluate([shared / "corpus" / "claude" / "PackmindHub__context-evaluator"], settings)
    found = row(report, settings, LEARNER, "avoid")
    assert report.sessions == 75
    assert found.avoided >= 25
    assert found.low > 0.5

"""What-if and history: a trial is the learner itself, so it must agree with a run of its own."""

from __future__ import annotations

import os

import pytest

from adage.cli.source import read_choice
from adage.embed import bundled_path, open_table
from adage.errors import ConfigError
from adage.learn import STAGES, learn
from adage.learn.recorder import Recording, last_reflexes
from adage.learn.resume import records_that_hold
from adage.settings import CONSTANTS, Settings
from adage.trial import Trial, reading_until
from adage_map.answers import history_days, learner_constants
from adage_map.runs import LearnerRun
from adage_map.trial_run import run_trial
from adage_map.trials import Trials

TEN = {
    "judge.fire_lb": 0.6,
    "judge.prime_new": 0.9,
    "judge.contrast_min": 0.05,
    "mine.window": 3,
    "mine.min_support": 5,
    "count.half_life_days": 20.0,
    "count.kappa": 8.0,
    "label.prototype_cosine": 0.99,
    "uplift.min": 0.3,
    "select.gap_bits": 3.0,
}

# One constant that each stage declares; ADAGE_EVERY=1 takes all of them, which lasts a minute more.
NAMES = [stage.name for stage in STAGES]
LEARNER = [key for key, each in CONSTANTS.items() if each.stage in NAMES]
if os.environ.get("ADAGE_EVERY") != "1":
    LEARNER = list({CONSTANTS[key].stage: key for key in LEARNER}.values())


@pytest.fixture(scope="module")
def base() -> LearnerRun:
    """The sample's run, as the map learns it."""
    from adage.cli.map import _sample_choice

    choice = _sample_choice()
    reading = read_choice(choice, lambda *_: None)
    recording = Recording()
    repo, embed = str(choice.repo), open_table(bundled_path()).embed
    index = learn(reading, repo, recorder=recording, embed=embed)
    traces = tuple(recording.records["read"].detail)
    records = recording.records
    return LearnerRun(reading, traces, records, index, "sample", "Sample", repo, embed=embed)


@pytest.mark.parametrize("key", TEN)
def test_a_trial_of_a_constant_equals_learning_with_it(base, key):
    trial = Trial.of({key: TEN[key]})
    recording = Recording()
    settings = Settings({key: TEN[key]})
    alone = learn(base.reading, base.repo, settings=settings, recorder=recording, embed=base.embed)
    tried = run_trial(base, trial, None, "trial")
    assert tried.index.content == alone.content
    assert last_reflexes(tried.records) == last_reflexes(recording.records)


@pytest.mark.parametrize("key", LEARNER)
def test_resuming_gives_what_learning_anew_gives(base, key):
    """The records that are kept must be those no changed constant reaches, for every constant."""
    constant = CONSTANTS[key]
    lower = type(constant.default)(max(constant.low, constant.default / 2))
    value = lower if lower != constant.default else constant.high
    settings = Settings({key: value})
    alone = learn(base.reading, base.repo, settings=settings, embed=base.embed)
    assert run_trial(base, Trial.of({key: value}), None, "trial").index == alone


def test_a_constant_of_the_last_stages_leaves_the_first_alone(base):
    kept = records_that_hold(base.records, ["uplift.min"])
    assert list(kept)[-1] == "interlock"
    assert not records_that_hold(base.records, ["label.prototype_dims"]).keys() - {"read"}


def test_a_trial_of_a_day_equals_learning_from_the_sessions_until_then(base):
    days = history_days(base)
    assert len(days) >= 10
    for day in days:
        alone = learn(reading_until(base.reading, day), base.repo, embed=base.embed)
        assert run_trial(base, Trial(until=day), None, "trial").index == alone
    assert alone == base.index, "the last day is today"


def test_history_begins_when_a_pattern_can_first_be_counted(base):
    days = history_days(base)
    assert days == sorted(set(days))
    assert len(reading_until(base.reading, days[0]).sessions) >= 3
    assert reading_until(base.reading, days[-1]).sessions == base.reading.sessions


def test_the_same_question_is_answered_once(base):
    trials = Trials()
    first = trials.ask(base, Trial.of({"judge.fire_lb": 0.6}))
    assert trials.ask(base, Trial.of({"judge.fire_lb": 0.6})) is first
    assert trials.await_rest(60)
    assert first.state == "ready"
    assert first.reflexes
    assert first.generation


def test_a_world_is_drawn_only_when_it_is_asked_for(base):
    trials = Trials()
    asked = trials.ask(base, Trial.of({"judge.prime_new": 0.9}))
    assert trials.await_rest(60)
    assert asked.loaded is None
    assert trials.world(asked.name).state == "running"
    assert trials.await_rest(60)
    drawn = trials.world(asked.name)
    assert drawn.state == "ready"
    assert b"with judge.prime_new = 0.9" in drawn.world


def test_a_constant_out_of_range_is_refused_by_name():
    with pytest.raises(ConfigError, match=r"judge\.fire_lb must lie between"):
        Trial.of({"judge.fire_lb": 7})


def test_every_constant_offered_belongs_to_a_stage_of_the_learner(base):
    offered = learner_constants(base)
    assert offered[0]["stage"] == "judge"
    assert set(TEN) <= {each["key"] for each in offered}
    assert not {"map", "hook", "measure"} & {each["stage"] for each in offered}


def test_a_trials_world_names_the_value_that_was_tried(base):
    """Captions, gates and panel of a what-if speak of its threshold, not of the default."""
    from adage_map.world import build_world

    document = build_world(run_trial(base, Trial.of({"judge.fire_lb": 0.6}), None, "x")).document
    assert document["constants"]["fire_lb"] == 0.6
    assert document["places"]["gates"]["fire"] == 0.6
    assert document["registry"]["constants"]["judge.fire_lb"]["value"] == 0.6
    said = " ".join(s["text"] for c in document["chapters"] for s in c["steps"])
    assert "0.60" in said

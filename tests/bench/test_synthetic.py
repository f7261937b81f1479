"""The synthetic bench: J of the learner beside perfect, silent and naive, and the traps.

ADAGE_BENCH_SIZES names how many sessions are learned from (default 60,150,300), and
ADAGE_BENCH_SEEDS the training seeds (default 1,2,3).
"""

import os
from collections import Counter
from functools import cache

import pytest

from adage.measure.generate import generate
from adage.measure.suite import (
    LEARN_DAYS,
    TRAPS,
    caught,
    judge_plays,
    learn_plays,
    learner,
    old_step,
    run_suite,
)
from adage.settings import Settings
from tests.bench.tables import table

SIZES = [int(text) for text in os.environ.get("ADAGE_BENCH_SIZES", "60,150,300").split(",")]
SEEDS = [int(text) for text in os.environ.get("ADAGE_BENCH_SEEDS", "1,2,3").split(",")]
SETTINGS = Settings()
ENOUGH = 0.60  # of what the perfect one reaches, after 300 sessions


@cache
def suite(seed, size):
    return run_suite(seed, size, SETTINGS, naive=size == SIZES[-1])


def mean(size, name, field):
    found = [getattr(suite(seed, size)[name], field) for seed in SEEDS]
    return sum(found) / len(found)


def test_j_by_training_size():
    fields = ("j", "saved", "false", "f1", "precision", "recall")
    rows = [
        (size, name, *(mean(size, name, field) for field in fields))
        for size in SIZES
        for name in suite(SEEDS[0], size)
    ]
    title = f"J, mean of training seeds {SEEDS}, 200 held-out sessions"
    print(table(title, ("sessions", "learner", *fields), rows))
    print(table("J of the learner by seed", ("sessions", *SEEDS),
                [(n, *(suite(s, n)["learner"].j for s in SEEDS)) for n in SIZES]))  # fmt: skip


@pytest.mark.parametrize("size", SIZES)
def test_true_and_false_by_rule(size):
    hits, missed, turns, wrong = Counter(), Counter(), Counter(), Counter()
    for seed in SEEDS:
        found = suite(seed, size)["learner"]
        hits, missed = hits + found.hits, missed + found.missed
        turns, wrong = turns + found.turns, wrong + found.wrong
    rows = [(rule, hits[rule], turns[rule], missed[rule]) for rule in sorted({*hits, *missed})]
    title = f"{size} sessions, all seeds: needs met, turns saved, needs missed"
    print(table(title, ("rule", "met", "turns", "missed"), rows))
    print(table("said for nothing", ("directive", "times"), wrong.most_common()))


def test_silence_is_worth_exactly_nothing():
    assert {suite(seed, size)["silent"].j for seed in SEEDS for size in SIZES} == {0.0}


def test_naive_baselines_lose():
    for seed in SEEDS:
        for name, score in suite(seed, SIZES[-1]).items():
            if "%" in name:
                assert score.j < 0, name


def test_the_learner_reaches_most_of_what_can_be_reached():
    size = SIZES[-1]
    assert mean(size, "learner", "j") >= ENOUGH * mean(size, "perfect", "j")


@cache
def trained(seed):
    return learn_plays(generate(seed, SIZES[-1], days=LEARN_DAYS), SETTINGS)


@pytest.mark.parametrize("trap", TRAPS)
def test_nothing_is_directed_that_may_not_be(trap):
    """C1, C3, C4 and R10 are never said; R9 is true, but an install is never more than nascent."""
    found = {seed: caught(trained(seed).reflexes)[trap] for seed in SEEDS}
    print(f"\n{trap} {TRAPS[trap]}: {found}")
    assert not any(found.values())


def test_no_trap_is_sprung_in_a_held_out_session():
    for seed in SEEDS:
        plays = judge_plays(seed + 1000, 200, 0.45)
        speak = learner(plays, trained(seed), SETTINGS)
        steps = Counter(
            (said.reflex.shape, step)
            for play in plays
            for said in speak(play)
            for step in said.reflex.steps
            if said.reflex.shape != "avoid"
        )
        banned = {step for names in TRAPS.values() for step in names}
        assert not {key: n for key, n in steps.items() if key[1] in banned}


@pytest.mark.parametrize("seed", SEEDS)
def test_the_old_generator_is_gone_120_days_after_the_change(seed):
    assert old_step(seed, SIZES[-1], SETTINGS) == ()

"""The bench's score: what is true, what is false, and why silence is exactly zero."""

import pytest

from adage.learn.replay import Said
from adage.measure.baselines import bare_reflex, next_event, perfect, within_window
from adage.measure.play import Move, Need, Play
from adage.measure.score import score
from tests.learn.build import session, strings_of

TURNS = tuple((Move("run", f"cmd{i}"),) for i in range(6))


def play(*needs):
    return Play("p", 0.0, "docs", "claude", "Do it", TURNS, tuple(needs))


def speech(*steps, call=0, moment="PostToolBatch", shape="run"):
    return Said(bare_reflex(shape, ["prompt"], steps, 1, 1), moment, call, call, -1)


def judged(settings, one, *said):
    return score([one], lambda _: said, settings)


NEED = Need("R1", ("sh:make gen",), 1, 4, 3)


def test_silence_is_worth_exactly_nothing(settings, plays):
    found = score(plays, lambda _: (), settings)
    assert (found.j, found.saved, found.false, found.f1) == (0.0, 0.0, 0.0, 0.0)


def test_who_knows_the_rules_meets_every_need_and_says_nothing_false(settings, plays):
    found = score(plays, perfect, settings)
    assert found.f1 == 1.0
    assert found.false == 0.0
    assert found.saved == sum(n.wasted for p in plays for n in p.needs) / len(plays)
    assert found.j == pytest.approx(found.saved + 1)


@pytest.mark.parametrize(("call", "true"), [(0, False), (1, True), (3, True), (4, False)])
def test_a_need_is_open_from_its_trigger_until_it_is_met(settings, call, true):
    found = judged(settings, play(NEED), speech("sh:make gen", call=call))
    assert found.saved == (3 if true else 0)
    assert found.false == (0 if true else 1)


def test_a_dead_end_may_be_named_until_the_failing_run_itself(settings):
    need = Need("R4", ("sh:make test",), -1, 3, 1)
    for call, saved in ((3, 1), (4, 0)):
        said = speech("sh:make test", call=call, moment="PreToolUse", shape="avoid")
        assert judged(settings, play(need), said).saved == saved


def test_another_step_is_false(settings):
    found = judged(settings, play(NEED), speech("sh:make docs", call=2))
    assert (found.saved, found.false, found.recall) == (0.0, 1.0, 0.0)
    assert found.j == -2.0
    assert found.wrong == {"run sh:make docs": 1}


def test_a_directive_with_one_needless_step_is_false(settings):
    assert judged(settings, play(NEED), speech("sh:make gen", "sh:ls", call=2)).false == 1


def test_a_need_pays_once(settings):
    again = (speech("sh:make gen", call=2), speech("sh:make gen", call=3))
    assert judged(settings, play(NEED), *again).saved == 3


def test_a_need_that_cost_nothing_is_not_missed(settings):
    free = Need("R1", ("sh:make gen",), 1, 2, 0)
    assert not judged(settings, play(free)).missed
    assert judged(settings, play(NEED)).missed == {"R1": 1}


def test_j_adds_turns_false_directives_and_f1(settings):
    found = judged(settings, play(NEED), speech("sh:make gen", call=2), speech("sh:x", call=2))
    assert found.f1 == pytest.approx(2 / 3)
    assert found.j == pytest.approx(3 - 2 + 2 / 3)


def naive(reflexes):
    return {(r.trigger[0], r.steps[0], r.k, r.n) for r in reflexes}


def test_the_bigram_counts_the_very_next_event():
    strings, _ = strings_of(*(session(f"s{i}", "edit a/x.py", "pytest", "ls") for i in range(4)))
    assert naive(next_event(strings, 0.5)) == {("edit:a/*.py", "sh:pytest", 4, 4)}


def test_the_bigram_does_not_look_past_what_stands_between():
    strings, _ = strings_of(*(session(f"s{i}", "edit a/x.py", "ls", "pytest") for i in range(4)))
    assert naive(next_event(strings, 0.5)) == {("sh:ls", "sh:pytest", 4, 4)}


def test_the_window_counts_what_comes_within_eight_ticks(settings):
    near = session("n", "edit a/x.py", "ls", "git commit", "pytest")
    far = session("f", "edit a/x.py", *(f"cmd{i}" for i in range(9)), "pytest")
    strings, _ = strings_of(near, far)
    found = {r.trigger[0]: (r.k, r.n) for r in within_window(strings, 0.5, settings)
             if r.steps == ("sh:pytest",)}  # fmt: skip
    assert found["edit:a/*.py"] == (1, 2)


def test_the_window_ends_with_the_segment(settings):
    pair = [session(f"s{i}", "edit a/x.py", ">and now test it all", "pytest") for i in range(3)]
    strings, _ = strings_of(*pair)
    assert not [r for r in within_window(strings, 0.5, settings) if r.trigger[0] != "prompt"]

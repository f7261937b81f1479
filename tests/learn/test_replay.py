"""What a reflex would have said in a session, and when: never before its moment, never twice."""

from dataclasses import replace

import pytest

from adage.learn.label import label
from adage.learn.replay import replay
from adage.measure.baselines import bare_reflex
from tests.learn.build import session


def said(settings, trace, *reflexes, known=()):
    """(moment, turn, step) of everything said in `trace`."""
    heard = replay(trace, reflexes, label([trace, *known], settings), settings)
    return [(s.moment, s.turn, s.reflex.steps[0]) for s in heard.said]


GEN = bare_reflex("run", ["edit:registry/*.json"], ["sh:make gen"], 9, 10)
OWED = bare_reflex("obligation", ["edit:registry/*.json"], ["sh:make gen"], 9, 10)
DEAD = bare_reflex("avoid", ["sh:pytest!"], ["sh:make test"], 9, 10)
SET = bare_reflex("sequence", ["edit:**"], ["sh:make test", "sh:make lint"], 9, 10)
BATCH = bare_reflex("read-batch", ["read:a.py"], ["read:b.py", "read:c.py"], 9, 10)


def test_a_run_speaks_after_the_turn_that_completes_its_context(settings):
    trace = session("a", "ls", "edit registry/a.json", "pytest", "make gen")
    assert said(settings, trace, GEN) == [("PostToolBatch", 1, "sh:make gen")]


def test_it_speaks_only_once_in_a_session(settings):
    trace = session("a", "edit registry/a.json", "pytest", "edit registry/b.json", "pytest")
    assert len(said(settings, trace, GEN)) == 1


def test_two_reflexes_do_not_name_one_step_twice(settings):
    trace = session("a", "edit registry/a.json", "pytest")
    assert said(settings, trace, GEN, OWED) == [("PostToolBatch", 0, "sh:make gen")]


def test_a_longer_context_waits_for_its_last_item(settings):
    both = bare_reflex("run", ["edit:tests/*.py", "edit:NEWS.rst"], ["sh:tox"], 9, 10)
    assert said(settings, session("a", "edit NEWS.rst", "edit tests/a.py"), both) == []
    trace = session("a", "edit tests/a.py", "ls", "edit NEWS.rst", "ls")
    assert said(settings, trace, both) == [("PostToolBatch", 2, "sh:tox")]


def test_a_context_older_than_the_window_says_nothing(settings):
    both = bare_reflex("run", ["edit:tests/*.py", "edit:NEWS.rst"], ["sh:tox"], 9, 10)
    between = [f"cmd{i}" for i in range(8)]
    assert said(settings, session("a", "edit tests/a.py", *between, "edit NEWS.rst"), both) == []


def test_a_step_in_the_same_turn_is_too_late_to_say(settings):
    trace = session("a", "edit registry/a.json", "make gen")
    merged = tuple(replace(step, turn=0) for step in trace.steps)
    assert said(settings, replace(trace, steps=merged), GEN) == []


def test_what_comes_later_does_not_change_what_was_said(settings):
    words = ["ls", "edit registry/a.json", "pytest!", "edit tests/a.py", "make gen", "pytest"]
    whole = said(settings, session("a", *words), GEN, DEAD, known=[session("k", *words)])
    for end in range(2, len(words)):
        part = session("a", *words[:end])
        early = [each for each in whole if each[1] < end]
        assert said(settings, part, GEN, DEAD, known=[session("k", *words)]) == early


def test_a_dead_end_speaks_before_the_failing_run(settings):
    trace = session("a", "ls", "pytest!", "make test")
    assert said(settings, trace, DEAD) == [("PreToolUse", 1, "sh:make test")]


@pytest.mark.parametrize(
    ("words", "speaks"),
    [
        (("edit registry/a.json", "pytest"), True),
        (("edit registry/a.json", "make gen"), False),
        (("make gen", "edit registry/a.json"), True),
        (("pytest", "ls"), False),
    ],
)
def test_a_finish_line_speaks_at_the_end_when_its_step_is_owed(settings, words, speaks):
    assert [m for m, _, _ in said(settings, session("a", *words), OWED)] == ["Stop"] * speaks


def test_every_segment_has_a_finish_line_of_its_own(settings):
    trace = session("a", "edit registry/a.json", "make gen", ">now the other part",
                    "edit registry/b.json", "ls")  # fmt: skip
    assert said(settings, trace, OWED) == [("Stop", 3, "sh:make gen")]


def test_a_set_of_checks_is_told_once_at_the_first_edit(settings):
    trace = session("a", "ls", "edit a.py", "make test", "edit b.py", "make lint")
    assert said(settings, trace, SET) == [("PostToolBatch", 1, "sh:make test")]


def test_a_read_batch_speaks_after_its_first_file_unless_all_were_read(settings):
    first = session("a", "read a.py", "read b.py", "read c.py")
    assert said(settings, first, BATCH) == [("PostToolBatch", 0, "read:b.py")]
    last = session("a", "read b.py", "read c.py", "read a.py")
    assert said(settings, last, BATCH) == []


def test_a_step_that_nobody_ever_saw_can_still_be_replayed(settings):
    """The labels of the learner do not know the keys of a new session."""
    labels = label([session("k", "edit registry/a.json", "make gen")], settings)
    heard = replay(session("a", "cargo fmt", "edit registry/a.json"), [GEN], labels, settings)
    assert [s.turn for s in heard.said] == [1]

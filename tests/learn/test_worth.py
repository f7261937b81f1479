"""What a directive would have changed in a session that nobody told anything."""

from dataclasses import replace

import pytest

from adage.learn.label import label
from adage.learn.replay import replay
from adage.learn.worth import judge_session, situations
from adage.measure.baselines import bare_reflex
from tests.learn.build import session

RUN = bare_reflex("run", ["edit:**"], ["sh:pytest"], 9, 10)
DEAD = bare_reflex("avoid", ["sh:pytest!"], ["sh:make test"], 9, 10)
SET = bare_reflex("sequence", ["edit:**"], ["sh:pytest", "sh:ruff"], 9, 10)
OWED = bare_reflex("obligation", ["edit:**"], ["sh:pytest"], 9, 10)
BATCH = bare_reflex("read-batch", ["read:a.py"], ["read:b.py", "read:c.py"], 9, 10)


def verdict(settings, trace, reflex):
    """The only verdict on what `reflex` says in `trace`."""
    (found,) = judge_session(replay(trace, [reflex], label([trace], settings), settings), settings)
    return found


def in_one_turn(trace, first, last):
    """The trace with the steps from `first` to `last` in one turn."""
    steps = [replace(s, turn=first) if first <= s.idx <= last else s for s in trace.steps]
    return replace(trace, steps=tuple(steps))


@pytest.mark.parametrize(
    ("words", "fate", "right"),
    [
        (("edit a.py", "pytest"), "once", True),
        (("edit a.py", "ls", "cat", "pytest!"), "once", True),
        (("edit a.py", *["edit b.py", "ls"] * 3, "pytest"), "late", True),
        (("edit a.py", *["make x", "make y"] * 5, "pytest"), "late", False),
        (("edit a.py", "ls"), "never", False),
    ],
)
def test_a_step_comes_at_once_late_or_never(settings, words, fate, right):
    found = verdict(settings, session("a", *words), RUN)
    assert (found.fate, found.right) == (fate, right)


def test_a_step_that_comes_anyway_saves_no_turn(settings):
    for words in (["edit a.py", "pytest"], ["edit a.py", *["ls", "cat"] * 4, "pytest"]):
        assert verdict(settings, session("a", *words), RUN).turns == 0


def test_only_a_step_that_never_comes_is_said_for_nothing(settings):
    assert verdict(settings, session("a", "edit a.py", "ls"), RUN).wasted
    assert not verdict(settings, session("a", "edit a.py", "pytest"), RUN).wasted


def test_idle_turns_are_those_without_an_edit_when_there_are_more_than_two(settings):
    four = session("a", "edit a.py", "ls", "cat", "ls", "cat", "pytest")
    assert verdict(settings, four, RUN).idle == 4
    mixed = session("a", "edit a.py", "ls", "edit b.py", "cat", "edit c.py", "pytest")
    assert verdict(settings, mixed, RUN).idle == 0


def test_a_step_that_waited_for_the_person_waited_for_nobody_else(settings):
    later = session("a", "edit a.py", "ls", "cat", "ls", "cat", ">and now please test it", "pytest")
    assert verdict(settings, later, RUN).idle == 0
    assert not verdict(settings, later, RUN).right


def test_a_dead_end_named_in_time_saves_each_failing_turn(settings):
    found = verdict(settings, session("a", "pytest!", "ls", "pytest!", "make test"), DEAD)
    assert (found.fate, found.turns, found.avoided) == ("avoided", 2, 2)


def test_a_dead_end_that_works_after_all_was_said_for_nothing(settings):
    trace = session("a", "pytest", "make test")
    known = session("k", "pytest!", "make test")
    labels = label([trace, known], settings)
    (found,) = judge_session(replay(trace, [DEAD], labels, settings), settings)
    assert (found.fate, found.wasted) == ("worked", True)


@pytest.mark.parametrize(
    ("words", "fate", "turns"),
    [
        (("edit a.py", "pytest", "ruff"), "merged", 1),
        (("edit a.py", "pytest", "ruff", "edit a.py", "ruff", "pytest"), "merged", 2),
        (("edit a.py", "pytest!", "ruff"), "single", 0),
        (("edit a.py", "pytest", "ls", "ruff"), "single", 0),
        (("edit a.py", "pytest", "pytest"), "single", 0),
        (("edit a.py", "ls"), "never", 0),
    ],
)
def test_a_set_of_checks_saves_the_turns_that_could_have_been_one(settings, words, fate, turns):
    found = verdict(settings, session("a", *words), SET)
    assert (found.fate, found.turns) == (fate, turns)


def test_checks_that_are_one_call_already_save_nothing(settings):
    trace = in_one_turn(session("a", "edit a.py", "pytest", "ruff"), 1, 2)
    found = verdict(settings, trace, SET)
    assert (found.fate, found.turns, found.right) == ("already", 0, True)


def test_a_finish_line_is_met_in_a_later_segment_or_never(settings):
    later = session("a", "edit a.py", "ls", ">please test it as well", "pytest!")
    found = verdict(settings, later, OWED)
    assert (found.fate, found.red) == ("once", True)
    assert verdict(settings, session("a", "edit a.py", "ls"), OWED).wasted


def test_files_read_one_after_the_other_could_have_been_one_turn(settings):
    found = verdict(settings, session("a", "read a.py", "read b.py", "read c.py"), BATCH)
    assert (found.turns, found.right) == (1, True)
    assert verdict(settings, session("a", "read a.py", "ls"), BATCH).wasted


def test_every_run_of_a_check_or_build_is_there_to_be_predicted(settings):
    trace = session("a", "edit a.py", "pytest!", "make gen", "ls", "git push")
    strings = replay(trace, [], label([trace], settings), settings).strings
    assert len(list(situations(strings))) == 2

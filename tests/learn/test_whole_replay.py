"""Habits that are found whole: when they speak in a replay, and the turns they would have saved."""

import pytest

from adage.learn.label import label
from adage.learn.replay import replay
from adage.learn.worth import judge_session
from adage.measure.baselines import bare_reflex
from tests.learn.build import session

REPAIR = bare_reflex("repair", ["sh:lint!"], ["sh:make fmt", "sh:lint"], 9, 10)
SCOPE = bare_reflex("scope", ["sh:pytest"], ["sh:tox"], 9, 10)
LOOKS = bare_reflex("look-ups", ["asked:commit this"], ["sh:git status", "sh:git log"], 9, 10)
HOT = bare_reflex("hot-files", ["read:**"], ["read:b.py", "read:c.py"], 9, 10)


def told(settings, reflex, *words):
    """(moment, turn) and (fate, turns) of everything that `reflex` says."""
    trace = session("a", *words)
    heard = replay(trace, [reflex], label([trace], settings), settings)
    verdicts = judge_session(heard, settings)
    return [(s.moment, s.turn, v.fate, v.turns) for s, v in zip(heard.said, verdicts, strict=True)]


def test_a_repair_is_told_at_the_first_edit_and_saves_two_turns(settings):
    found = told(settings, REPAIR, "ls", "edit a.py", "lint!", "make fmt", "lint")
    assert found == [("PostToolBatch", 1, "merged", 2)]


@pytest.mark.parametrize(("word", "fate"), [("lint", "single"), ("ls", "never")])
def test_a_repair_is_useless_only_where_the_check_never_runs(settings, word, fate):
    """A check that was green at once wanted no fixer, but told as one call it cost nothing."""
    assert told(settings, REPAIR, "edit a.py", word) == [("PostToolBatch", 0, fate, 0)]


def test_a_wider_check_is_asked_for_where_only_the_narrow_one_ran(settings):
    assert told(settings, SCOPE, "edit a.py", "pytest", "ls") == [("Stop", 2, "never", 0)]
    assert told(settings, SCOPE, "edit a.py", "pytest", "tox") == []
    assert told(settings, SCOPE, "edit a.py", "ls") == []


def test_look_ups_are_told_at_their_prompt(settings):
    words = (">Add a flag to it", "edit a.py", ">Commit this!", "git status", "git log", "ls")
    assert told(settings, LOOKS, *words) == [("UserPromptSubmit", 0, "merged", 1)]


def test_hot_files_are_told_at_the_first_read(settings):
    found = told(settings, HOT, "read a.py", "read b.py", "ls", "read c.py", "edit a.py")
    assert found == [("PostToolBatch", 0, "merged", 1)]
    assert told(settings, HOT, "edit a.py", "read b.py") == []

"""Steps that are rarely taken but go with success."""

from dataclasses import replace

import pytest

from adage.learn.compile import compile_reflexes
from adage.learn.judge import judge
from adage.learn.lift import lift, root_outcomes
from adage.learn.recount import recount
from adage.records import Candidate, Pattern
from adage.settings import Settings
from tests.learn.build import session, strings_of

SETTINGS = Settings()
RUN = Pattern("run", ("edit:a.py",), ("sh:pytest",), 0)


def outcome(trace, succeeded):
    return replace(trace, outcome=succeeded)


def judged(*traces, pattern=RUN):
    strings, _ = strings_of(*traces)
    made = compile_reflexes(strings, [Candidate(pattern, 0, 0, 0, 0, 0, "", 0)])
    weights = [1.0] * len(strings.roots)
    return strings, judge(recount(strings, made, weights, SETTINGS), SETTINGS)


def sessions(took, took_won, left, left_won):
    made = [outcome(session(f"t{i}", "edit a.py", "pytest"), i < took_won) for i in range(took)]
    made += [outcome(session(f"l{i}", "edit a.py", "ls"), i < left_won) for i in range(left)]
    # Sessions without the trigger, so that there is a contrast.
    return made + [session(f"o{i}", "read b.py", "ls") for i in range(4)]


def test_a_rare_step_that_goes_with_success_is_offered():
    strings, reflexes = judged(*sessions(9, 9, 20, 2))
    assert reflexes[0].gate == "rate"
    (found,) = lift(strings, reflexes, SETTINGS)
    assert (found.strength, found.gate) == ("prime", "lift")
    assert found.lift_counts == (9, 9, 2, 20)
    assert "9 of 9 sessions with the step succeeded" in found.why


def test_a_lift_never_makes_a_reflex_fire():
    strings, reflexes = judged(*sessions(9, 9, 20, 0))
    assert lift(strings, reflexes, SETTINGS)[0].strength == "prime"


def test_a_step_that_goes_with_success_no_more_than_chance_stays():
    strings, reflexes = judged(*sessions(9, 5, 20, 10))
    (found,) = lift(strings, reflexes, SETTINGS)
    assert (found.strength, found.gate) == (reflexes[0].strength, "rate")
    assert found.lift < 0.2


def test_sessions_without_a_known_outcome_do_not_count():
    strings, reflexes = judged(*(replace(t, outcome=None) for t in sessions(9, 9, 20, 2)))
    (found,) = lift(strings, reflexes, SETTINGS)
    assert (found.lift, found.lift_counts) == (None, (0, 0, 0, 0))


def test_what_was_offered_already_keeps_its_strength():
    strings, reflexes = judged(*sessions(20, 20, 4, 0))
    (found,) = lift(strings, reflexes, SETTINGS)
    assert found.strength == reflexes[0].strength == "prime"
    assert found.lift == pytest.approx(0.45, abs=0.06)


def test_too_few_tasks_are_not_forgiven():
    one_task = [replace(trace, task="same") for trace in sessions(9, 9, 20, 2)]
    strings, reflexes = judged(*one_task)
    assert lift(strings, reflexes, SETTINGS)[0].gate == "tasks"


def test_a_sub_agent_s_verdict_is_not_the_session_s():
    lane = outcome(session("a.1", "edit a.py", "pytest", root="a"), False)
    strings, _ = strings_of(outcome(session("a", "edit a.py"), True), lane)
    assert root_outcomes(strings) == {0: True}

"""What telling would have been worth in the sessions that are known."""

import pytest

from adage.formulas import telling_value, value_high
from adage.learn.uplift import uplift
from adage.learn.value import newest_sessions, replay_values
from adage.measure.baselines import bare_reflex
from adage.settings import Settings
from tests.learn.build import session, strings_of

SETTINGS = Settings()
RUN = bare_reflex("run", ["edit:**/*.json"], ["sh:make gen"], 6, 8)


def value(*traces, reflex=RUN, settings=SETTINGS):
    strings = strings_of(*traces)[0]
    return replay_values(strings, [reflex], settings).get(reflex.id)


def sessions(count, *steps, name="s", **more):
    return [session(f"{name}{i}", "edit a.json", *steps, age_days=i, **more) for i in range(count)]


def test_a_step_that_alone_turned_a_check_green_would_have_saved_the_turns_since_it_was_red():
    found = value(*sessions(4, "pytest!", "ls", "make gen", "pytest"))
    assert (found.said, found.turns, found.useless, found.mean) == (4, 8, 0, 2.0)


def test_a_step_taken_at_once_saves_nothing_and_costs_nothing():
    found = value(*sessions(4, "make gen", "pytest"))
    assert (found.turns, found.useless, found.mean) == (0, 0, 0.0)


def test_an_edit_between_the_red_check_and_the_step_may_have_turned_it_green_as_well():
    found = value(*sessions(3, "pytest!", "edit b.py", "make gen", "pytest"))
    assert found.turns == 0


def test_a_step_that_never_came_would_have_been_told_for_nothing():
    found = value(*sessions(3, "ls"), *sessions(1, "make gen", name="t"))
    assert (found.said, found.useless, found.mean) == (4, 3, -1.5)


def test_a_wider_variant_of_the_check_met_the_need():
    reflex = bare_reflex("run", ["edit:**/*.json"], ["sh:mise run test"], 3, 4)
    wide = sessions(3, "mise run test:ci", name="w")
    found = value(*wide, *sessions(1, "mise run test"), reflex=reflex)
    assert (found.said, found.useless) == (4, 0)


def test_a_session_that_had_been_told_proves_nothing():
    told = sessions(3, "make gen", name="t", told=[(1, "sh:make gen")])
    assert value(*told) is None
    assert value(*told, *sessions(2, "make gen")).said == 2


def test_only_the_newest_sessions_are_replayed():
    settings = Settings({"uplift.value_sessions": 3})
    strings = strings_of(*sessions(9, "make gen"))[0]
    assert [trace.id for trace in newest_sessions(strings, settings)] == ["s0", "s1", "s2"]
    assert replay_values(strings, [RUN], settings)[RUN.id].said == 3


@pytest.mark.parametrize(("useless", "strength"), [(2, "prime"), (12, "nascent")])
def test_a_habit_is_quiet_only_when_it_surely_costs_more_than_it_saves(useless, strength):
    late = ["ls", "ls", "ls", "ls", "make gen"]
    strings = strings_of(*sessions(6, *late), *sessions(useless, "ls", name="n"))[0]
    (judged,) = uplift(strings, [RUN], SETTINGS)
    assert judged.strength == strength
    assert judged.value.useless == useless
    assert (judged.gate == "value") == (strength == "nascent")


def test_what_a_person_wrote_is_not_silenced_by_its_value():
    strings = strings_of(*sessions(12, "ls"), *sessions(1, "make gen", name="t"))[0]
    (judged,) = uplift(strings, [RUN], SETTINGS, written=[RUN.id])
    assert judged.strength == "prime"


def test_the_example_of_the_page():
    assert telling_value(1, 0) == 1
    assert telling_value(0, 1) == -2
    assert round(value_high(-0.47, 0.86, 38), 2) == -0.24
    with pytest.raises(ValueError, match="a telling"):
        value_high(0.0, 0.0, 0)

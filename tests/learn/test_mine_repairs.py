"""Fixers that belong before a check, and checks that are wider than others."""

from dataclasses import replace

import pytest

from adage.learn.mine_repairs import (
    is_wider,
    mine_repairs,
    mine_scopes,
    repair_chances,
    scope_chances,
    with_repairs,
)
from adage.records import Effect, Pattern
from adage.settings import Settings
from tests.learn.build import session, strings_of

SETTINGS = Settings()
REPAIR = Pattern("repair", ("sh:lint!",), ("sh:make gen", "sh:lint"), 0)
SCOPE = Pattern("scope", ("sh:run test",), ("sh:run test:ci",), 0)


def repaired(count, *between, start=0, **more):
    words = ("edit a.py", "lint!", "make gen", *between, "lint")
    return [session(f"r{i}", *words, **more) for i in range(start, start + count)]


def mined(*traces):
    return list(mine_repairs(strings_of(*traces)[0], SETTINGS))


def scopes(*traces):
    return list(mine_scopes(strings_of(*traces)[0], SETTINGS))


def held(chances):
    return [hit >= 0 for _, hit in chances]


def test_a_fixer_that_turned_a_check_green_in_five_sessions_is_found():
    assert mined(*repaired(4)) == []
    assert mined(*repaired(5)) == [replace(REPAIR, support=5)]


def test_five_sessions_of_one_task_are_not_enough():
    assert mined(*repaired(9, task="same")) == []


def test_an_edit_between_means_that_the_agent_repaired_it():
    assert mined(*repaired(9, "edit a.py")) == []


def test_looking_and_other_checks_may_lie_between():
    assert mined(*repaired(5, "ls", "read a.py", "pytest")) == [replace(REPAIR, support=5)]


def test_two_fixers_leave_open_which_one_helped():
    assert mined(*repaired(9, "npm install")) == []


def test_a_fixer_that_failed_repairs_nothing():
    traces = [session(f"r{i}", "edit a.py", "lint!", "make gen!", "lint") for i in range(9)]
    assert mined(*traces, session("x", "make gen")) == []


def test_a_check_that_stayed_red_was_not_repaired():
    assert mined(*(session(f"r{i}", "lint!", "make gen", "lint!") for i in range(9))) == []


def test_every_failure_is_a_chance_and_repairs_by_hand_are_misses():
    by_hand = session("h", "edit a.py", "lint!", "edit a.py", "lint")
    never = session("n", "lint!", "ls")
    strings, _ = strings_of(*repaired(2), by_hand, never)
    assert sorted(held(repair_chances(strings, REPAIR))) == [False, False, True, True]


def test_failures_in_a_row_are_one_chance():
    strings, _ = strings_of(session("a", "edit a.py", "lint!", "ls", "lint!", "make gen", "lint"))
    assert held(repair_chances(strings, REPAIR)) == [True]


def test_a_failure_in_a_told_session_is_no_chance():
    told = session("a", "lint!", "make gen", "lint", told=[(0, "sh:make gen")])
    strings, _ = strings_of(told, session("b", "lint!", "make gen", "lint"))
    assert held(repair_chances(strings, REPAIR)) == [True]


def test_the_fixer_goes_before_its_check_once():
    assert with_repairs(("sh:test", "sh:lint"), [REPAIR]) == ("sh:test", "sh:make gen", "sh:lint")
    assert with_repairs(("sh:make gen", "sh:lint"), [REPAIR]) == ("sh:make gen", "sh:lint")
    assert with_repairs(("sh:test",), [REPAIR]) == ("sh:test",)


def wider_failed(count, *between, last="run test:ci!"):
    return [session(f"w{i}", "edit a.py", "run test", *between, last) for i in range(count)]


def test_a_wider_check_that_failed_after_the_narrow_one_passed_is_found():
    assert scopes(*wider_failed(2)) == []
    assert scopes(*wider_failed(3)) == [replace(SCOPE, support=3)]


def test_what_was_edited_between_explains_the_failure():
    assert scopes(*wider_failed(5, "edit a.py")) == []


def test_a_new_request_between_does_not_hide_that_the_narrow_check_was_not_enough():
    assert scopes(*wider_failed(3, ">the pipeline is red, look at it")) == [
        replace(SCOPE, support=3)
    ]


def test_a_check_of_another_kind_is_not_wider():
    assert scopes(*wider_failed(5, last="lint!")) == []


def test_runs_of_the_wider_check_that_passed_speak_against_it():
    fine = session("f", "edit a.py", "run test", "run test:ci")
    strings, _ = strings_of(*wider_failed(3), fine)
    assert sorted(held(scope_chances(strings, SCOPE))) == [False, True, True, True]


@pytest.mark.parametrize(
    ("check", "than", "wider"),
    [
        ("run test:ci", "run test", True),
        ("run test", "run test:ci", False),
        ("run lint", "run test", False),
        ("go test", "go test", False),
    ],
)
def test_a_check_is_wider_when_its_name_says_more(check, than, wider):
    _, labels = strings_of(session("a", check, than))
    prototypes = {p.runner: p for p in labels.prototypes}
    assert is_wider(prototypes[check], prototypes[than]) is wider


def test_of_one_runner_the_check_that_leaves_out_less_is_wider():
    _, labels = strings_of(session("a", "go test"))
    whole = replace(labels.prototypes[0], key="sh:go test ./...", effect=Effect.VERIFY)
    part = replace(whole, key="sh:go test -run ./cmd/... One")
    assert is_wider(whole, part)
    assert not is_wider(part, whole)


def test_nothing_read_teaches_nothing():
    assert mined() == []
    assert scopes() == []


@pytest.mark.shared
def test_the_formatter_before_the_linter_is_found_in_a_real_code_base(shared):
    from adage.learn.label import label
    from adage.learn.read import read
    from adage.learn.string import string
    from adage.traces import read_paths

    folder = shared / "corpus" / "claude" / "PackmindHub__context-evaluator"
    traces = read(read_paths([folder]), "", SETTINGS)
    strings = string(traces, label(traces, SETTINGS))
    (repair,) = mine_repairs(strings, SETTINGS)
    assert repair.steps == ("sh:bun run lint:fix", "sh:bun run lint")
    assert repair.support >= 15

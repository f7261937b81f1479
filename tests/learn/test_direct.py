"""Habits that are found whole: counted, judged and weighed like every reflex."""

from dataclasses import replace

import pytest

from adage.learn.direct import DIRECT_MOMENTS, direct, direct_chances
from adage.learn.uplift import situations, uplift
from adage.learn.whole_situations import WHOLE
from adage.records import Effect, Pattern
from adage.settings import Settings
from tests.learn.build import session, strings_of

SETTINGS = Settings()
REPAIR = Pattern("repair", ("sh:lint!",), ("sh:make gen", "sh:lint"), 0)
SCOPE = Pattern("scope", ("sh:run test",), ("sh:run test:ci",), 0)
LOOK_UPS = Pattern("look-ups", ("asked:commit this",), ("sh:git status", "sh:git log"), 0)
HOT = Pattern("hot-files", ("read:**",), ("read:a.py", "read:b.py"), 0)


def found(*traces, shape):
    strings, _ = strings_of(*traces)
    weights = [1.0] * len(strings.roots)
    return strings, [r for r in direct(strings, None, weights, SETTINGS) if r.shape == shape]


def own(pattern, *traces):
    strings, _ = strings_of(*traces)
    return situations(strings, pattern, SETTINGS)


def repaired(count, *rest):
    made = [session(f"r{i}", "edit a.py", "lint!", "make gen", "lint", *rest) for i in range(count)]
    return [*made, session("h", "edit a.py", "lint!", "edit a.py", "lint")]


def test_a_repair_is_counted_over_all_failures_and_told_as_one_command():
    _, (reflex,) = found(*repaired(6), shape="repair")
    assert (reflex.k, reflex.n, reflex.tasks, reflex.pairs) == (6, 7, 6, 6)
    assert reflex.command == "make gen; lint"
    assert (reflex.effect, reflex.strength) == (Effect.REGENERATE, "prime")
    assert [w.held for w in (*reflex.supporting, *reflex.refuting)] == [True] * 6 + [False]


def test_a_repair_never_fires_since_no_edit_tells_when_it_is_due():
    _, (reflex,) = found(*repaired(40), shape="repair")
    assert reflex.lb > 0.8
    assert (reflex.strength, reflex.gate) == ("prime", "ceiling")


def test_a_wider_check_is_told_at_the_finish():
    traces = [session(f"w{i}", "edit a.py", "run test", "run test:ci!") for i in range(4)]
    _, (reflex,) = found(*traces, shape="scope")
    assert (reflex.trigger, reflex.command) == (("sh:run test",), "")
    green = session("g", "edit a.py", "run test:ci")
    _, (reflex,) = found(*traces, green, shape="scope")
    assert (reflex.k, reflex.n, reflex.command) == (4, 4, "run test:ci")


def test_look_ups_are_told_as_one_command():
    words = ("edit a.py", ">commit this", "git status", "git log", "git commit")
    _, (reflex,) = found(*(session(f"c{i}", *words) for i in range(4)), shape="look-ups")
    assert (reflex.k, reflex.n, reflex.command) == (4, 4, "git status; git log")
    assert (reflex.effect, reflex.strength) == (Effect.OBSERVE, "prime")


def test_hot_files_are_told_as_their_paths():
    words = ("read x.py", "read a.py", "read b.py", "edit z.py")
    _, (reflex,) = found(*(session(f"s{i}", *words) for i in range(4)), shape="hot-files")
    assert set(reflex.command.split()) == {"a.py", "b.py", "x.py"}
    assert (reflex.k, reflex.n) == (4, 4)


def test_old_sessions_weigh_less_but_count_whole():
    strings, _ = strings_of(*repaired(6))
    weights = [0.5] * len(strings.roots)
    (reflex,) = [r for r in direct(strings, None, weights, SETTINGS) if r.shape == "repair"]
    assert (reflex.k, reflex.n, reflex.s, reflex.n_weighted) == (6, 7, 3.0, 3.5)


def test_every_kind_has_a_moment_and_a_rule_for_its_situations():
    assert set(DIRECT_MOMENTS) == set(WHOLE)


def test_nothing_read_gives_nothing():
    strings, _ = strings_of()
    assert direct(strings, None, [], SETTINGS) == ()


@pytest.mark.parametrize("pattern", [REPAIR, SCOPE, LOOK_UPS, HOT], ids=lambda p: p.shape)
def test_a_pattern_without_a_chance_gives_none(pattern):
    words = ("lint", "make gen", "run test:ci", "run test", "git status", "git log")
    strings, _ = strings_of(session("a", *words))
    assert list(direct_chances(strings, pattern, SETTINGS)) == []
    assert situations(strings, pattern, SETTINGS) == (0, 0)


def test_a_fixer_before_the_check_is_what_the_telling_asks_for():
    first = session("a", "edit a.py", "make gen", "lint")
    after = session("b", "edit a.py", "lint!", "make gen", "lint")
    told = session("c", "edit a.py", "make gen", "lint", told=[(0, "sh:make gen")])
    assert own(REPAIR, first, after, told) == (1, 2)


def test_a_finish_with_the_wider_check_is_what_the_telling_asks_for():
    both = session("a", "edit a.py", "run test", "run test:ci")
    narrow = session("b", "edit a.py", "run test")
    neither = session("c", "edit a.py", "lint")
    assert own(SCOPE, both, narrow, neither) == (1, 2)


def test_look_ups_in_one_turn_are_what_the_telling_asks_for():
    words = ("edit a.py", ">commit this", "git status", "git log", "git commit")
    apart = session("a", *words)
    joined = session("b", *words)
    joined = replace(joined, steps=tuple(replace(s, turn=min(s.turn, 1)) for s in joined.steps))
    assert own(LOOK_UPS, apart, joined) == (1, 2)


def test_hot_files_in_one_turn_are_what_the_telling_asks_for():
    apart = session("a", "read a.py", "read b.py", "edit z.py")
    joined = session("b", "read a.py", "read b.py")
    joined = replace(joined, steps=tuple(replace(s, turn=0) for s in joined.steps))
    alone = session("c", "read a.py", "edit z.py", "read b.py")
    assert own(HOT, apart, joined, alone) == (1, 2)


def test_a_habit_that_needs_no_telling_goes_quiet():
    always = [session(f"f{i}", "edit a.py", "make gen", "lint") for i in range(160)]
    strings, (reflex,) = found(*repaired(6), *always, shape="repair")
    (weighed,) = uplift(strings, [reflex], SETTINGS)
    assert (weighed.strength, weighed.gate, weighed.quiet) == ("nascent", "uplift", True)
    assert "before the check in 160 of 168 situations" in weighed.why


def test_the_order_of_the_sessions_changes_nothing():
    traces = repaired(6)
    assert found(*traces, shape="repair")[1] == found(*reversed(traces), shape="repair")[1]

"""Strengths, ceilings, contrast, dead ends and the interlock, through the stages that set them."""

import pytest

from adage.learn import learn
from adage.learn.compile import compile_reflexes
from adage.learn.count import count, weigh
from adage.learn.index import seal
from adage.learn.interlock import interlock
from adage.learn.judge import band, ceiling, judge
from adage.learn.mine import mine
from adage.learn.recount import recount
from adage.learn.select import select
from adage.records import DAY_S, Effect, Reading
from adage.settings import Settings
from tests.learn.build import session, strings_of

SETTINGS = Settings()
NOW = 1000 * DAY_S
IDLE = [session(f"idle{i}", "read a.py", "ls", "git status") for i in range(6)]


def learned(*traces):
    """All judged reflexes, by shape, steps and trigger."""
    strings, labels = strings_of(*traces)
    selected = select(strings, count(strings, mine(strings, SETTINGS), NOW, SETTINGS), SETTINGS)
    made = compile_reflexes(strings, selected)
    counted = recount(strings, made, weigh(strings, NOW, SETTINGS), SETTINGS)
    return interlock(judge(counted, SETTINGS), labels)


def one(shape, step, *traces):
    found = [r for r in learned(*traces) if r.shape == shape and r.steps == (step,)]
    assert len(found) == 1
    return found[0]


def edits(n, step, missed=0):
    taken = [session(f"s{i}", f"edit registry/{i}.json", step) for i in range(n - missed)]
    return taken + [session(f"m{i}", f"edit registry/m{i}.json", "ls") for i in range(missed)]


def test_sixteen_of_sixteen_fires_and_fifteen_does_not():
    assert one("run", "sh:make gen", *edits(16, "make gen"), *IDLE).strength == "fire"
    fifteen = one("run", "sh:make gen", *edits(15, "make gen"), *IDLE)
    assert (fifteen.strength, fifteen.k, fifteen.n) == ("prime", 15, 15)
    assert round(fifteen.lb, 4) == 0.7961


def test_six_of_eight_is_offered():
    reflex = one("run", "sh:make gen", *edits(8, "make gen", missed=2), *IDLE)
    assert (reflex.k, reflex.n, reflex.strength) == (6, 8, "prime")
    assert round(reflex.lb, 4) == 0.4093


def test_a_step_that_runs_in_every_session_is_kept_quiet():
    always = [session(f"x{i}", "read a.py", "make gen") for i in range(6)]
    everywhere = learned(*edits(16, "make gen"), *always)
    quiet = [r for r in everywhere if r.trigger[0].startswith("edit:")]
    assert quiet
    assert {(r.strength, r.gate) for r in quiet} == {("nascent", "contrast")}
    assert all("6 of 6" in r.why for r in quiet)


def test_without_sessions_that_lack_the_trigger_nothing_can_be_told_apart():
    reflex = one("run", "sh:make gen", *edits(16, "make gen"))
    assert (reflex.strength, reflex.gate) == ("nascent", "contrast")


def test_a_set_of_checks_needs_no_contrast_since_its_worth_is_one_call():
    traces = [session(f"q{i}", "edit a.py", "pytest", "ruff check") for i in range(8)]
    found = [r for r in learned(*traces) if r.shape == "sequence"]
    assert [(r.strength, r.k, r.n) for r in found] == [("prime", 8, 8)]


def test_an_install_waits_for_a_person_whatever_its_record():
    reflex = one("advise", "sh:npm install", *edits(20, "npm install"), *IDLE)
    assert (reflex.strength, reflex.gate) == ("nascent", "ceiling")


def test_supporting_sessions_must_span_two_tasks():
    same = [session(f"s{i}", f"edit registry/{i}.json", "make gen", task="one") for i in range(9)]
    other = [session("far", "pytest", "ls", "make gen", task="two")]
    reflex = one("run", "sh:make gen", *same, *other, *IDLE)
    assert (reflex.strength, reflex.gate, reflex.tasks) == ("nascent", "tasks", 1)


DEAD = [
    session(f"d{i}", "edit src/a.py", "python3 -m pytest!", ".venv/bin/python -m pytest")
    for i in range(6)
]


def test_a_dead_end_inhibits_and_bars_whatever_would_run_it():
    reflexes = learned(*DEAD, *IDLE)
    dead = [r for r in reflexes if r.shape == "avoid"]
    assert [(r.strength, r.k, r.n, r.pairs) for r in dead] == [("inhibit", 6, 6, 6)]
    barred = [r for r in reflexes if "sh:python3 -m pytest" in r.steps]
    assert all((r.strength, r.gate) == ("dropped", "interlock") for r in barred)


def test_four_pairs_are_not_yet_a_dead_end():
    dead = [r for r in learned(*DEAD[:4], *IDLE) if r.shape == "avoid"]
    assert [(r.strength, r.gate) for r in dead] in ([], [("nascent", "pairs")])


@pytest.mark.parametrize(
    ("strength", "effect", "has_edit", "expected"),
    [
        ("fire", Effect.VERIFY, False, "fire"),
        ("fire", Effect.REGENERATE, True, "fire"),
        ("fire", Effect.REGENERATE, False, "prime"),
        ("fire", Effect.ENVIRONMENT, True, "nascent"),
        ("fire", Effect.AUTHOR, True, "never"),
        ("prime", Effect.PUBLISH, True, "never"),
    ],
)
def test_the_effect_caps_the_strength(strength, effect, has_edit, expected):
    assert ceiling(strength, effect, edit_in_trigger=has_edit) == expected


def test_a_reviewed_install_may_be_offered_but_never_insists():
    assert ceiling("fire", Effect.ENVIRONMENT, edit_in_trigger=True, reviewed=True) == "prime"


def test_an_existing_reflex_keeps_its_place_down_to_thirty_percent():
    assert band(3, 8, 0.14, SETTINGS) == "nascent"
    assert band(3, 8, 0.14, SETTINGS, new=False) == "prime"
    assert band(2, 8, 0.07, SETTINGS) == "dropped"


def test_the_seal_holds_only_what_may_speak_and_changes_with_it():
    reflexes = learned(*edits(16, "make gen"), *DEAD, *IDLE)
    index = seal(reflexes, SETTINGS)
    assert {r.strength for r in index.reflexes} <= {"fire", "prime", "inhibit"}
    fewer = seal([r for r in reflexes if r.strength != "fire"], SETTINGS)
    assert index.generation != fewer.generation
    assert len(index.generation) == 16


def test_nothing_to_read_gives_an_empty_sealed_index():
    index = learn(Reading((), ()), "")
    assert index.reflexes == ()
    assert index.content == b'{"reflexes":[],"version":1}'

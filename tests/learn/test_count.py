"""Weighted counts, parents, posteriors and the first gate."""

import pytest

from adage.learn.count import count
from adage.learn.counter import Counter as PatternCounter
from adage.learn.counter import broader, root_rate, weigh
from adage.learn.mine import mine
from adage.records import DAY_S, Pattern
from adage.settings import Settings
from tests.learn.build import registry_edits, session, strings_of

SETTINGS = Settings()
NOW = 1000 * DAY_S
GEN = Pattern("run", ("edit:registry/*.json",), ("sh:make gen",), 0)


def candidate(pattern, *traces, settings=SETTINGS):
    strings, _ = strings_of(*traces)
    return count(strings, [pattern], NOW, settings)[0]


def test_a_session_one_half_life_old_counts_one_half():
    found = candidate(
        GEN,
        session("a", "edit registry/a.json", "make gen"),
        session("b", "edit registry/a.json", "make gen", age_days=60),
        session("c", "edit registry/a.json", "ls", age_days=120),
    )
    assert (found.s, found.n) == pytest.approx((1.5, 1.75))


def test_a_parent_chain_widens_the_oldest_edit_before_it_drops_it():
    strings, _ = strings_of(session("a", "edit registry/a.json", "make gen", "pytest"))
    chain = [("edit:registry/a.json", "sh:make gen")]
    while chain[-1]:
        chain.append(broader(strings, chain[-1]))
    assert chain[1:] == [
        ("edit:registry/*.json", "sh:make gen"),
        ("edit:registry/**/*.json", "sh:make gen"),
        ("edit:**/*.json", "sh:make gen"),
        ("edit:**", "sh:make gen"),
        ("sh:make gen",),
        (),
    ]


def test_an_edit_is_not_widened_into_another_edit_of_the_context():
    strings, _ = strings_of(session("a", "edit tests/a.py", "edit CHANGELOG.rst", "pytest"))
    context = ("edit:**/*.py", "edit:**")
    assert broader(strings, context) == ("edit:**",)


def test_a_pattern_leans_toward_its_broader_habit():
    """make gen follows registry edits in 7 of 8, and edits of any kind in fewer."""
    registry = [session(f"r{i}", f"edit registry/{i}.json", "make gen") for i in range(7)]
    missed = [session("r7", "edit registry/7.json", "ls")]
    others = [session(f"o{i}", f"edit src/{i}.go", *(["make gen"] * (i % 2))) for i in range(8)]
    found = candidate(GEN, *registry, *missed, *others)
    assert (found.s, found.n) == (7, 8)
    assert found.parent == "edit:**"
    assert found.m < found.mean < 7 / 8


def test_the_root_is_in_the_unit_of_its_child():
    """The rate after a random other event, not the share of sessions that ever run it."""
    traces = [session(f"s{i}", "ls", "git status", "make gen") for i in range(4)]
    strings, _ = strings_of(*traces)
    counter = PatternCounter(strings, SETTINGS, weigh(strings, NOW, SETTINGS))
    late = ["ls", "git status", *(["pytest", "npm install"] * 10)]
    far, _ = strings_of(*(session(f"s{i}", *late, "make gen") for i in range(4)))
    distant = PatternCounter(far, SETTINGS, weigh(far, NOW, SETTINGS))
    assert root_rate(counter, GEN).s == 4
    assert root_rate(distant, GEN).s < 2


def test_a_low_rate_is_stopped_at_the_rate_gate():
    traces = registry_edits(12, followed=3)
    found = candidate(GEN, *traces)
    assert found.gate == "rate"
    assert "0.30" in found.why


def test_a_refinement_that_adds_nothing_is_stopped_at_the_parent_gate():
    traces = registry_edits(8, followed=5)
    traces += [session(f"o{i}", f"edit src/{i}.go", "make gen") for i in range(20)]
    found = candidate(GEN, *traces)
    assert found.gate == "parent"
    assert "broader habit" in found.why


def test_counting_keeps_the_order_and_count_of_what_was_mined():
    traces = [session(f"s{i}", f"edit registry/{i}.json", "make gen", "pytest") for i in range(6)]
    strings, _ = strings_of(*traces)
    patterns = mine(strings, SETTINGS)
    assert [c.pattern for c in count(strings, patterns, NOW, SETTINGS)] == list(patterns)

"""Where a pattern had its chance, and whether its step followed."""

from adage.constants import WINDOW
from adage.learn.match import anchors, votes
from adage.records import Pattern
from adage.settings import Settings
from tests.learn.build import session, strings_of

SETTINGS = Settings()
GEN = Pattern("run", ("edit:registry/*.json",), ("sh:make gen",), 0)


def counted(pattern, *traces):
    strings, _ = strings_of(*traces)
    found = votes(strings, pattern, SETTINGS)
    return sum(v.held for v in found), len(found)


def test_a_step_after_its_trigger_counts_for_it():
    assert counted(GEN, session("a", "edit registry/a.json", "make gen")) == (1, 1)


def test_a_trigger_without_its_step_counts_against_it():
    traces = (
        session("a", "edit registry/a.json", "ls", "git status"),
        session("b", "edit registry/a.json", "make gen"),
    )
    assert counted(GEN, *traces) == (1, 2)


def test_a_session_without_the_trigger_counts_for_nothing():
    traces = (session("a", "edit registry/a.json", "make gen"), session("b", "make gen"))
    assert counted(GEN, *traces) == (1, 1)


def test_the_step_may_come_late_but_not_after_the_window():
    window = WINDOW.default
    between = ["pytest", "git status"] * window
    near = ["edit registry/a.json", *between[: window - 1], "make gen"]
    far = ["edit registry/a.json", *between[:window], "make gen"]
    assert counted(GEN, session("a", *near), session("b", "edit registry/b.json", "make gen")) == (
        2,
        2,
    )
    assert counted(GEN, session("a", *far), session("b", "edit registry/b.json", "make gen")) == (
        1,
        2,
    )


def test_a_new_prompt_ends_the_chance():
    traces = (
        session("a", ">one", "edit registry/a.json", ">two, another task entirely", "make gen"),
        session("b", "edit registry/a.json", "make gen"),
    )
    assert counted(GEN, *traces) == (1, 2)


def test_another_trigger_before_the_window_ends_moves_its_start():
    window = WINDOW.default
    between = ["pytest", "git status"] * window
    words = [
        "edit registry/a.json", *between[: window - 1],
        "edit registry/b.json", *between[: window - 1], "make gen",
    ]  # fmt: skip
    assert counted(GEN, session("a", *words)) == (1, 1)


def test_one_session_has_one_vote_and_a_half_is_no_majority():
    words = ["edit registry/a.json", "make gen", *(["pytest", "git status"] * 5),
             "edit registry/b.json", *(["pytest", "git status"] * 5)]  # fmt: skip
    assert counted(GEN, session("a", *words)) == (0, 1)


def test_a_told_trace_is_no_evidence():
    told = session("a", "edit registry/a.json", "make gen", told=[(1, "sh:make gen")])
    free = session("b", "edit registry/a.json", "make gen")
    assert counted(GEN, told, free) == (1, 1)


def test_a_directive_after_the_step_does_not_matter():
    late = session("a", "edit registry/a.json", "make gen", "pytest", told=[(2, "sh:make gen")])
    assert counted(GEN, late) == (1, 1)


def test_a_directive_that_names_another_step_does_not_matter():
    other = session("a", "edit registry/a.json", "make gen", "pytest", told=[(0, "sh:pytest")])
    assert counted(GEN, other) == (1, 1)


def test_a_sub_agent_votes_with_its_parent():
    parent = session("p", "edit registry/a.json", "make gen")
    lanes = [session(f"l{i}", "edit registry/a.json", "make gen", root="p") for i in range(5)]
    assert counted(GEN, parent, *lanes) == (1, 1)


def test_a_red_check_counts_as_run_but_a_failed_build_does_not():
    check = Pattern("run", ("edit:registry/*.json",), ("sh:pytest",), 0)
    assert counted(check, session("a", "edit registry/a.json", "pytest!"),
                   session("b", "edit registry/a.json", "pytest")) == (2, 2)  # fmt: skip
    assert counted(GEN, session("a", "edit registry/a.json", "make gen!"),
                   session("b", "edit registry/a.json", "make gen")) == (1, 2)  # fmt: skip


def test_a_finish_line_waits_for_the_end_of_the_segment():
    line = Pattern("obligation", ("edit:registry/*.json",), ("sh:make gen",), 0)
    far = ["edit registry/a.json", *(["pytest", "git status"] * 20), "make gen"]
    again = ["edit registry/a.json", "make gen", "edit registry/a.json"]
    assert counted(line, session("a", *far), session("b", *again)) == (1, 2)


def test_a_dead_end_needs_every_run_to_fail():
    dead = Pattern("avoid", ("sh:python3 -m pytest!",), ("sh:pytest",), 0)
    red_then_green = session("a", "python3 -m pytest!", "edit a.py", "python3 -m pytest")
    always_red = session("b", "python3 -m pytest!", "pytest")
    assert counted(dead, red_then_green, always_red) == (1, 2)


def test_an_ordered_context_matches_in_order_only():
    strings, _ = strings_of(
        session("a", "edit tests/a.py", "edit CHANGELOG.rst", "pytest"),
        session("b", "edit CHANGELOG.rst", "edit tests/a.py", "pytest"),
    )
    context = [strings.ids["edit:tests/*.py"], strings.ids["edit:CHANGELOG.rst"]]
    found = anchors(strings, context, WINDOW.default - 1)
    assert [strings.traces[strings.trace[at]].id for at in found] == ["a"]

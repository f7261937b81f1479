"""Procedure cards: sessions that asked alike and edited alike."""

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adage.calculate import evaluate
from adage.learn.card_content import card_text, tokens
from adage.learn.cards import chained_families, linked_families, make_cards
from adage.learn.requests import read_requests
from adage.learn.work import read_work
from adage.settings import Settings
from tests.learn.build import session, strings_of

SETTINGS = Settings()
WORDS = ("flag", "add", "remove", "url", "port", "theme", "page", "docs")
STEPS = ("edit cmd/flag_{}.go", "edit cmd/{}_test.go", "edit docs/flags.md", "make gen", "go test")


def embed(text):
    counts = [float(text.split().count(word)) for word in WORDS]
    length = sum(c * c for c in counts) ** 0.5
    return [c / length for c in counts] if length else None


def flag(name, *steps, passed=True, **more):
    """A session that added a command-line flag."""
    words = [step.format(name) for step in (steps or STEPS)]
    made = session(name, f">add a flag for the {name} please", *words, **more)
    return replace(made, outcome=passed)


def other(name, folder):
    made = session(name, ">a new theme page with docs", f"edit {folder}/{name}.css", "pytest")
    return replace(made, outcome=True)


def cards(*traces, **more):
    return make_cards(strings_of(*traces)[0], embed, SETTINGS, **more)


def test_two_sessions_that_asked_and_edited_alike_make_a_card():
    (card,) = cards(flag("url"), flag("port"), other("a", "x"), other("b", "y"))
    assert (card.traces, card.passing) == (2, 2)
    assert [file.shape for file in card.files] == [
        "cmd|flag_*|go", "cmd|*_test|go", "docs|flags|md"
    ]  # fmt: skip
    assert [one.command for one in card.commands] == ["make gen", "go test"]
    assert card.check == "go test"
    ((a, b, cosine, overlap),) = card.links
    assert ({a, b}, overlap) == ({"url", "port"}, 1.0)
    assert cosine >= 0.6


def test_each_kind_of_file_comes_with_that_of_the_latest_success():
    (card,) = cards(flag("url", age_days=2), flag("port", passed=False), flag("theme", age_days=1))
    assert card.files[0].path == "cmd/flag_theme.go"
    assert (card.traces, card.passing) == (3, 2)


def test_sessions_that_asked_alike_but_edited_other_files_make_no_card():
    assert cards(flag("url"), flag("port", "edit web/page.ts", "edit web/a.css", "pytest")) == ()


def test_sessions_that_edited_alike_but_asked_for_something_else_make_no_card():
    asks = session("x", ">a page of docs", *[step.format("x") for step in STEPS])
    assert cards(flag("url"), replace(asks, outcome=True)) == ()


def test_sessions_that_asked_for_opposite_things_make_no_card():
    steps = [step.format("port") for step in STEPS]
    undo = replace(session("b", ">remove a flag for the port", *steps), outcome=True)
    assert cards(flag("url"), undo) == ()


def test_without_a_success_there_is_no_card():
    assert cards(flag("url", passed=False), flag("port", passed=None)) == ()


def test_a_session_without_an_edit_is_no_work():
    strings, _ = strings_of(session("a", ">add a flag for it", "ls"), flag("url"))
    found = read_work(strings, read_requests(strings, SETTINGS))
    assert [one.request.root for one in found] == ["url"]


def test_what_a_sub_agent_edited_counts_as_its_session_s():
    lane = session("lane", "edit cmd/flag_port.go", "edit docs/flags.md", root="port")
    (card,) = cards(flag("url"), flag("port", "edit cmd/port_test.go", "go test"), lane)
    assert {file.shape for file in card.files} == {
        "cmd|flag_*|go", "cmd|*_test|go", "docs|flags|md"
    }  # fmt: skip


def test_a_command_that_never_worked_is_listed_to_avoid_by_its_key():
    steps = (*STEPS[:3], "make gen!", "go test")
    (card,) = cards(flag("url", *steps), flag("port", *steps))
    assert [one.command for one in card.commands] == ["go test"]
    assert [(one.command, one.worked, one.runs) for one in card.avoid] == [("make gen", 0, 2)]
    assert "Avoid: make gen (failed in 2 of 2)" in card_text(card, SETTINGS)


def test_a_command_that_failed_in_most_runs_is_listed_to_avoid():
    steps = (*STEPS[:3], "make gen!", "ls", "make gen!", "go test")
    third = flag("theme", *STEPS[:3], "make gen", "go test")
    (card,) = cards(flag("url", *steps), flag("port", *steps), third)
    assert [(one.command, one.worked, one.runs) for one in card.avoid] == [("make gen", 1, 5)]


def test_a_check_is_judged_by_the_last_run_of_each_session():
    steps = (*STEPS[:3], "go test!", "read a.go", "go test!", "edit cmd/a_test.go", "go test")
    (card,) = cards(flag("url", *steps), flag("port", *steps))
    assert [(one.command, one.worked, one.runs) for one in card.commands] == [("go test", 2, 2)]


def test_no_card_names_the_runner_of_a_dead_end_to_run():
    (card,) = cards(flag("url"), flag("port"), dead={"make gen"})
    assert [one.command for one in card.commands] == ["go test"]
    (card,) = cards(flag("url"), flag("port"), dead={"go test"})
    assert card.check == ""


def test_a_command_that_changes_files_or_publishes_is_never_named():
    steps = (*STEPS, "git commit", "git push")
    (card,) = cards(flag("url", *steps), flag("port", *steps))
    assert "git" not in card_text(card, SETTINGS)


def test_the_finishing_check_ran_after_the_last_edit():
    steps = ("edit cmd/flag_{}.go", "go vet", "edit docs/flags.md", "go test", "ls")
    (card,) = cards(flag("url", *steps), flag("port", *steps))
    assert card.check == "go test"


def test_at_most_so_many_cards_and_those_with_most_successes_first():
    names = ("url", "port")
    many = [
        replace(
            session(f"{name}{i}", f">add a flag for the {name}", f"edit d{i}/a.go", "go test"),
            outcome=True,
        )
        for i in range(5)
        for name in names
    ]
    few = Settings({"cards.limit": 3})
    strings, _ = strings_of(*many, flag("url"), flag("port"), flag("theme"))
    found = make_cards(strings, embed, few)
    assert [card.passing for card in found] == [3, 2, 2]


def test_without_the_sentence_model_there_are_no_cards():
    assert make_cards(strings_of(flag("url"), flag("port"))[0], None, SETTINGS) == ()


def test_nothing_read_makes_no_card():
    assert cards() == ()


def test_the_order_of_the_sessions_changes_nothing():
    traces = [flag("url"), flag("port", age_days=1), flag("theme", age_days=2), other("a", "x")]
    assert cards(*traces) == cards(*reversed(traces))


def test_the_text_of_a_card_stays_within_its_tokens():
    steps = [f"edit folder{i}/file.go" for i in range(60)]
    (card,) = cards(flag("url", *steps, "go test"), flag("port", *steps, "go test"))
    text = card_text(card, Settings({"cards.tokens": 100}))
    assert 60 < tokens(text) <= 100
    assert text.startswith("A task like this was done in 2 sessions, 2 succeeded.\n")


def test_a_chain_of_links_is_one_family_only_by_the_old_rule():
    links = [(0, 1, 0.9, 0.5), (1, 2, 0.8, 0.5), (2, 3, 0.9, 0.5)]
    assert chained_families(5, links) == [[0, 1, 2, 3], [4]]
    assert linked_families(5, links) == [[0, 1], [2, 3], [4]]


@given(st.lists(st.tuples(st.integers(0, 11), st.integers(0, 11), st.integers(60, 100))))
@settings(deadline=None, derandomize=True)
def test_every_two_sessions_of_a_family_are_linked(rows):
    links = [(i, j, c / 100, 0.5) for i, j, c in {(min(r[:2]), max(r[:2]), r[2]) for r in rows}
             if i < j]  # fmt: skip
    pairs = {(i, j) for i, j, _, _ in links}
    found = linked_families(12, links)
    assert sorted(place for group in found for place in group) == list(range(12))
    assert all(pair in pairs for group in found for pair in combinations(group, 2))


@pytest.mark.shared
def test_overlap_and_moment_are_the_golden_values(oracles):
    oracle = oracles["card_jaccard"]
    given_ = {"a": oracle["inputs"]["A"], "b": oracle["inputs"]["B"]}
    assert evaluate("jaccard", given_)["value"] == pytest.approx(oracle["expected"], abs=1e-12)
    oracle = oracles["card_delivery"]
    bounds = {key: oracle["inputs"][key] for key in ("threshold", "below")}
    found = [
        evaluate("card_moment", {"cosine": cosine, **bounds})["value"]
        for cosine in oracle["inputs"]["cases"]
    ]
    assert found == oracle["expected"]


@pytest.mark.shared
def test_the_acceptance_of_a_skill_is_the_golden_value(oracles):
    oracle = oracles["skill_acceptance"]
    found = [evaluate("accept_skill", case)["value"] for case in oracle["inputs"]["cases"]]
    assert found == oracle["expected"]
    assert not evaluate("accept_skill", {**oracle["inputs"]["cases"][0], "c_skill": 0})["value"]

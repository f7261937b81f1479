"""Requests, the first step they are answered with, and families of them."""

from dataclasses import replace

import pytest

from adage.calculate import evaluate
from adage.embed import bundled_path, cosine, open_table
from adage.learn.intent import intent, louvain_groups, recognise
from adage.learn.requests import read_requests
from adage.learn.uplift import uplift_families
from adage.records import Effect
from adage.settings import Settings
from tests.learn.build import session, strings_of

SETTINGS = Settings()
WORDS = ("tests", "red", "release", "notes", "colour", "button", "page", "docs")


def embed(text):
    """A vector that counts the few words it knows; None when it knows none."""
    counts = [float(text.split().count(word)) for word in WORDS]
    length = sum(c * c for c in counts) ** 0.5
    return [c / length for c in counts] if length else None


def asked(*traces):
    return read_requests(strings_of(*traces)[0], SETTINGS)


def families(*traces, **more):
    return intent(strings_of(*traces)[0], embed, SETTINGS, **more)


def red_tests(count, *steps, start=0):
    words = steps or ("pytest!", "edit a.py", "pytest")
    return [session(f"t{i}", ">the tests are red", *words) for i in range(start, start + count)]


def other_work(count=6):
    texts = (">a colour for the button", ">write the release notes", ">a page of docs")
    return [session(f"o{i}", texts[i % 3], "edit b.py", "ls") for i in range(count)]


def test_a_request_reads_the_same_whatever_ticket_it_names():
    found = asked(session("a", ">look up ticket W-1041", "ls"), session("b", ">look up ticket W-7"))
    assert {one.request.text for one in found} == {"look up ticket {id}"}


def test_a_prompt_that_only_says_to_carry_on_belongs_to_the_one_before():
    trace = session("a", ">please look at the tests", "ls", ">continue", "pytest")
    (one,) = asked(trace)
    assert [step.raw for step in one.steps] == ["ls", "pytest"]


def test_each_prompt_that_opens_a_task_is_a_request_with_its_own_steps():
    words = (">fix the red tests now", "pytest", ">write the release notes", "edit notes.md")
    found = asked(session("a", *words), session("b", "ls"))
    assert [len(one.steps) for one in found] == [1, 1]
    assert [one.request.route for one in found] == ["sh:pytest", ""]
    assert found[1].request.line > found[0].request.line


def test_a_sub_agent_s_prompt_is_no_request():
    lane = session("a.1", ">look for it everywhere please", "ls", root="a")
    assert len(asked(session("a", ">find the old setting", "ls"), lane)) == 1


def test_the_first_route_is_the_first_check_or_named_look_up_before_any_edit():
    traces = [
        session("a", ">the tests are red", "read a.py", "ls", "git status", "pytest"),
        session("b", ">the tests are red", "edit a.py", "pytest"),
        session("c", ">the tests are red", "read a.py"),
    ]
    assert [one.request.route for one in asked(*traces)] == ["sh:git status", "", ""]


def test_a_first_step_of_nearly_every_session_is_no_route():
    traces = [session(f"s{i}", ">do some thing here", "git status", "pytest") for i in range(5)]
    rest = [session("x", ">do some thing here", "ls")]
    assert {one.request.route for one in asked(*traces)} == {""}
    assert "sh:git status" in {one.request.route for one in asked(*traces[:4], *rest)}


def test_requests_that_read_alike_and_start_alike_are_a_family():
    (family, *_) = [f for f in families(*red_tests(4), *other_work()) if not f.gate]
    assert (family.route, family.command, family.effect) == ("sh:pytest", "pytest", Effect.VERIFY)
    assert (family.routed, family.roots, family.tasks) == (4, 4, 4)
    assert (family.k, family.n, family.strength) == (4, 4, "prime")
    assert {r.text for r in family.requests} == {"the tests are red"}
    assert family.threshold == 1.0


def test_a_family_insists_once_its_lower_bound_reaches_the_bar():
    def strength(n):
        return next(f for f in families(*red_tests(n), *other_work(9)) if not f.gate).strength

    assert (strength(15), strength(16)) == ("prime", "fire")


def test_a_group_that_starts_differently_is_kept_with_its_reason():
    mixed = [*red_tests(2), *red_tests(4, "edit a.py", "ls", start=2)]
    (found,) = [f for f in families(*mixed, *other_work()) if "red" in f.requests[0].text]
    assert (found.gate, found.strength) == ("route", "dropped")
    assert "2 of 6 sessions started with sh:pytest" in found.why


def test_one_task_asked_again_and_again_is_no_family():
    same = [replace(trace, task="one") for trace in red_tests(5)]
    found = families(*same, *other_work())
    assert [f.gate for f in found if "red" in f.requests[0].text] == ["tasks"]


def test_two_sessions_are_no_family():
    assert families(*red_tests(2), *other_work(3)) == ()


def test_a_session_that_was_told_says_nothing_about_the_family():
    told = session("x", ">the tests are red", "pytest", told=[(0, "sh:pytest")])
    (family,) = [f for f in families(*red_tests(4), told, *other_work()) if not f.gate]
    assert (family.routed, family.roots, family.k, family.n) == (4, 4, 4, 4)


def test_a_session_that_asks_twice_speaks_once():
    twice = session("x", ">the tests are red", "pytest", ">the tests are red", "pytest")
    (family,) = [f for f in families(*red_tests(3), twice, *other_work()) if not f.gate]
    assert (family.roots, len(family.requests)) == (4, 5)


def test_a_family_answered_at_once_untold_goes_quiet():
    (family,) = [f for f in families(*red_tests(6), *other_work()) if not f.gate]
    (found,) = uplift_families([family], SETTINGS)
    assert (found.k_self, found.n_self, found.quiet) == (6, 6, True)
    assert (found.strength, found.gate) == ("nascent", "uplift")


def test_a_family_answered_late_stays_worth_saying():
    late = red_tests(6, "ls", "read a.py", "ls", "read b.py", "pytest", "edit a.py")
    (family,) = [f for f in families(*late, *other_work()) if not f.gate]
    (found,) = uplift_families([family], SETTINGS)
    assert (found.k_self, found.n_self, found.strength) == (0, 6, "prime")


def test_without_the_sentence_model_there_are_no_families():
    assert intent(strings_of(*red_tests(9), *other_work())[0], None, SETTINGS) == ()


def test_requests_of_unknown_words_join_no_family():
    unknown = [session(f"u{i}", ">xyzzy plugh frobnicate twice", "pytest") for i in range(5)]
    assert all("xyzzy" not in r.text for f in families(*unknown, *other_work()) for r in f.requests)


def test_nothing_read_gives_no_families():
    assert families() == ()


def test_the_order_of_the_sessions_changes_nothing():
    traces = [*red_tests(5), *other_work()]
    assert families(*traces) == families(*reversed(traces))


def test_a_family_keeps_its_id_when_a_session_is_added():
    (before,) = [f for f in families(*red_tests(4), *other_work()) if not f.gate]
    more = session("z", ">the tests are red again", "pytest", age_days=-1)
    (after,) = [f for f in families(*red_tests(4), more, *other_work()) if not f.gate]
    assert (before.id, after.roots) == (after.id, 5)


def test_a_new_request_is_recognised_by_the_nearest_family_whose_threshold_it_clears():
    found = families(*red_tests(4), *other_work())
    (family,) = [f for f in found if not f.gate]
    assert recognise(embed("are the tests red"), found) == family
    assert recognise(embed("tests"), found) is None
    assert recognise(embed("write the release notes"), found) is None


def test_the_design_s_first_rule_gives_families_where_there_are_many_requests():
    few = families(*red_tests(4), *other_work(), form=louvain_groups)
    many = families(*red_tests(4), *other_work(24), form=louvain_groups)
    assert [f.route for f in few if not f.gate] == []
    assert [f.route for f in many if not f.gate] == ["sh:pytest"]


def test_with_the_bundled_model_rewordings_of_one_request_are_a_family():
    texts = ("run the tests", "please run all the tests", "run all tests again please")
    same = [session(f"t{i}", f">{text}", "pytest") for i, text in enumerate(texts)]
    rest = [
        session("o1", ">rename the colour of the button", "edit a.css"),
        session("o2", ">write a page about the release", "edit b.md"),
        session("o3", ">why does the login take so long", "read a.py"),
    ]
    table = open_table(bundled_path())
    found = intent(strings_of(*same, *rest)[0], table.embed, SETTINGS)
    assert [(f.route, f.roots) for f in found if not f.gate] == [("sh:pytest", 3)]


@pytest.mark.shared
def test_the_threshold_and_the_family_rule_are_the_golden_values(oracles):
    oracle = oracles["t_star"]
    found = evaluate("t_star", oracle["inputs"])["value"]
    for key, value in oracle["expected"].items():
        assert found[key] == pytest.approx(value, abs=oracle["tolerance"])
    oracle = oracles["family_rule"]
    cases = [evaluate("is_family", case)["value"] for case in oracle["inputs"]["cases"]]
    assert cases == oracle["expected"]


@pytest.mark.shared
def test_means_of_token_rows_compare_as_the_golden_value(oracles):
    """The table adds rows and scales to unit length; here with the oracle's four rows."""
    oracle = oracles["embedding_mean_unit"]
    rows, tokens = oracle["inputs"]["W"], oracle["inputs"]["tokens"]
    vectors = {}
    for name, places in tokens.items():
        total = [sum(rows[p][d] for p in places) for d in range(len(rows[0]))]
        length = sum(v * v for v in total) ** 0.5
        vectors[name] = [v / length for v in total]
        assert vectors[name] == pytest.approx(oracle["expected"]["e"][name], abs=1e-9)
    for pair in ("xy", "xz", "yz"):
        wanted = round(oracle["expected"][f"cos_{pair}"], 6)
        assert cosine(vectors[pair[0]], vectors[pair[1]]) == wanted

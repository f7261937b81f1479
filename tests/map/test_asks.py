"""Questions over HTTP: search, trials and history answer in JSON and refuse in one sentence."""

from __future__ import annotations

import time

import pytest

from adage_map.app import Context, create_app
from adage_map.runs import SAMPLE, Loaded, Runs
from adage_map.security import cookie_name


@pytest.fixture(scope="module")
def browser():
    """A browser that has been let in to a map of the sample."""
    from adage.cli.map import _learn, _sample_choice
    from adage.paths import find_places
    from adage.settings import Settings

    loaded = _learn(_sample_choice(), SAMPLE, find_places(), Settings(), None)
    context = Context(Runs(Loaded(SAMPLE, "sample", "running")))
    context.runs.put(loaded)
    browser = create_app(context).test_client()
    browser.set_cookie(cookie_name("80"), context.access.cookie)
    return browser


def _settled(browser, path):
    for _ in range(200):
        told = browser.get(path).get_json()
        if told["state"] in ("ready", "failed"):
            return told
        time.sleep(0.1)
    raise AssertionError("the trial never ended")


def test_search_finds_reflexes_commands_files_and_sessions(browser):
    kinds = {k["kind"]: k for k in browser.get("/api/v1/ask/search?q=gen").get_json()["kinds"]}
    assert any("make gen" in each["text"] for each in kinds["reflexes"]["found"])
    assert kinds["commands"]["found"][0]["id"].startswith("l:")
    assert any(each["text"] == "tools/gen.py" for each in kinds["files"]["found"])


def test_every_word_of_a_search_must_match(browser):
    kinds = browser.get("/api/v1/ask/search?q=make+nothing-like-this").get_json()["kinds"]
    assert [kind["total"] for kind in kinds] == [0, 0, 0, 0]


def test_what_a_search_finds_can_be_opened(browser):
    for kind in browser.get("/api/v1/ask/search").get_json()["kinds"]:
        for each in kind["found"]:
            if kind["kind"] != "reflexes":  # an object exists only for what may speak
                assert browser.get(f"/api/v1/object/{each['id']}").status_code == 200


def test_a_trial_says_what_would_change_and_can_be_drawn(browser):
    told = _settled(browser, "/api/v1/ask/trial?set=judge.prime_new:0.9")
    assert {change["kind"] for change in told["changes"]} == {"demoted"}
    before = [change["before"]["strength"] for change in told["changes"]]
    assert set(before) == {"prime"}
    drawn = _settled(browser, f"/api/v1/ask/drawn?run={told['name']}")
    assert drawn["state"] == "ready"
    world = browser.get(f"/api/v1/world?run={told['name']}").get_json()
    assert world["generation"] == told["generation"]


def test_history_runs_the_learner_on_each_day(browser):
    for _ in range(300):
        days = browser.get("/api/v1/ask/history").get_json()["days"]
        if all(day["state"] == "ready" for day in days):
            break
        time.sleep(0.1)
    counts = [day["sessions"] for day in days]
    assert counts == sorted(counts)
    assert counts[0] < counts[-1]


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("set=judge.nothing:1", "there is no setting named judge.nothing"),
        ("set=judge.fire_lb:high", "judge.fire_lb must be a number, not high"),
        ("set=judge.fire_lb:3", "judge.fire_lb must lie between"),
        ("until=yesterday", "until takes seconds since 1970, not yesterday"),
    ],
)
def test_a_question_that_makes_no_sense_gets_one_sentence(browser, query, sentence):
    answer = browser.get(f"/api/v1/ask/trial?{query}")
    assert answer.status_code == 400
    assert answer.get_json()["error"].startswith(sentence)


def test_an_unknown_trial_is_not_found(browser):
    answer = browser.get("/api/v1/world?run=trial-000000000000")
    assert answer.status_code == 404
    assert "ask for it again" in answer.get_json()["error"]


def test_why_names_the_gate_of_each_candidate_as_adage_why_does(browser):
    answers = browser.get("/api/v1/ask/why?step=make+gen").get_json()["answers"]
    assert [answer["key"] for answer in answers] == ["sh:make gen"]
    said = [each for each in answers[0]["verdicts"] if each["strength"] == "prime"]
    assert said
    assert all(each["gate"] for each in answers[0]["verdicts"] if each["strength"] == "dropped")


def test_why_of_a_command_never_seen_names_the_nearest(browser):
    (answer,) = browser.get("/api/v1/ask/why?step=make+gem").get_json()["answers"]
    assert answer["key"] == ""
    assert any("make gen" in text for text in answer["nearest"])
    assert browser.get("/api/v1/ask/why?step=").status_code == 400

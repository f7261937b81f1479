"""Families in a replay: heard at the prompt, before the first turn, and only at real requests."""

import pytest

from adage.learn.label import label
from adage.learn.replay import replay
from adage.measure.baselines import bare_reflex
from adage.measure.families import at_prompts, bundled_embedder, listen
from adage.measure.generate import generate
from adage.measure.suite import learn_plays
from tests.learn.build import session

ROUTE = bare_reflex("intent", ["prompt"], ["sh:make test"], 9, 10)


def heard(settings, trace, hears):
    labels = label([trace], settings)

    def also(strings, trace):
        return at_prompts(strings, trace, hears, settings)

    said = replay(trace, [], labels, settings, also).said
    return [(s.moment, s.turn, s.call) for s in said]


def test_a_family_speaks_before_the_first_turn(settings):
    trace = session("a", ">The nightly build fails again", "ls", "make test")
    assert heard(settings, trace, lambda _: ROUTE) == [("UserPromptSubmit", -1, -1)]


def test_it_speaks_at_the_request_it_knows_and_only_once(settings):
    trace = session("a", ">Add a flag to the exporter", "ls", ">The nightly build fails again",
                    "ls", ">The nightly build fails once more", "ls")  # fmt: skip
    said = heard(settings, trace, lambda text: ROUTE if "nightly" in text else None)
    assert said == [("UserPromptSubmit", 0, 0)]


def test_a_word_to_carry_on_is_no_request(settings):
    trace = session("a", ">Add a flag to the exporter", "ls", ">go on", "ls")
    assert heard(settings, trace, lambda text: ROUTE if text == "go on" else None) == []


@pytest.fixture(scope="module")
def learned(settings):
    return learn_plays(generate(2, 150), settings)


def test_the_route_of_the_build_requests_is_learned(learned):
    assert "sh:make test" in {family.route for family in learned.families}


def test_a_request_unlike_any_family_is_met_with_silence(learned, settings):
    hears = listen(learned.families, bundled_embedder(), settings)
    assert hears("Translate the whole poem into Portuguese verse") is None

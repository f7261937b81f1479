"""Requests that a sentence model cannot tell from their opposites."""

import json

import pytest

from adage.constants import LINK_CUT
from adage.embed import bundled_path, cosine, open_table
from adage.learn.verbs import opposes


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Add a Stripe provider", "Remove the Stripe provider"),
        ("enable the cache", "please disable the cache again"),
        ("fix the failing test", "skip the failing test"),
        ("adding retries to the client", "we removed retries from the client, delete the rest"),
        ("show the sidebar", "hide the sidebar"),
        ("upgrade to {ver}", "downgrade to {ver}"),
    ],
)
def test_opposite_actions_oppose_each_other(a, b):
    assert opposes(a, b)
    assert opposes(b, a)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Add a Stripe provider", "Add a PayPal provider"),
        ("fix the failing test", "repair the red test"),
        ("", "remove it"),
        ("Add a flag and remove the old one", "Remove the old flag"),
        ("Add a flag and remove the old one", "Add a flag"),
        ("add a flag. Then remove the docs", "add an option"),
        ("address the review", "remove the review"),
    ],
)
def test_other_requests_do_not(a, b):
    assert not opposes(a, b)
    assert not opposes(b, a)


@pytest.fixture
def prompts(shared):
    text = (shared / "bench" / "prompt_pairs.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


@pytest.mark.shared
def test_the_verb_tells_apart_what_the_model_cannot(prompts):
    table = open_table(bundled_path())
    stopped = {
        row["b_text"]
        for row in prompts
        if row["kind"] == "hard_negative"
        and cosine(table.embed(row["a_text"]), table.embed(row["b_text"])) >= LINK_CUT.default
        and opposes(row["a_text"], row["b_text"])
    }
    assert {"skip the failing test", "Remove the Stripe payment provider"} <= stopped
    assert len(stopped) >= 5


@pytest.mark.shared
def test_rewordings_of_one_request_are_hardly_ever_opposed(prompts):
    texts = {row["id"]: row["text"] for row in prompts if row["kind"] == "prompt"}
    pairs = [(texts[r["a"]], texts[r["b"]]) for r in prompts if r["kind"] == "pair"]
    assert len(pairs) > 500
    assert sum(opposes(*pair) for pair in pairs) <= 1

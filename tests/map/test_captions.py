"""Captions: only recorded numbers, in whole sentences, never too long to be read aloud."""

from __future__ import annotations

import re
from string import Formatter
from typing import Any

import pytest

from adage.records import Effect
from adage.settings import Settings
from adage_map.captions import CHAPTERS, StepWords, write_caption
from adage_map.cast import build_cast
from adage_map.facts import constant_facts, gather_facts
from adage_map.world import build_world
from tests.map.small_run import SmallRun, empty_run, make_run

NUMBER = r"\d[\d,]*(?:\.\d+)?"
STEPS = [step for chapter in CHAPTERS for step in chapter.steps]


@pytest.fixture(scope="module")
def run() -> SmallRun:
    return make_run()


@pytest.fixture(scope="module")
def facts(run: SmallRun) -> dict[str, Any]:
    return gather_facts(build_cast(run))


def test_facts_are_the_records_own_numbers(run: SmallRun, facts: dict[str, Any]) -> None:
    records = run.records
    steps = [step for trace in records["read"].detail for step in trace.steps]
    assert facts["sessions"] == len(records["read"].detail)
    assert facts["steps"] == len(steps)
    assert facts["failed"] == sum(step.ok is False for step in steps)
    assert facts["never_steps"] == sum(step.effect >= Effect.AUTHOR for step in steps)
    assert facts["prototypes"] == len(records["label"].detail.prototypes)
    assert facts["keys"] == len(records["label"].detail.of)
    assert facts["events"] == len(records["string"].detail)
    assert facts["patterns"] == len(records["mine"].detail)
    assert facts["candidates"] == len(records["count"].detail)
    assert facts["passed"] == sum(not c.gate for c in records["count"].detail)
    assert facts["kept"] == sum(not c.gate for c in records["select"].detail)
    assert facts["reflexes"] == len(records["judge"].detail)
    assert facts["sealed"] == len(run.index.reflexes)
    assert facts["generation"] == run.index.generation


def test_the_heros_facts_are_its_record(run: SmallRun, facts: dict[str, Any]) -> None:
    chosen = build_world(run).document["hero"]
    hero = next(r for r in run.records["judge"].detail if f"r:{r.id}" == chosen)
    assert hero.command == "make gen"
    assert (facts["hero_k"], facts["hero_n"]) == (hero.k, hero.n)
    assert (facts["hero_lb"], facts["hero_q05"]) == (hero.lb, hero.q05)
    assert facts["hero_tasks"] == hero.tasks


def test_steered_steps_are_counted_from_the_directives(facts: dict[str, Any]) -> None:
    assert (facts["directives"], facts["exposed"]) == (1, 1)


def test_a_changed_reflex_changes_the_fingerprint(run: SmallRun, facts: dict[str, Any]) -> None:
    assert facts["changed_generation"] != run.index.generation
    assert len(facts["changed_generation"]) == len(run.index.generation)
    assert facts["changed_characters"] >= 10


@pytest.mark.parametrize("words", STEPS, ids=lambda words: words.title)
def test_templates_hold_no_number_of_their_own(words: StepWords) -> None:
    for template in (words.text, words.state, words.other_text, words.other_state):
        plain = "".join(text for text, _, _, _ in Formatter().parse(template))
        assert not re.search(r"\d", plain.replace("SHA-256", "")), template


@pytest.mark.parametrize("words", STEPS, ids=lambda words: words.title)
def test_every_number_of_a_caption_is_one_of_its_fields(
    words: StepWords, facts: dict[str, Any]
) -> None:
    caption = write_caption(words, facts | constant_facts(Settings()))
    known = {form for value in caption.fields.values() for form in _forms(value)}
    for number in re.findall(NUMBER, f"{caption.text} {caption.state}"):
        assert number.rstrip(",") in known | {"256"}, (number, caption.text)


def _forms(value: Any) -> set[str]:
    """All the ways in which a caption may write a value; a text's own numbers are its own."""
    if isinstance(value, float):
        size = abs(value)
        return {f"{size:.{digits}f}" for digits in range(5)} | {f"{size * 100:.0f}"}
    return {f"{value:,}"} if isinstance(value, int) else set(re.findall(NUMBER, str(value)))


@pytest.mark.parametrize(
    "run", [make_run(), empty_run(), make_run(1)], ids=["full", "early", "one"]
)
def test_captions_are_sentences_short_enough_to_be_said(run: SmallRun) -> None:
    for chapter in build_world(run).document["chapters"]:
        for step in chapter["steps"]:
            assert step["text"].endswith("."), step["id"]
            assert step["state"].endswith("."), step["id"]
            assert len(f"{step['title']}. {step['state']}") <= 200, step["id"]
            assert not re.search(r"\b1 (?:sessions|steps|calls|patterns)\b", step["text"])


def test_counts_agree_with_their_nouns() -> None:
    words = StepWords(1, "T", "{n:#opportunity|opportunities}.", "{n:#session}.")
    assert write_caption(words, {"n": 1}).text == "1 opportunity."
    assert write_caption(words, {"n": 1200}).text == "1,200 opportunities."
    assert write_caption(words, {"n": 0}).state == "0 sessions."

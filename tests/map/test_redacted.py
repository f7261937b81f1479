"""A world without the person's words still explains itself: captions stay, texts go."""

from __future__ import annotations

from typing import Any, cast

from adage_map.redacted import GONE, redact_world
from adage_map.runs import LearnerRun
from adage_map.world import build_world
from tests.map.small_run import make_run


def test_captions_stay_and_what_was_asked_or_run_goes() -> None:
    run = make_run()
    document = build_world(run).document
    made, removed = redact_world(document, cast("LearnerRun", run))
    before, after = (
        [step["text"] for chapter in each["chapters"] for step in chapter["steps"]]
        for each in (document, made)
    )
    assert before == after
    assert set(made["things"]["text"]) == {""}
    assert removed["texts"] > 0


def test_a_request_in_a_caption_goes() -> None:
    run = make_run()
    asked = next(prompt.text for trace in run.traces for prompt in trace.prompts)
    document: dict[str, Any] = {"chapters": [{"steps": [{"text": f"One asked: {asked}"}]}]}
    made, _ = redact_world(document, cast("LearnerRun", run))
    assert made["chapters"][0]["steps"][0]["text"] == f"One asked: {GONE}"

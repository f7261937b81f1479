"""Words of the overview."""

# The sentences are a table to be read as text; breaking them at column 100 would hide them.
# ruff: noqa: E501
from __future__ import annotations

from adage_map.captions.template import NO_HERO, Chapter, StepWords

CHAPTER = Chapter(
    0,
    "loop",
    "The loop",
    "From what agents did to what they are told.",
    (
        StepWords(
            1,
            "The loop",
            "{sessions:#session} left {steps:#step}. The table reads from left to right: transcripts, "
            "patterns, evidence, and one sealed index of {sealed:#reflex|reflexes}. "
            "Follow one of them: after {hero_trigger}, {hero}.",
            "{sessions:#session} became {steps:#step} and {sealed:#reflex|reflexes} in one index.",
            "hero",
            "{sessions:#session} left {steps:#step}. The table reads from left to right: transcripts, "
            "patterns, evidence, and one sealed index. " + NO_HERO,
            "{sessions:#session} became {steps:#step}; no reflex yet.",
        ),
    ),
)

"""Words of chapter 6: one sealed file."""

# The sentences are a table to be read as text; breaking them at column 100 would hide them.
# ruff: noqa: E501
from __future__ import annotations

from adage_map.captions.template import Chapter, StepWords

CHAPTER = Chapter(
    6,
    "package",
    "Package what was learned",
    "One sealed file.",
    (
        StepWords(
            1,
            "Belts",
            "Reflexes can come from this repository's own evidence, from a teammate's signed pack, or from "
            "instincts, which are read off its files. This run holds own evidence only: "
            "{sealed:#reflex|reflexes}; the other belts are empty.",
            "{sealed:#reflex|reflexes} from own evidence; two belts empty.",
        ),
        StepWords(
            3,
            "Seal",
            "All reflexes go into one file in one fixed order, {bytes:,} bytes. Sixteen characters of "
            "its SHA-256 name it: {generation}.",
            "{sealed:#reflex|reflexes} sealed as generation {generation}.",
        ),
        StepWords(
            4,
            "Change one",
            "Change one reflex by one character and seal again: {changed_characters} characters "
            "of its name differ. {generation} becomes {changed_generation}. Nobody can alter what is "
            "said without it showing.",
            "{generation} becomes {changed_generation}: {changed_characters} characters differ.",
        ),
    ),
)

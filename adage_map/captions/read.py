"""Words of chapter 1: transcripts come apart into steps."""

# The sentences are a table to be read as text; breaking them at column 100 would hide them.
# ruff: noqa: E501
from __future__ import annotations

from adage_map.captions.template import Chapter, StepWords

CHAPTER = Chapter(
    1,
    "read",
    "Read what the agent did",
    "Transcripts become steps.",
    (
        StepWords(
            1,
            "Sheets",
            "Every session is a sheet, every slab a line an agent's harness wrote: "
            "{records:#record} in {files:#file}, {calls:#call}. Lines that could not be used: {skipped}.",
            "{sessions:#session} on {lanes:#sheet}, {calls:#call} in the order they were written.",
        ),
        StepWords(
            2,
            "Join",
            "A call and its result find each other by id, wherever they stand: {joined} of "
            "{calls:#call} have an outcome. Calls the model made at once are one turn; there are {turns:#turn}.",
            "{joined} of {calls:#call} joined with their results in {turns:#turn}.",
        ),
        StepWords(
            3,
            "Split",
            "One call can hold several steps, joined by && or a semicolon. {compound:#call} came apart, and "
            "{calls:#call} gave {steps:#step}. A failure marks only the part that failed: {failed} have a red top.",
            "{calls:#call} split into {steps:#step}; {failed} failed.",
        ),
        StepWords(
            4,
            "Mask",
            "Ticket numbers, hashes and versions hide that two steps are the same. {alike_texts} "
            "different texts turn out to be one template, {alike_key}. In all, {texts} texts are {keys} keys.",
            "{texts} different texts became {keys} keys.",
            "alike_key",
            "These sessions ran no command whose specifics could be masked: {texts} texts, {keys} keys.",
            "{texts} different texts became {keys} keys.",
        ),
        StepWords(
            5,
            "Shelf",
            "Steps are sorted by how much harm they can do. The glass shows how hard each may be "
            "pushed: {fire_steps} up to fire, {environment_steps} to prime at most, {never_steps} never.",
            "{fire_steps} steps may fire, {environment_steps} prime, {never_steps} are never pushed.",
        ),
        StepWords(
            6,
            "Exposed",
            "An agent that was told may only have obeyed. {exposed} of {steps:#step} came after one of "
            "{directives:#directive} that named them, and go ghost: they are no evidence.",
            "{exposed} of {steps:#step} were told and count for nothing.",
            "directives",
            "An agent that was told may only have obeyed, so told steps count for nothing. "
            "No hook spoke in these {sessions:#session}: all {steps:#step} count.",
            "No step was told; all {steps:#step} count.",
        ),
    ),
)

"""Words of chapter 7: the real hook meets a real session."""

# The sentences are a table to be read as text; breaking them at column 100 would hide them.
# ruff: noqa: E501
from __future__ import annotations

from adage_map.captions.template import Chapter, StepWords

CHAPTER = Chapter(
    7,
    "speak",
    "Speak up at the right moment",
    "The hook meets a session.",
    (
        StepWords(
            1,
            "Hooks",
            "The agent's client calls Adage at {hooks:#kind} of moments; each is a post on the ring. "
            "One real session is played again to the real hook: its {moments:#event} stand on their "
            "posts, and the sealed book lies in the middle.",
            "{moments:#event} of one session on {hooks:#hook}.",
        ),
        StepWords(
            2,
            "An event meets the book",
            "At event {told_event}, a {told_hook}, {told_trigger} was complete. {told_said:#reflex|reflexes} "
            "passed every gate and rose; held back: {told_stopped}. {silent} of {moments:#event} "
            "brought no word at all.",
            "{told_said:#reflex|reflexes} said at event {told_event}; {silent} of {moments:#event} stayed silent.",
        ),
        StepWords(
            3,
            "The coin",
            "A session's id alone decides whether it is told anything: a SHA-256 of it, read as a "
            "number between none and one. Below {control_share:.2f} it is control and hears nothing, so that the "
            "effect can be measured. {coin_name} has {coin_x:.3f}: {coin_arm}. Control: {controls} of "
            "{coins:#session}.",
            "{coin_name} has {coin_x:.3f}: {coin_arm}. Control: {controls} of {coins:#session}.",
        ),
        StepWords(
            4,
            "The words",
            "This is what the agent reads, word for word: {told_chars:#character} for "
            "{told_said:#directive}. A fact about this repository, the counts behind it, and that it may "
            "be ignored. A command's slot is filled from the prompt under its contract or nothing is "
            "said; this one has {told_slots:#slot}.",
            "{told_chars:#character} before the agent, for {told_said:#directive}.",
        ),
        StepWords(
            5,
            "Three batches",
            "A directive has {pending:#tool batch|tool batches} to be followed. Played on three ways, the "
            "real ledger calls it {end_taken} when the step ran, {end_left} when other things were done, "
            "and {end_failed} when it ran and failed.",
            "After {pending:#tool batch|tool batches}: {end_taken}, {end_left} or {end_failed}.",
        ),
        StepWords(
            6,
            "Pull the plug",
            "When the hook fails, the agent must not notice. Given half an event, the real hook "
            "printed {half_bytes:#byte} and raised nothing. The {moments:#event} of the session go on in one "
            "unbroken line, as if Adage were not installed.",
            "The hook failed and printed {half_bytes:#byte}; {moments:#event} go on.",
        ),
    ),
)

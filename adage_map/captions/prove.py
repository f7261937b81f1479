"""Words of chapter 8: did it help?"""

# The sentences are a table to be read as text; breaking them at column 100 would hide them.
# ruff: noqa: E501
from __future__ import annotations

from adage_map.captions.template import Chapter, StepWords

CHAPTER = Chapter(
    8,
    "prove",
    "Prove it helped",
    "Tasks done with and without.",
    (
        StepWords(
            1,
            "Twin pillars",
            "{proof_source}. {proof_tasks:#task} were done in both arms: {proof_treated:#session} that Adage "
            "spoke to, {proof_control:#session} that it left alone. Height is model turns. With Adage a session "
            "took {proof_mean_told:.1f}, without {proof_mean_silent:.1f}.",
            "{proof_tasks:#task} in both arms: {proof_mean_told:.1f} turns with Adage, {proof_mean_silent:.1f} without.",
        ),
        StepWords(
            2,
            "Differences",
            "Sessions of one task are not independent, so the task is the unit. Each pair's difference lifts "
            "off and hangs from the line of none. Fewer turns in {proof_better} of {proof_tasks:#task}; on average "
            "{proof_size:.1f} {proof_way}, the plank T.",
            "{proof_size:.1f} turns {proof_way} on average over {proof_tasks:#task}.",
        ),
        StepWords(
            3,
            "Shuffle",
            "Could it be luck? Labels are shuffled within each task, never across, {proof_shuffles:#time} for "
            "real. The board counts what came; T is the line. {proof_hits:#shuffle} did at least as well, so p "
            "is {proof_p:.4f}.",
            "{proof_hits} of {proof_shuffles:#shuffle} did at least as well: p is {proof_p:.4f}.",
        ),
        StepWords(
            4,
            "Flip signs",
            "Would it hold for other tasks? If signs were thrown by a coin, {flip_patterns:#pattern} could come, "
            "and each is tried. p is {flip_p:.4f}; so many tasks can give {flip_smallest:.4f} at best.",
            "Of {flip_patterns:#pattern} of signs: p is {flip_p:.4f}.",
        ),
        StepWords(
            5,
            "Interval",
            "Tasks are drawn anew {resamples:#time}; in the middle of what comes lies the mean difference: "
            "from {proof_lower:.1f} to {proof_upper:.1f} turns.",
            "The mean difference likely lies from {proof_lower:.1f} to {proof_upper:.1f} turns.",
        ),
        StepWords(
            7,
            "Counts first",
            "Money is named only from {dollars_treated:#treated session} and {dollars_control:#control session} on; "
            "{proof_treated} and {proof_control} are {proof_money}. All sessions take the rail under the table "
            "back to the first bay: what was told is marked there, and is no evidence for itself.",
            "{proof_treated:#treated session} and {proof_control:#control session} are {proof_money}.",
        ),
    ),
)

"""Words of chapter 2: steps become strings, strings give candidates."""

# The sentences are a table to be read as text; breaking them at column 100 would hide them.
# ruff: noqa: E501
from __future__ import annotations

from adage_map.captions.template import NO_HERO, Chapter, StepWords

CHAPTER = Chapter(
    2,
    "patterns",
    "Spot the patterns",
    "Steps become strings, strings give candidates.",
    (
        StepWords(
            1,
            "Prototypes",
            "Keys that mean the same step gather in one well: {keys} keys, {prototypes:#prototype}. "
            "A sector is an effect; the wells that most sessions use lie nearest to the centre.",
            "{keys} keys gathered in {prototypes:#prototype}.",
        ),
        StepWords(
            2,
            "Strings",
            "Each session is now a string of letters on its own clock. Reads made at once share a "
            "tick and stand in a stack. {events:#event} on {lanes:#string}.",
            "{events:#event} on {lanes:#string}.",
        ),
        StepWords(
            3,
            "Grow",
            "Start at {hero} and look back, at most {window} ticks. After {hero_trigger} the pattern "
            "is in {hero_support:#session}; it grows only while at least {min_support} support it. "
            "In all, {patterns:#pattern}.",
            "{patterns:#pattern} found; after {hero_trigger}, {hero}, in {hero_support:#session}.",
            "hero",
            "The miner looks back from each step, at most {window} ticks, and keeps what at least "
            "{min_support} sessions support: {patterns:#pattern}. " + NO_HERO,
            "{patterns:#pattern} found.",
        ),
        StepWords(
            4,
            "Shrink",
            "A rate from few sessions leans toward the broader habit's. {hero_s:.1f} of "
            "{hero_weighted:.1f} weighted sessions, leaning toward {hero_m:.2f}, give {hero_mean:.2f}; "
            "the capsule stands at the low end, {hero_q05:.2f}. {passed} of {candidates:#candidate} "
            "reach {gate_q05:.2f}.",
            "{passed} of {candidates:#candidate} pass; {hero} stands at {hero_q05:.2f}.",
            "hero",
            "A rate from few sessions leans toward the broader habit's. {passed} of "
            "{candidates:#candidate} keep a low end of at least {gate_q05:.2f}.",
            "{passed} of {candidates:#candidate} pass the gate.",
        ),
        StepWords(
            5,
            "Age",
            "Habits change, so old sessions fade: after {half_life:.0f} days a session counts half. "
            "These span {span_days:.0f} days; the oldest counts {oldest_weight:.2f}.",
            "The oldest session counts {oldest_weight:.2f}, the newest counts whole.",
        ),
        StepWords(
            6,
            "Calibrate",
            "Does a predicted rate come true on tasks it has not seen? The tasks are dealt into "
            "{folds:#fold}; each is predicted from the others: {pairs:#comparison}. The rates seen, "
            "made rising, are the staircase, and every candidate moves onto it. {hero}: predicted "
            "{hero_mean:.2f}, seen {hero_mean_cal:.2f}.",
            "{pairs:#comparison} on {folds:#fold}; {hero} moves from {hero_mean:.2f} to {hero_mean_cal:.2f}.",
            "hero_calibrated",
            "Does a predicted rate come true on tasks it has not seen? The tasks are dealt into folds "
            "and each fold is predicted from the others: {pairs:#comparison} here. {calibration}.",
            "{pairs:#comparison} on tasks not seen. {calibration}.",
        ),
        StepWords(
            7,
            "Keep what explains",
            "A candidate earns its place in bits: it stays on the pan only if writing the sessions "
            "with it is shorter. {kept:#candidate} stay and save {kept_bits:.0f} bits; {dropped} slide to the tray. "
            "{hero} saves {hero_bits:.1f} bits.",
            "{kept:#candidate} kept, {dropped} dropped; {hero} saves {hero_bits:.1f} bits.",
            "hero",
            "A candidate earns its place in bits: it stays on the pan only if writing the sessions "
            "with it is shorter. {kept:#candidate} stay and save {kept_bits:.0f} bits; {dropped} slide to the tray.",
            "{kept:#candidate} kept, {dropped} dropped.",
        ),
        StepWords(
            8,
            "Fold",
            "What is left takes the shape in which it will be delivered: {reflexes:#reflex|reflexes} in "
            "{shapes:#shape}. Ours becomes a {hero_shape}: after {hero_trigger}, {hero}.",
            "{reflexes:#reflex|reflexes} in {shapes:#shape}.",
            "hero",
            "What is left takes the shape in which it will be delivered: "
            "{reflexes:#reflex|reflexes} in {shapes:#shape}.",
            "{reflexes:#reflex|reflexes} in {shapes:#shape}.",
        ),
    ),
)

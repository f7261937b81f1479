"""The tour's words: chapters, steps, and a sentence for each that holds only recorded numbers.

A caption is a template whose fields are facts (see `facts.py`); which template is used may depend
on the facts. `{name:#session}` writes a count with its noun in the right number.
"""

# The sentences are a table to be read as text; breaking them at column 100 would hide them.
# ruff: noqa: E501
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from string import Formatter
from typing import Any


class _Words(Formatter):
    """Formats counts with their nouns; remembers which fields were used."""

    def __init__(self) -> None:
        self.used: dict[str, Any] = {}

    def get_field(self, field_name: str, _args: Any, kwargs: Any) -> Any:
        self.used[field_name] = kwargs[field_name]
        return kwargs[field_name], field_name

    def format_field(self, value: Any, format_spec: str) -> str:
        if not format_spec.startswith("#"):
            return format(value, format_spec or (",d" if isinstance(value, int) else ""))
        one, _, many = format_spec[1:].partition("|")
        return f"{value:,} {one if value == 1 else many or one + 's'}"


@dataclass(frozen=True, slots=True)
class Caption:
    """What one step says: a title, the text, one sentence of state, and the facts they used."""

    title: str
    text: str
    state: str
    fields: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class StepWords:
    """One step's words before any number is in them. `otherwise` serves when `needs` is absent."""

    number: int
    title: str
    text: str
    state: str
    needs: str = ""
    other_text: str = ""
    other_state: str = ""


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter: its number, its id in links, its title, one line about it, and its steps."""

    number: int
    id: str
    title: str
    about: str
    steps: tuple[StepWords, ...]


def write_caption(words: StepWords, facts: Mapping[str, Any]) -> Caption:
    """Fill a step's words with facts; falls to the other words when its need is 0 or absent."""
    plain = not words.needs or facts.get(words.needs)
    text, state = (words.text, words.state) if plain else (words.other_text, words.other_state)
    formatter = _Words()
    return Caption(
        words.title,
        formatter.vformat(text, (), facts),
        formatter.vformat(state, (), facts),
        formatter.used,
    )


NO_HERO = "No reflex was learned from these {sessions:#session} yet, so there is none to follow."

CHAPTERS = (
    Chapter(
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
    ),
    Chapter(
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
    ),
    Chapter(
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
                7,
                "Keep what explains",
                "A candidate earns its place in bits: it stays on the pan only if writing the sessions "
                "with it is shorter. {kept:#candidate} stay and {dropped} slide to the tray. "
                "{hero} saves {hero_bits:.1f} bits.",
                "{kept:#candidate} kept, {dropped} dropped; {hero} saves {hero_bits:.1f} bits.",
                "hero",
                "A candidate earns its place in bits: it stays on the pan only if writing the sessions "
                "with it is shorter. {kept:#candidate} stay and {dropped} slide to the tray.",
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
    ),
    Chapter(
        3,
        "evidence",
        "Check the evidence",
        "Candidates are counted again, and judged.",
        (
            StepWords(
                1,
                "Recount",
                "Each reflex sweeps the sessions again with the very test the hook will use. Every "
                "session in which it had its chance sends one bead, filled if the step was taken. "
                "{hero}: {hero_k} of {hero_n}.",
                "{opportunities:#opportunity|opportunities} for {reflexes:#reflex|reflexes}; {hero} held in {hero_k} of {hero_n}.",
                "hero",
                "Each reflex sweeps the sessions again with the very test the hook will use. "
                + NO_HERO,
                "{reflexes:#reflex|reflexes} recounted.",
            ),
            StepWords(
                2,
                "How sure",
                "{hero_k} of {hero_n} is a rate of {hero_rate:.2f}, but a few sessions prove little: the "
                "true rate may be as low as {hero_lb:.2f}. Height is that lower bound; the cliff is the "
                "bound for every rate and count. At or above {fire_lb:.2f}: {clear} of {reflexes:#reflex|reflexes}.",
                "{hero} stands at {hero_lb:.2f}; at or above {fire_lb:.2f}: {clear} of {reflexes:#reflex|reflexes}.",
                "hero",
                "Height is the lower bound of a reflex's rate; the cliff is the bound for every rate and "
                "count. At or above {fire_lb:.2f}: {clear} of {reflexes:#reflex|reflexes}.",
                "At or above {fire_lb:.2f}: {clear} of {reflexes:#reflex|reflexes}.",
            ),
            StepWords(
                3,
                "Gates",
                "Three gates decide: the lower bound, at least {fire_k} sessions, and the ceiling of the "
                "step's effect. May fire: {fire}; offered: {prime}; waiting: {nascent}. Ours is "
                "{hero_strength}.",
                "Fire {fire}, prime {prime}, nascent {nascent}; {hero} is {hero_strength}.",
                "hero",
                "Three gates decide: the lower bound, at least {fire_k} sessions, and the ceiling of the "
                "step's effect. May fire: {fire}; offered: {prime}; waiting: {nascent}.",
                "Fire {fire}, prime {prime}, nascent {nascent}.",
            ),
            StepWords(
                4,
                "Spread and contrast",
                "One task repeated proves nothing: the support spans {hero_tasks:#task} and needs "
                "{min_tasks}. And the step must follow its trigger: {hero_with} of {hero_with_n} sessions "
                "with it, {hero_without} of {hero_without_n} without, a difference of {hero_contrast:.2f}.",
                "Support spans {hero_tasks:#task}; the contrast is {hero_contrast:.2f}.",
                "hero_contrast",
                "One task repeated proves nothing: support must span {min_tasks:#task}, and the step must "
                "follow its trigger at least {contrast_min:.2f} more often than it runs without it.",
                "Support must span {min_tasks:#task}.",
            ),
            StepWords(
                5,
                "Dead ends",
                "Some commands do not work here. {dead_failing} failed in {dead_k} of {dead_n} sessions, and "
                "{dead_cure} worked after it. Dead ends in front: {inhibit}; reflexes barred because they "
                "would call one: {barred}.",
                "{inhibit:#dead end}; {barred:#reflex|reflexes} barred.",
                "inhibit",
                "A command that fails in {dead_share:.0%} of the sessions that run it is a dead end, and "
                "whatever would call it is barred. These {sessions:#session} hold none.",
                "No dead end in these {sessions:#session}.",
            ),
        ),
    ),
    Chapter(
        6,
        "package",
        "Package what was learned",
        "One sealed file.",
        (
            StepWords(
                1,
                "Belts",
                "Reflexes can come from this repository's own evidence, from a teammate's signed pack, or "
                "from instincts. Here is own evidence only: {sealed:#reflex|reflexes}; the other belts are empty.",
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
    ),
)

"""Words of chapter 3: candidates are counted again, and judged."""

# The sentences are a table to be read as text; breaking them at column 100 would hide them.
# ruff: noqa: E501
from __future__ import annotations

from adage_map.captions.template import NO_HERO, Chapter, StepWords

CHAPTER = Chapter(
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
        StepWords(
            6,
            "Worth saying?",
            "A step that agents take anyway need not be said. Untold, {hero} ran at once in "
            "{hero_k_self} of {hero_n_self} situations: {hero_p_self:.2f} with what is typical. Told, "
            "{hero_p_follow:.2f} is expected. The bracket is what telling adds, {hero_u:.2f}; "
            "{uplift_min:.2f} is asked for.",
            "Telling {hero} adds {hero_u:.2f}; {uplift_min:.2f} is asked for.",
            "hero_n_self",
            "A step that agents take anyway need not be said. Each reflex stands at what telling would "
            "add to its rate; {uplift_min:.2f} is asked for.",
            "Worth saying from {uplift_min:.2f} on.",
        ),
        StepWords(
            7,
            "The quiet shelf",
            "{quiet:#reflex|reflexes} would add less than {uplift_min:.2f} by at least "
            "{uplift_situations} situations of this repository's own, and stay quiet. They are kept and "
            "listed, not lost: when agents stop doing it by themselves, they come back.",
            "{quiet:#reflex|reflexes} quiet: agents do it anyway.",
            "quiet",
            "A reflex that would add less than {uplift_min:.2f}, by at least {uplift_situations} "
            "situations of this repository's own, would be put on this shelf. There is none here.",
            "No reflex is quiet.",
        ),
    ),
)

"""Lift: a step that is rarely taken is offered when the sessions that took it succeed far more.

In: strings and judged reflexes. Out: the same reflexes with the difference in success and its lower
end; one that was too rare to be offered is offered when that end is high enough, but never fires.
Math: site/math/03-evidence.md
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from adage.constants import LIFT_MIN, WILSON_Z
from adage.formulas import at_least, newcombe
from adage.learn.judge import ceiling
from adage.learn.match import votes
from adage.learn.recount import pattern_of
from adage.learn.string import Strings
from adage.records import Reflex
from adage.settings import Settings

Counts = tuple[int, int, int, int]


def lift(strings: Strings, reflexes: Sequence[Reflex], settings: Settings) -> tuple[Reflex, ...]:
    """Give every reflex its outcome lift; dead ends have none."""
    outcomes = root_outcomes(strings)
    return tuple(_lifted(strings, reflex, outcomes, settings) for reflex in reflexes)


def root_outcomes(strings: Strings) -> dict[int, bool]:
    """Whether each root succeeded, for those of which that is known."""
    number = {root: i for i, root in enumerate(strings.roots)}
    return {
        number[trace.root]: trace.outcome
        for trace in strings.traces
        if trace.id == trace.root and trace.outcome is not None
    }


def lift_counts(
    strings: Strings, reflex: Reflex, outcomes: dict[int, bool], settings: Settings
) -> Counts:
    """(successes with the step, roots with it, successes without it, roots without it).

    Only roots that had an untold chance and whose outcome is known.
    """
    known = [v for v in votes(strings, pattern_of(reflex), settings) if v.root in outcomes]
    took = [outcomes[vote.root] for vote in known if vote.held]
    left = [outcomes[vote.root] for vote in known if not vote.held]
    return sum(took), len(took), sum(left), len(left)


def _lifted(
    strings: Strings, reflex: Reflex, outcomes: dict[int, bool], settings: Settings
) -> Reflex:
    if reflex.shape == "avoid":
        return reflex
    counts = lift_counts(strings, reflex, outcomes, settings)
    if not (counts[1] and counts[3]):
        return replace(reflex, lift_counts=counts)
    low = newcombe(*counts, settings[WILSON_Z])["lower"]
    lifted = replace(reflex, lift=low, lift_counts=counts)
    # Only too low a rate is forgiven: distinct tasks and contrast were asked for before it.
    if reflex.gate != "rate" or not at_least(low, settings[LIFT_MIN]):
        return lifted
    has_edit = any(text.startswith("edit:") for text in reflex.trigger)
    strength = ceiling("prime", reflex.effect, edit_in_trigger=has_edit)
    return replace(lifted, strength=strength, gate="lift", why=_words(counts, low, settings))


def _words(counts: Counts, low: float, settings: Settings) -> str:
    return (
        f"{counts[0]} of {counts[1]} sessions with the step succeeded, {counts[2]} of {counts[3]} "
        f"without it: at least {low:.2f} more; offered from {settings[LIFT_MIN]:.2f} on, never more"
    )

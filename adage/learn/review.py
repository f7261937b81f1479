"""Review: heed what a person has decided about a reflex, a family or a card.

In: everything learned, and the decisions in force by id. Out: the same with dismissed ones silent
and approved ones offered, each with who decided and when. A decision never raises a ceiling: an
approved environment step is offered at most, author and publish steps are never directed, and only
evidence lets a reflex insist.
Math: site/math/08-index.md
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TypeVar

from adage.decisions import APPROVE, DISMISS, Decision
from adage.findings import Card, Family
from adage.learn.judge import band, ceiling
from adage.records import Reflex
from adage.settings import Settings

Decisions = Mapping[str, Decision]
Said = TypeVar("Said", Reflex, Family)
GATE = "review"
# What these stopped has passed every other gate: it is silent for being done anyway.
SILENCED = ("uplift", "value")


@dataclass(frozen=True, slots=True)
class Reviewed:
    """What may be sealed. `cards` lacks the dismissed ones; `decided` are the decisions heeded."""

    reflexes: tuple[Reflex, ...]
    families: tuple[Family, ...]
    cards: tuple[Card, ...]
    decided: tuple[Decision, ...] = ()


def review(
    reflexes: Sequence[Reflex],
    families: Sequence[Family],
    cards: Sequence[Card],
    decisions: Decisions,
    settings: Settings,
) -> Reviewed:
    """Apply every decision to what it is about; decisions on what is not there wait."""
    known = {r.id for r in reflexes} | {f.id for f in families} | {c.id for c in cards}
    return Reviewed(
        reflexes=tuple(_heeded(each, decisions.get(each.id), settings) for each in reflexes),
        families=tuple(_heeded(each, decisions.get(each.id), settings) for each in families),
        cards=tuple(each for each in cards if not is_dismissed(decisions.get(each.id))),
        decided=tuple(each for name, each in sorted(decisions.items()) if name in known),
    )


def is_dismissed(decision: Decision | None) -> bool:
    """Whether a person wants to hear no more of it."""
    return decision is not None and decision.verdict == DISMISS


def _heeded(said: Said, decision: Decision | None, settings: Settings) -> Said:
    if decision is None or said.strength == "dropped":
        return said
    if decision.verdict == DISMISS:
        return replace(said, strength="nascent", gate=GATE, why=f"dismissed by {by(decision)}")
    strength = approved_strength(said, settings)
    if decision.verdict != APPROVE or said.strength != "nascent" or strength == "nascent":
        return said
    return replace(said, strength=strength, gate=GATE, why=f"approved by {by(decision)}")


def by(decision: Decision) -> str:
    """Who decided, and on which day."""
    day = datetime.fromtimestamp(decision.when, UTC).date().isoformat()
    return f"{decision.who or 'someone'} on {day}"


def approved_strength(said: Reflex | Family, settings: Settings) -> str:
    """What an approval makes of something that waits; nascent where it can change nothing.

    Only what was silenced for being done anyway may insist at once: it has passed every other gate.
    A dead end that waits lacks evidence that its command fails, which no person's word replaces.
    """
    if isinstance(said, Reflex) and said.shape == "avoid":
        return said.strength
    earned = band(said.k, said.n, said.lb, settings, new=False)
    has_edit = isinstance(said, Reflex) and any(text.startswith("edit:") for text in said.trigger)
    if said.gate in SILENCED:
        wanted = "fire" if earned == "fire" else "prime"
    else:
        wanted = "nascent" if earned == "dropped" else "prime"
    strength = ceiling(wanted, said.effect, edit_in_trigger=has_edit, reviewed=True)
    return strength if strength in ("prime", "fire") else "nascent"

"""What silences an instinct: its effect, the sessions' own evidence, and its own record.

In: an instinct as the files have it, what the sessions showed of its command and of others of its
kind, and what became of it when it was told. Out: its strength, the gate, and why in words.
Page: site/instincts.md
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from adage.constants import INSTINCT_RIVALS, INSTINCTS_NOISY, PRIME_NEW, WILSON_Z
from adage.formulas import at_least, wilson_limits
from adage.learn.instinct_evidence import Shown, Words
from adage.learn.judge import ceiling
from adage.ledger.records import Entry
from adage.records import Effect
from adage.settings import Settings

ENDS = ("followed", "ignored", "misfired")
UNSEEN = "no session has shown it yet"
# Strength, gate, why. The why of one that may speak tells what the sessions showed of it.
Verdict = tuple[str, str, str]


def count_ends(told: Iterable[Entry]) -> dict[str, Counter[str]]:
    """For each id how often its deliveries were followed, ignored and misfired."""
    found: dict[str, Counter[str]] = {}
    for entry in told:
        if entry.said and entry.outcome in ENDS:
            found.setdefault(entry.id, Counter())[entry.outcome] += 1
    return found


def by_effect(effect: Effect, off: str, settings: Settings) -> Verdict:
    """Off by default, or held by its effect's ceiling."""
    if off and not settings[INSTINCTS_NOISY]:
        return "dropped", "off", off
    if effect >= Effect.AUTHOR:
        return "dropped", "ceiling", f"{effect.word} steps are never told"
    strength = ceiling("prime", effect, edit_in_trigger=False)
    limited = f"{effect.word} steps are {strength} at most"
    return (strength, "", "") if strength == "prime" else (strength, "ceiling", limited)


def by_evidence(
    own: Sequence[Words], tools: Iterable[Words], shown: Shown, settings: Settings
) -> Verdict:
    """Silent when it ran and never passed, or when sessions use another command of its kind.

    `own` are the spellings of the instinct's command, `tools` the commands of its kind.
    """
    seen = shown.of(own)
    if seen.ran and not seen.passed:
        return "dropped", "evidence", f"it ran in {seen.ran} sessions and passed in none"
    if seen.ran:
        return "prime", "", f"it passed in {seen.passed} of the {seen.ran} sessions that ran it"
    others = [t for t in tools if not any(_is_start(t, o) or _is_start(o, t) for o in own)]
    passed = shown.of(others).passed
    if passed >= settings[INSTINCT_RIVALS]:
        why = f"no session ran it, and in {passed} another command of its kind passed"
        return "dropped", "evidence", why
    return "prime", "", UNSEEN


def by_record(ends: Mapping[str, int], settings: Settings) -> Verdict:
    """Extinguished when even the upper end of its rate lies below that of a new reflex.

    With Wilson's interval at its usual width that takes four deliveries of which none was followed.
    """
    told = sum(ends.get(end, 0) for end in ENDS)
    followed = ends.get("followed", 0)
    upper = wilson_limits(followed, told, settings[WILSON_Z])[1]
    if at_least(upper, settings[PRIME_NEW]):
        return "prime", "", ""
    wanted = settings[PRIME_NEW]
    why = f"followed in {followed} of {told}: {upper:.2f} at best, and {wanted:.2f} is asked for"
    return "dropped", "misfires", why


def _is_start(one: Words, other: Words) -> bool:
    return other[: len(one)] == one

"""Judge: how hard a reflex may push, from its evidence and its effect.

In: recounted reflexes. Out: the same reflexes with a strength (fire, prime, nascent, inhibit or
dropped), the gate that stopped or capped them and the reason in words. Nothing is lost unseen: a
reflex that fails a gate is kept with its reason. Math: site/math/03-evidence.md
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from adage.constants import (
    CONTRAST_MIN,
    CONTRAST_MIN_WITHOUT,
    DEAD_END_PAIRS,
    DEAD_END_SHARE,
    FIRE_LB,
    FIRE_MIN_K,
    MIN_TASKS,
    NASCENT_FLOOR,
    PRIME_KEEP,
    PRIME_NEW,
)
from adage.formulas import at_least
from adage.records import Effect, Reflex
from adage.settings import Settings

Verdict = tuple[str, str, str]  # strength, gate, why


def judge(reflexes: Sequence[Reflex], settings: Settings) -> tuple[Reflex, ...]:
    """Give every reflex its strength."""
    return tuple(_judged(reflex, settings) for reflex in reflexes)


def _judged(reflex: Reflex, settings: Settings) -> Reflex:
    strength, gate, why = verdict(reflex, settings)
    return replace(reflex, strength=strength, gate=gate, why=why)


def verdict(reflex: Reflex, settings: Settings) -> Verdict:
    """The strength, and the first gate that stopped or capped it with the reason in words."""
    if reflex.shape == "avoid":
        return _dead_end(reflex, settings)
    for stop in (_too_few_tasks, _no_contrast):
        if (why := stop(reflex, settings)) is not None:
            return why
    return _banded(reflex, settings)


def _banded(reflex: Reflex, settings: Settings) -> Verdict:
    strength = band(reflex.k, reflex.n, reflex.lb, settings)
    capped = ceiling(strength, reflex.effect, edit_in_trigger=_has_edit(reflex))
    counts = f"{reflex.k} of {reflex.n}, lower bound {reflex.lb:.2f}"
    if strength == "dropped":
        return strength, "rate", f"{counts}: the rate is below {settings[NASCENT_FLOOR]:.2f}"
    if capped != strength:
        limit = f"{reflex.effect.word} steps are {capped} at most"
        return capped, "ceiling", f"{counts} would be {strength}; {limit}"
    if strength == "fire":
        return strength, "", f"{counts} reaches {settings[FIRE_LB]:.2f}"
    if strength == "prime":
        return strength, "", f"{counts}: offered from a rate of {settings[PRIME_NEW]:.2f} on"
    return strength, "rate", f"{counts}: the rate is below {settings[PRIME_NEW]:.2f}"


def band(k: int, n: int, lb: float, settings: Settings, *, new: bool = True) -> str:
    """Fire, prime, nascent or dropped by the evidence; an existing reflex keeps prime longer."""
    rate = k / n if n else 0.0
    if at_least(lb, settings[FIRE_LB]) and k >= settings[FIRE_MIN_K]:
        return "fire"
    if at_least(rate, settings[PRIME_NEW] if new else settings[PRIME_KEEP]):
        return "prime"
    return "nascent" if new and at_least(rate, settings[NASCENT_FLOOR]) else "dropped"


def ceiling(strength: str, effect: Effect, *, edit_in_trigger: bool, reviewed: bool = False) -> str:
    """The most that a step of this effect may be: it caps any evidence."""
    if effect >= Effect.AUTHOR:
        return "never"
    if effect == Effect.ENVIRONMENT:
        most = "prime" if reviewed else "nascent"
    elif effect == Effect.REGENERATE and not edit_in_trigger:
        most = "prime"
    else:
        most = "fire"
    order = ["dropped", "nascent", "prime", "fire"]
    return min(strength, most, key=order.index)


def _has_edit(reflex: Reflex) -> bool:
    return any(text.startswith("edit:") for text in reflex.trigger)


def _too_few_tasks(reflex: Reflex, settings: Settings) -> Verdict | None:
    if reflex.tasks >= settings[MIN_TASKS]:
        return None
    why = f"its {reflex.k} sessions span {reflex.tasks} task; {settings[MIN_TASKS]} are asked for"
    return "nascent", "tasks", why


def _no_contrast(reflex: Reflex, settings: Settings) -> Verdict | None:
    """A step that runs as often without its trigger is not worth saying; kept as quiet.

    A sequence is exempt: its worth is that several checks become one call, not that they run.
    """
    if reflex.contrast is None or reflex.shape == "sequence":
        return None
    k, n, anyway, without = reflex.contrast_counts
    least = settings[CONTRAST_MIN_WITHOUT]
    if without < least:
        why = f"only {without} sessions lack the trigger; {least} are needed to tell it apart"
        return "nascent", "contrast", why
    if at_least(reflex.contrast, settings[CONTRAST_MIN]):
        return None
    why = (
        f"the step runs in {anyway} of {without} sessions without the trigger, so {k} of {n} with "
        f"it is a difference of {reflex.contrast:.2f}; {settings[CONTRAST_MIN]:.2f} is asked for"
    )
    return "nascent", "contrast", why


def _dead_end(reflex: Reflex, settings: Settings) -> Verdict:
    """A runner that nearly always fails, followed by a check that works."""
    share, pairs = settings[DEAD_END_SHARE], settings[DEAD_END_PAIRS]
    failed = f"it failed in {reflex.k} of {reflex.n} sessions that ran it"
    cured = f"the working check followed in {reflex.pairs}"
    checks: tuple[tuple[str, Callable[[], bool], str], ...] = (
        ("share", lambda: is_dead(reflex.k, reflex.n, settings), f"{share:.2f} is asked for"),
        ("pairs", lambda: reflex.pairs >= pairs, f"{pairs} are asked for"),
        ("tasks", lambda: reflex.tasks >= settings[MIN_TASKS], f"{reflex.tasks} task only"),
    )
    for gate, passes, asked in checks:
        if not passes():
            return "nascent", gate, f"{failed} and {cured}; {asked}"
    return "inhibit", "", f"{failed}; {cured}"


def is_dead(failed: int, ran: int, settings: Settings) -> bool:
    """Whether a runner failed in nearly all roots that ran it."""
    return ran > 0 and at_least(failed / ran, settings[DEAD_END_SHARE])

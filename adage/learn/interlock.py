"""Interlock: nothing may direct a runner that a dead end says fails.

In: judged reflexes and labels. Out: the same reflexes; one that would direct a failing runner is
dropped at the gate "interlock". The repository's own dead ends beat everything.
Math: site/math/03-evidence.md
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from adage.learn.label import Labels
from adage.records import Reflex


def interlock(reflexes: Sequence[Reflex], labels: Labels) -> tuple[Reflex, ...]:
    """Drop every reflex whose step has the runner of a dead end."""
    dead: dict[str, Reflex] = {}
    for reflex in reflexes:
        if reflex.strength == "inhibit":
            for text in reflex.trigger:
                dead.setdefault(_runner(labels, text.removesuffix("!")), reflex)
    return tuple(_barred(reflex, labels, dead) for reflex in reflexes)


def _runner(labels: Labels, key: str) -> str:
    number = labels.of.get(key)
    return labels.prototypes[number].runner if number is not None else ""


def _barred(reflex: Reflex, labels: Labels, dead: dict[str, Reflex]) -> Reflex:
    for key in reflex.steps:
        runner = _runner(labels, key)
        if runner and runner in dead:
            by = dead[runner]
            why = f"{runner} is a dead end here: it failed in {by.k} of {by.n} sessions ({by.id})"
            return replace(reflex, strength="dropped", gate="interlock", why=why)
    return reflex

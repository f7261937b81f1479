"""Interlock: nothing may direct a runner that a dead end says fails.

In: judged reflexes or families, and labels. Out: the same; one that would direct a failing runner
is dropped at the gate "interlock". The repository's own dead ends beat everything.
Math: site/math/03-evidence.md
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from adage.findings import Family
from adage.learn.label import Labels
from adage.records import Reflex

Said = TypeVar("Said", Reflex, Family)


def interlock(reflexes: Sequence[Reflex], labels: Labels) -> tuple[Reflex, ...]:
    """Drop every reflex whose step has the runner of a dead end."""
    dead = barred_runners(reflexes, labels)
    return tuple(_barred(reflex, reflex.steps, labels, dead) for reflex in reflexes)


def interlock_families(
    families: Sequence[Family], reflexes: Sequence[Reflex], labels: Labels
) -> tuple[Family, ...]:
    """The same for families of requests, whose step is their route."""
    dead = barred_runners(reflexes, labels)
    return tuple(_barred(family, (family.route,), labels, dead) for family in families)


def barred_runners(reflexes: Sequence[Reflex], labels: Labels) -> dict[str, Reflex]:
    """Each runner that a dead end bars, with that dead end."""
    dead: dict[str, Reflex] = {}
    for reflex in reflexes:
        if reflex.strength == "inhibit":
            for text in reflex.trigger:
                dead.setdefault(_runner(labels, text.removesuffix("!")), reflex)
    return dead


def _runner(labels: Labels, key: str) -> str:
    number = labels.of.get(key)
    return labels.prototypes[number].runner if number is not None else ""


def _barred(
    directive: Said, steps: Sequence[str], labels: Labels, dead: Mapping[str, Reflex]
) -> Said:
    for key in steps:
        runner = _runner(labels, key)
        if runner and runner in dead:
            by = dead[runner]
            why = f"{runner} is a dead end here: it failed in {by.k} of {by.n} sessions ({by.id})"
            return replace(directive, strength="dropped", gate="interlock", why=why)
    return directive

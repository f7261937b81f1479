"""Which command always fails here, since when, what works instead, and what it has cost.

In: courses. Out: the runners that failed in nearly every session that ran them (`rtk bun`), and
single commands that never once worked. A check that fails because the code is wrong works again
later, so it is neither.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from adage.constants import DEAD_END_SHARE, MIN_SUPPORT
from adage.formulas import at_least
from adage.records import Effect, Reflex, Step
from adage.report.courses import Course
from adage.report.records import Failing, Seen, figure
from adage.settings import Settings

# Two commands share this much of their words when one stands for the other.
_LIKE = 0.5


@dataclass(slots=True)
class _Uses:
    """How a command fared in the sessions that ran it."""

    ran: list[int] = field(default_factory=list)
    failed: list[tuple[Course, list[Step]]] = field(default_factory=list)
    worked: int = 0


def always_failing(
    found: Sequence[Course], settings: Settings, reflexes: Sequence[Reflex] = ()
) -> tuple[Failing, ...]:
    """The commands that always fail, the costliest first."""
    runners = _count(found, lambda step: step.runner)
    dead = {name: uses for name, uses in runners.items() if _is_dead(uses, settings)}
    keys = _count(found, lambda step: "" if _is_told_by(step, dead) else step.key)
    never = {
        key: uses
        for key, uses in keys.items()
        if not uses.worked and len(uses.failed) == len(uses.ran) >= settings[MIN_SUPPORT]
    }
    rows = [_failing(name, uses, lambda s: s.runner, reflexes) for name, uses in dead.items()]
    rows += [_failing(key, uses, lambda s: s.key, reflexes) for key, uses in never.items()]
    return tuple(sorted(rows, key=lambda row: (-row.found.turns, row.command)))


def _is_told_by(step: Step, dead: Mapping[str, _Uses]) -> bool:
    return step.runner in dead or step.effect == Effect.VERIFY


def _count(found: Sequence[Course], name_of: Callable[[Step], str]) -> dict[str, _Uses]:
    counted: dict[str, _Uses] = {}
    for course in found:
        mine: dict[str, list[Step]] = {}
        for step in course.steps:
            if step.tool == "shell" and step.effect > Effect.OBSERVE and (name := name_of(step)):
                mine.setdefault(name, []).append(step)
        for name, steps in mine.items():
            uses = counted.setdefault(name, _Uses())
            uses.ran.append(course.number)
            uses.worked += any(step.ok for step in steps)
            if failed := [step for step in steps if step.ok is False]:
                uses.failed.append((course, failed))
    return counted


def _is_dead(uses: _Uses, settings: Settings) -> bool:
    failed, ran = len(uses.failed), len(uses.ran)
    return failed >= settings[MIN_SUPPORT] and at_least(failed / ran, settings[DEAD_END_SHARE])


def _failing(
    name: str, uses: _Uses, name_of: Callable[[Step], str], reflexes: Sequence[Reflex]
) -> Failing:
    works: Counter[str] = Counter()
    turns = 0
    seen: list[Seen] = []
    for course, failed in uses.failed:
        cure = _cure(course, failed[0], name_of)
        works.update([said(cure.key)] if cure else [])
        turns += cure.turn - failed[0].turn if cure else len({step.turn for step in failed})
        seen.append(course.seen(failed))
    best = min(works, key=lambda text: (-works[text], text), default="")
    first, last = uses.failed[0][0].number, uses.failed[-1][0].number
    return Failing(
        said(name), len(uses.ran), first, last, best, works[best], figure(seen, turns),
        _dead_end(name, reflexes),
    )  # fmt: skip


def _cure(course: Course, failed: Step, name_of: Callable[[Step], str]) -> Step | None:
    """The first command after a failure that worked and is much like it."""
    wanted = set(said(failed.key).split())
    for step in course.steps[failed.idx + 1 :]:
        if step.tool != "shell" or not step.ok or name_of(step) == name_of(failed):
            continue
        words = set(said(step.key).split())
        if at_least(len(wanted & words) / len(wanted | words), _LIKE):
            return step
    return None


def said(key: str) -> str:
    """A step's key as a person would type it."""
    return key.removeprefix("sh:")


def _dead_end(name: str, reflexes: Sequence[Reflex]) -> str:
    """The id of the dead end that was learned about this command."""
    for reflex in reflexes:
        triggers = [said(text).removesuffix("!") for text in reflex.trigger]
        if reflex.shape == "avoid" and any(
            text == said(name) or text.startswith(f"{name} ") for text in triggers
        ):
            return reflex.id
    return ""

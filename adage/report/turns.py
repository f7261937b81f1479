"""Where the model turns go: every turn of every session in exactly one class.

In: courses. Out: the classes in a fixed order, with their share of all turns. A turn with several
calls belongs to the first class that fits: a failure outweighs an edit, an edit a check.
"""

from __future__ import annotations

from collections.abc import Sequence

from adage.records import Call, Effect, Prompt, Step
from adage.report.courses import Course
from adage.report.records import Seen, TurnClass, figure

BEFORE, LATER, EDIT, CHECK = (
    "explore before the first edit",
    "explore later",
    "edit",
    "check passed",
)
FAILED, REFUSED, GIT = "failed command", "refused tool call", "git and gh"
LIST, TEXT, OTHER = "task list only", "text only", "other"
CLASSES = (BEFORE, LATER, EDIT, CHECK, FAILED, REFUSED, GIT, LIST, TEXT, OTHER)

_LISTS = frozenset(
    {"TodoWrite", "TodoRead", "TaskCreate", "TaskUpdate", "TaskList", "TaskGet"}
    | {"update_plan", "todowrite", "todoread"}
)
_LOOKS = frozenset({"read", "list", "search", "shell"})
_NEVER = frozenset({"refused", "invalid"})
_WENT_WRONG = frozenset({"failed", "timeout"})


def turn_classes(found: Sequence[Course]) -> tuple[TurnClass, ...]:
    """The classes that hold any turn, in the order of `CLASSES`."""
    seen: dict[str, list[Seen]] = {name: [] for name in CLASSES}
    for course in found:
        for name, sighting in _sort_turns(course).items():
            seen[name].append(sighting)
    total = sum(course.session.turns for course in found)
    classes = ((name, figure(seen[name])) for name in CLASSES)
    return tuple(TurnClass(name, each.count / total, each) for name, each in classes if each.count)


def _sort_turns(course: Course) -> dict[str, Seen]:
    calls: dict[int, list[Call]] = {}
    steps: dict[int, list[Step]] = {}
    for call in course.session.calls:
        calls.setdefault(call.turn, []).append(call)
    for step in course.steps:
        steps.setdefault(step.turn, []).append(step)
    lines: dict[str, list[int]] = {}
    first: dict[str, int] = {}
    edited = False
    for turn in range(course.session.turns):
        made = calls.get(turn, [])
        name = class_of(made, steps.get(turn, []), edited=edited)
        lines.setdefault(name, []).append(made[0].line if made else line_before(course, turn))
        if turn in steps:
            first.setdefault(name, steps[turn][0].idx)
        edited = edited or any(call.tool == "edit" for call in made)
    return {
        name: Seen(course.number, course.trace.id, _once(at), len(at), first.get(name, -1))
        for name, at in lines.items()
    }


def _once(lines: Sequence[int]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(lines))


def line_before(course: Course, turn: int) -> int:
    """The last call or prompt before a turn that only said something: its text stands after it."""
    marks: list[Call | Prompt] = [c for c in course.session.calls if c.turn < turn]
    marks += [p for p in course.session.prompts if p.turn <= turn]
    return max((mark.line for mark in marks), default=0)


def class_of(calls: Sequence[Call], steps: Sequence[Step], *, edited: bool) -> str:
    """The class of one turn. `edited` says whether an earlier turn of the session tried an edit."""
    if not calls:
        return TEXT
    if any(_has_failed(call) for call in calls):
        return FAILED
    if all(_was_refused(call) for call in calls):
        return REFUSED
    if any(call.tool == "edit" and call.outcome in ("ok", "unknown") for call in calls):
        return EDIT
    if any(is_check(step) for step in steps):
        return CHECK
    if any(is_git(step) for step in steps):
        return GIT
    if all(call.name in _LISTS for call in calls):
        return LIST
    if steps and all(step.effect == Effect.OBSERVE and step.tool in _LOOKS for step in steps):
        return LATER if edited else BEFORE
    return OTHER


def _has_failed(call: Call) -> bool:
    return call.tool == "shell" and (call.outcome in _WENT_WRONG or call.verdict is False)


def _was_refused(call: Call) -> bool:
    return call.outcome in _NEVER or (call.tool != "shell" and call.outcome in _WENT_WRONG)


def is_check(step: Step) -> bool:
    """Whether a step checks or rebuilds: a test, a linter, a formatter, a build."""
    return step.effect in (Effect.VERIFY, Effect.REGENERATE)


def is_git(step: Step) -> bool:
    """Whether a step runs git or gh, also behind a proxy's word."""
    return not {"git", "gh"}.isdisjoint(step.key.removeprefix("sh:").split()[:2])

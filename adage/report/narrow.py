"""Checks that passed too narrowly: `test` was green, and `test:ci` then was not.

In: courses, and the prompts that reported a failure after a check had passed. Out: pairs of a check
that passed and the one of its kind that showed what it had missed, with nothing edited in between.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from adage.records import Effect, Step
from adage.report.courses import Course, Stretch
from adage.report.failing import said
from adage.report.records import Narrow, Seen, figure

_WORD = re.compile(r"[^\s:./_*-]+")
# What a check looks at, by what its words begin or end with.
_KINDS = ("test", "lint", "vet", "tsc", "type", "fmt", "format", "build", "spec", "check")

Pair = tuple[str, str]


def passed_too_narrowly(
    found: Sequence[Course], told: Sequence[tuple[Stretch, Sequence[Step]]]
) -> tuple[Narrow, ...]:
    """The pairs, those of most sessions first."""
    seen: dict[Pair, dict[int, Seen]] = {}
    for pair, sighting in (*_reported(told), *_observed(found)):
        seen.setdefault(pair, {}).setdefault(sighting.session, sighting)
    rows = [
        Narrow(passed, wider, _sessions_with(found, wider), figure(sightings.values()))
        for (passed, wider), sightings in seen.items()
    ]
    return tuple(
        sorted(rows, key=lambda r: (-r.found.sessions, -r.wide_sessions, r.passed, r.wider))
    )


def _reported(told: Sequence[tuple[Stretch, Sequence[Step]]]) -> Iterator[tuple[Pair, Seen]]:
    """After the report the agent turned to another check of a kind that had passed before."""
    for stretch, passed in told:
        known = {step.key for step in stretch.course.steps if step.call < stretch.prompt.at}
        wider = [s for s in stretch.steps if s.effect == Effect.VERIFY and s.key not in known]
        for step in wider[:1]:
            if near := nearest(step, passed):
                yield _pair(near, step), stretch.course.seen([near, step], 1)


def _observed(found: Sequence[Course]) -> Iterator[tuple[Pair, Seen]]:
    """A check failed that another of its kind had not, and nothing was edited in between."""
    for course in found:
        passed: list[Step] = []
        for step in course.steps:
            if step.effect >= Effect.AUTHOR:
                passed = []
            elif step.effect == Effect.VERIFY and step.ok:
                passed.append(step)
            elif step.effect == Effect.VERIFY and step.ok is False:
                near = nearest(step, [other for other in passed if _is_wider(step, other)])
                if near is not None:
                    yield _pair(near, step), course.seen([near, step], 1)


def _is_wider(step: Step, than: Step) -> bool:
    """Of one runner, the check with fewer words leaves less out; of two, any may be the wider."""
    if step.runner != than.runner:
        return True
    return len(_WORD.findall(step.key)) < len(_WORD.findall(than.key))


def _pair(passed: Step, wider: Step) -> Pair:
    """Two checks by their runners, or whole when they have the same."""
    if passed.runner == wider.runner:
        return said(passed.key), said(wider.key)
    return passed.runner, wider.runner


def nearest(step: Step, passed: Sequence[Step]) -> Step | None:
    """The passed check that looks at most of the same, the latest of equals."""
    wanted = kind(step.key)
    alike = [(len(wanted & kind(other.key)), other.idx, other) for other in passed]
    best = max(alike, default=None, key=lambda each: each[:2])
    return best[2] if best and best[0] else None


def kind(key: str) -> set[str]:
    """What a check looks at: `test` for `mise run test:ci`, `fmt` for `gofmt`."""
    found = [word for word in _WORD.findall(said(key).lower()) if word[0].isalpha()]
    return {k for k in _KINDS for word in found if word.startswith(k) or word.endswith(k)}


def _sessions_with(found: Sequence[Course], check: str) -> int:
    """The sessions that ran a check, named by its runner or whole."""
    return sum(any(check in (step.runner, said(step.key)) for step in c.steps) for c in found)

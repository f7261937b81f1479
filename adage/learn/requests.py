"""Requests: what people asked for, and the first telling step that each was answered with.

In: strings. Out: one `Asked` for each prompt that opened a task, in the order of the traces, with
the steps up to the next one. A prompt that only says to carry on belongs to the one before it.
Math: site/math/05-intent.md
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from adage.constants import COMMON_ROUTE, PENDING_BATCHES, PROMPT_WORDS
from adage.findings import Request
from adage.formulas import at_most
from adage.learn.mine import is_deliverable
from adage.learn.string import Strings, taking
from adage.records import Directive, Effect, Step, Trace
from adage.settings import Settings
from adage.traces.normalise import is_continuation
from adage.traces.placeholders import prompt_text


@dataclass(frozen=True, slots=True)
class Asked:
    """One request with what followed it: its steps, and what its session was told by then."""

    request: Request
    steps: tuple[Step, ...]
    directives: tuple[Directive, ...]


def read_requests(strings: Strings, settings: Settings) -> list[Asked]:
    """Every request of every session; those of sub-agents were not made by a person."""
    telling = telling_prototypes(strings, settings)
    return [
        replace(asked, request=replace(asked.request, route=first_route(strings, asked, telling)))
        for trace in strings.traces
        if trace.id == trace.root
        for asked in _asked(trace, settings)
    ]


def _asked(trace: Trace, settings: Settings) -> Iterator[Asked]:
    opening = [
        prompt
        for i, prompt in enumerate(trace.prompts)
        if i == 0 or not is_continuation(prompt, settings)
    ]
    # The first call of the next request ends this one; the last one has all that is left.
    ends = [*(prompt.at for prompt in opening[1:]), float("inf")]
    for prompt, end in zip(opening, ends[: len(opening)], strict=True):
        yield Asked(
            Request(
                trace=trace.id,
                root=trace.root,
                task=trace.task,
                path=trace.path,
                line=prompt.line,
                text=prompt_text(prompt.text, settings[PROMPT_WORDS]),
            ),
            tuple(step for step in trace.steps if prompt.at <= step.call < end),
            trace.directives,
        )


def telling_prototypes(strings: Strings, settings: Settings) -> frozenset[int]:
    """Checks and named look-ups that not nearly every session runs: a first step that says much."""
    found = set()
    for prototype in strings.labels.prototypes:
        if prototype.effect > Effect.VERIFY or not is_deliverable(prototype):
            continue
        if at_most(route_share(strings, prototype.id), settings[COMMON_ROUTE]):
            found.add(prototype.id)
    return frozenset(found)


def route_share(strings: Strings, prototype: int) -> float:
    """The share of all sessions that ran a prototype anywhere."""
    roots = {int(strings.root[at]) for at in taking(strings, prototype)}
    return len(roots) / len(strings.roots) if strings.roots else 0.0


def first_route(strings: Strings, asked: Asked, telling: frozenset[int]) -> str:
    """The key of the first telling step before any edit, or empty."""
    for step in asked.steps:
        if step.effect == Effect.AUTHOR:
            return ""
        prototype = strings.labels.of[step.key]
        if prototype in telling:
            return strings.labels.prototypes[prototype].key
    return ""


def when_run(strings: Strings, asked: Asked, route: str) -> Step | None:
    """The first step that ran `route` after the request."""
    wanted = strings.labels.of[route]
    return next((s for s in asked.steps if strings.labels.of[s.key] == wanted), None)


def was_told(strings: Strings, asked: Asked, route: str) -> bool:
    """Whether the session had been told `route` before it ran it, or before the next request."""
    ran = when_run(strings, asked, route)
    last = ran or (asked.steps[-1] if asked.steps else None)
    if last is None:
        return False
    wanted = strings.labels.of[route]
    return any(
        directive.pos <= last.idx and wanted in {strings.labels.of.get(k) for k in directive.keys}
        for directive in asked.directives
    )


def ran_at_once(strings: Strings, asked: Asked, route: str, settings: Settings) -> bool:
    """Whether `route` ran in the first turns after the request."""
    ran = when_run(strings, asked, route)
    return ran is not None and ran.turn - asked.steps[0].turn < settings[PENDING_BATCHES]

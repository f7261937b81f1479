"""Work: what each session set out to do and which kinds of files it edited for that.

In: strings and requests. Out: one `Work` for each session with a first request and an edited file,
in the order of the traces. What sub-agents did counts as their session's.
Math: site/math/06-cards.md
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from adage.findings import Request
from adage.learn.requests import Asked
from adage.learn.string import Strings
from adage.records import Step, Trace
from adage.traces.path_class import OUTSIDE, TEMPORARY, file_shape


@dataclass(frozen=True, slots=True)
class Work:
    """A session's first request, its steps with those of its sub-agents, and how it ended.

    `shapes` maps each kind of file it edited, in order of the first edit, to the first such file.
    """

    request: Request
    steps: tuple[Step, ...]
    shapes: dict[str, str]
    passed: bool
    end: float


def read_work(strings: Strings, asked: Sequence[Asked]) -> list[Work]:
    """The sessions that were asked for something and edited something."""
    first: dict[str, Request] = {}
    for one in asked:
        first.setdefault(one.request.root, one.request)
    lanes: dict[str, list[Trace]] = {}
    for trace in strings.traces:
        lanes.setdefault(trace.root, []).append(trace)
    found = []
    for root, request in first.items():
        # The session's own steps first, then its sub-agents in the order in which they started.
        ordered = sorted(lanes[root], key=lambda t: (t.id != root, t.start, t.id))
        steps = tuple(step for trace in ordered for step in trace.steps)
        if shapes := edited_shapes(steps):
            end = max(trace.end for trace in ordered)
            found.append(Work(request, steps, shapes, ordered[0].outcome is True, end))
    return found


def edited_shapes(steps: Sequence[Step]) -> dict[str, str]:
    """The kinds of files that steps edited, in order, each with its first file."""
    shapes: dict[str, str] = {}
    for step in steps:
        if step.levels and step.levels[0] not in (OUTSIDE, TEMPORARY):
            shapes.setdefault(file_shape(step.levels[0]), step.levels[0])
    return shapes

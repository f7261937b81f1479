"""Courses: each session joined with its trace and cut into stretches, from a prompt to the next.

In: a reading and its traces. Out: one `Course` for each session a person started, oldest first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from adage.records import Call, Prompt, Reading, Session, Step, Trace
from adage.report.records import Seen


@dataclass(frozen=True, slots=True)
class Course:
    """One session: as it was written, as it was read, its number, and its sub-agents' traces.

    `steps` are those of the trace, which may make them anew each time it is asked.
    """

    number: int
    session: Session
    trace: Trace
    steps: tuple[Step, ...]
    lanes: tuple[Trace, ...] = ()

    def call(self, step: Step) -> Call:
        """The call that a step came from."""
        return self.session.calls[step.call]

    def seen(self, steps: Sequence[Step], count: int = 0) -> Seen:
        """The sighting of these steps of the main trace; each counts unless `count` says so."""
        lines = tuple(dict.fromkeys(step.line for step in steps))
        return Seen(self.number, self.trace.id, lines, count or len(steps), steps[0].idx)

    def seen_prompts(self, prompts: Sequence[Prompt]) -> Seen:
        """The sighting of these prompts."""
        lines = tuple(dict.fromkeys(prompt.line for prompt in prompts))
        return Seen(self.number, self.trace.id, lines, len(prompts))


@dataclass(frozen=True, slots=True)
class Stretch:
    """What followed one prompt up to the next: its steps, and its turns."""

    course: Course
    place: int
    prompt: Prompt
    turns: int
    steps: tuple[Step, ...]


def courses(reading: Reading, traces: Sequence[Trace]) -> list[Course]:
    """The sessions that people started, in the order in which they ended."""
    sessions = {session.id: session for session in reading.sessions}
    lanes: dict[str, list[Trace]] = {}
    for trace in traces:
        if trace.id != trace.root:
            lanes.setdefault(trace.root, []).append(trace)
    main = [t for t in traces if t.id == t.root and t.id in sessions]
    main.sort(key=lambda trace: (trace.end, trace.id))
    return [
        Course(
            number, sessions[trace.id], trace, tuple(trace.steps), tuple(lanes.get(trace.id, ()))
        )
        for number, trace in enumerate(main, 1)
    ]


def stretches(course: Course) -> Iterator[Stretch]:
    """The stretches of a session; what came before its first prompt belongs to none."""
    prompts = course.session.prompts
    ends = [*((p.at, p.turn) for p in prompts[1:]), (len(course.session.calls), 0)]
    for place, (prompt, (at, turn)) in enumerate(zip(prompts, ends[: len(prompts)], strict=True)):
        last = turn if place + 1 < len(prompts) else course.session.turns
        steps = tuple(s for s in course.steps if prompt.at <= s.call < at)
        yield Stretch(course, place, prompt, max(0, last - prompt.turn), steps)

"""Which files the sessions pass through.

In: courses. Out: the files that most sessions read, with how many edited them. What a sub-agent
read counts as its session's; files outside the repository have no common name and are left out.
"""

from __future__ import annotations

from collections.abc import Sequence

from adage.records import Step, Trace
from adage.report.courses import Course
from adage.report.records import FileUse, Seen, figure
from adage.traces.path_class import OUTSIDE, TEMPORARY

_Uses = dict[str, list[Seen]]


def files_used(found: Sequence[Course], least: int) -> tuple[FileUse, ...]:
    """The files that at least `least` sessions read, those of most sessions first."""
    read: _Uses = {}
    edited: _Uses = {}
    for course in found:
        for trace in (course.trace, *course.lanes):
            _note(read, course.number, trace, "read")
            _note(edited, course.number, trace, "edit")
    uses = [
        FileUse(path, figure(seen), figure(edited.get(path, ())))
        for path, seen in read.items()
        if len({each.session for each in seen}) >= least
    ]
    return tuple(sorted(uses, key=lambda u: (-u.read.sessions, -u.edited.sessions, u.path)))


def _note(uses: _Uses, number: int, trace: Trace, tool: str) -> None:
    mine: dict[str, list[Step]] = {}
    for step in trace.steps:
        for path in step.paths if step.tool == tool else ():
            if path not in (OUTSIDE, TEMPORARY):
                mine.setdefault(path, []).append(step)
    for path, steps in mine.items():
        lines = tuple(dict.fromkeys(step.line for step in steps))
        seen = Seen(number, trace.id, lines, len(steps), steps[0].idx)
        uses.setdefault(path, []).append(seen)

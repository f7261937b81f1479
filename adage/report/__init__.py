"""A repository at a glance: what its sessions tell before any reflex has been learned.

`draw_up(reading, traces, settings)` answers five questions by counting: where the model turns go,
which command always fails, what comes back after "done", what a person has to say every time, and
which files every session passes through. `count_savings` adds what Adage would have saved. Every
figure carries the sessions and lines it was counted on. Nothing here reads a clock or a file.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from adage.constants import MIN_SUPPORT
from adage.records import Reading, Reflex, Trace
from adage.redact import redact
from adage.report.after_done import after_done
from adage.report.courses import Course, courses
from adage.report.failing import always_failing
from adage.report.files import files_used
from adage.report.plain import as_document
from adage.report.records import Figure, Report, Savings, Seen, SessionRow
from adage.report.said import Embed, repeated
from adage.report.savings import count_savings
from adage.report.trend import trend
from adage.report.turns import turn_classes
from adage.settings import Settings

__all__ = [
    "Course",
    "Figure",
    "Report",
    "Savings",
    "Seen",
    "SessionRow",
    "as_document",
    "count_savings",
    "courses",
    "draw_up",
    "with_savings",
]


def draw_up(
    reading: Reading,
    traces: Sequence[Trace],
    settings: Settings,
    *,
    embed: Embed | None = None,
    reflexes: Sequence[Reflex] = (),
) -> Report:
    """The report on these sessions, without savings.

    `embed` groups prompts of like meaning; `reflexes` of an index are named where they say the same
    as a figure.
    """
    found = courses(reading, traces)
    failing = always_failing(found, settings, reflexes)
    return Report(
        sessions=tuple(_row(course) for course in found),
        turns=sum(course.session.turns for course in found),
        prompts=sum(len(course.session.prompts) for course in found),
        budget=turn_classes(found),
        failing=failing,
        after=after_done(found, frozenset(row.command for row in failing)),
        said=repeated(found, settings[MIN_SUPPORT], embed, settings),
        files=files_used(found, settings[MIN_SUPPORT]),
        trend=trend(found, settings),
    )


def with_savings(report: Report, savings: Savings | None) -> Report:
    """The same report with its savings."""
    return replace(report, savings=savings)


def _row(course: Course) -> SessionRow:
    session = course.session
    asked = session.prompts[0].text if session.prompts else ""
    return SessionRow(
        course.number, course.trace.id, session.harness, session.path, session.start,
        session.turns, redact(asked.strip().partition("\n")[0])[0],
    )  # fmt: skip

"""Print a report: seven questions, each with its answer, its rows, and where to look.

In: a report. Out: text on standard output, as wide as the terminal.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePath
from typing import Any

from rich.console import Console
from rich.table import Table

from adage.cli.console import open_console
from adage.constants import REPORT_ROWS
from adage.report import Report, as_document
from adage.report.sections import Row, Section, count, day, sections
from adage.settings import Settings


def print_glance(label: str, report: Report, settings: Settings) -> None:
    """Print the report in full."""
    console = open_console()
    console.print(_head(label, report), soft_wrap=True)
    document = as_document(report)
    for number, section in enumerate(sections(report), 1):
        console.print()
        console.print(f"{number}. {section.title}", style="bold")
        console.print(section.answer)
        if section.rows:
            console.print(_table(section, document, settings[REPORT_ROWS]))
        if section.note:
            console.print(section.note, style="dim")
        if left := len(section.rows) - settings[REPORT_ROWS]:
            _say_more(console, left)
    console.print()
    console.print("Every session and line behind a figure: adage report --json, or: adage map")


def _say_more(console: Console, left: int) -> None:
    if left > 0:
        console.print(f"and {left:,} more: adage report --json")


def print_too_little(label: str, report: Report | None, least: int) -> None:
    """Say how far the sessions reach, and what to do meanwhile."""
    console = open_console()
    if report is None:
        console.print(
            f"No sessions of {label} to report on yet. See where Adage looked: adage traces",
            soft_wrap=True,
        )
        return
    have = len(report.sessions)
    console.print(_head(label, report), soft_wrap=True)
    console.print(
        f"A report needs {least} sessions to mean something; {count(least - have, 'session')} to "
        "go. Work on with your agent, and see meanwhile: adage traces",
        soft_wrap=True,
    )


def _head(label: str, report: Report) -> str:
    starts = [session.start for session in report.sessions if session.start]
    span = f", {day(min(starts))} to {day(max(starts))}" if starts else ""
    return (
        f"{label} at a glance: {count(len(report.sessions), 'session')}, "
        f"{count(report.turns, 'model turn')}, {count(report.prompts, 'prompt')}{span}"
    )


def _table(section: Section, document: Mapping[str, Any], most: int) -> Table:
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    table.add_column(overflow="fold", max_width=56)
    table.add_column(justify="right", no_wrap=True)
    table.add_column(overflow="fold", ratio=1)
    table.add_column(no_wrap=True, style="dim")
    for row in section.rows[:most]:
        label = f"“{row.label}”" if row.kind == "quote" else row.label
        table.add_row(label, row.value, row.note, where(row, document))
    return table


def where(row: Row, document: Mapping[str, Any]) -> str:
    """The latest place of a row's figure as `file:line`, or empty when it was never counted."""
    found: Any = document
    for part in row.figure.split("/"):
        found = found[int(part)] if isinstance(found, list) else found[part]
    if not found["seen"]:
        return ""
    last = found["seen"][-1]
    session = next(s for s in document["sessions"] if s["number"] == last["session"])
    # OpenCode keeps its sessions in a database, which has no lines.
    line = last["lines"][0] if last["lines"] else 0
    return f"{short_name(session['path'])}:{line}" if line else str(session["trace"])[:12]


def short_name(path: str) -> str:
    """Enough of a transcript's name to find it: Codex puts what differs at the end."""
    stem = PurePath(path).name.partition(".")[0]
    return f"…{stem[-8:]}" if stem.startswith("rollout-") else stem[:8]

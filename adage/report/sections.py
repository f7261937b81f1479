"""The report as seven questions with their answers, for the terminal and the map alike.

In: a `Report`. Out: sections of rows. A row names its figure by its place in the report's document
(`budget/3/found`), so that whoever shows it can open the sessions and lines behind it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from adage.report.records import AfterDone, Figure, Report
from adage.report.turns import BEFORE, LATER

SAVED_WORDS = {
    "sequence": "usual checks in one call",
    "avoid": "a failing runner replaced",
    "repair": "the fixer before the check",
    "look-ups": "look-ups in one call",
    "hot-files": "most read files in one call",
    "read-batch": "files read together",
    "obligation": "a check at the finish line",
    "scope": "the wider check at the finish line",
    "intent": "the usual first step of a request",
    "run": "a step after an edit",
    "advise": "an advised step",
}
_LONGEST = 36


@dataclass(frozen=True, slots=True)
class Row:
    """One answer. `label` is of the kind text, code or quote; `share` is for a bar, -1 for none."""

    label: str
    kind: str
    value: str
    note: str
    share: float
    figure: str


@dataclass(frozen=True, slots=True)
class Section:
    """One question: its answer in a sentence and in a word or two, and the rows it rests on.

    `note` says how it was counted where that is not plain.
    """

    key: str
    title: str
    short: str
    answer: str
    rows: tuple[Row, ...]
    note: str = ""


def sections(report: Report) -> tuple[Section, ...]:
    """The seven questions in their order."""
    makers: tuple[Callable[[Report], Section], ...] = (
        _turns, _failing, _after, _said, _files, _trend, _saved
    )  # fmt: skip
    return tuple(make(report) for make in makers)


def count(number: int, noun: str) -> str:
    """A number with its noun: `1 session`, `2,691 turns`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def percent(share: float) -> str:
    """A share as people read it: `17.9 %`."""
    return f"{100 * share:.1f} %"


def day(moment: float) -> str:
    """A moment as its day (UTC), or `an unknown day`."""
    return datetime.fromtimestamp(moment, UTC).date().isoformat() if moment else "an unknown day"


def _turns(report: Report) -> Section:
    rows = tuple(
        Row(
            each.name, "text", percent(each.share),
            f"{count(each.found.count, 'turn')} in {count(each.found.sessions, 'session')}",
            each.share, f"budget/{i}/found",
        )
        for i, each in enumerate(report.budget)
    )  # fmt: skip
    looking = sum(each.share for each in report.budget if each.name in (BEFORE, LATER))
    mean = report.turns / len(report.sessions)
    answer = (
        f"{count(report.turns, 'model turn')} in {count(len(report.sessions), 'session')}, "
        f"{mean:.1f} each; {100 * looking:.0f} % of them only look around."
    )
    short = f"{100 * looking:.0f} % looking around"
    return Section("turns", "Where do the turns go?", short, answer, rows)


def _failing(report: Report) -> Section:
    rows = []
    for i, each in enumerate(report.failing):
        since = next(s.start for s in report.sessions if s.number == each.first)
        cure = (
            f"works instead: {each.works} (in {each.worked} of them)"
            if each.works
            else "nothing like it worked in the same session"
        )
        note = (
            f"since session {each.first} of {len(report.sessions)} ({day(since)}); {cure}; "
            f"{count(each.found.turns, 'turn')} went by until something ran"
        )
        value = f"{each.found.sessions} of {each.ran} sessions"
        share = each.found.sessions / each.ran
        rows.append(Row(each.command, "code", value, note, share, f"failing/{i}/found"))
    answer = "No command failed every time in three sessions or more."
    if rows:
        turns = sum(each.found.turns for each in report.failing)
        names = "One command fails" if len(rows) == 1 else f"{len(rows)} commands fail"
        answer = f"{names} whenever an agent runs it; {count(turns, 'turn')} so far."
    short = report.failing[0].command if rows else "none"
    return Section("failing", "Which command always fails here?", short, answer, tuple(rows))


def _after(report: Report) -> Section:
    found = report.after
    answer = (
        f"{found.checked.count} of {count(found.edited.count, 'round')} of code edits ended with a "
        f"check, in the middle case {found.wait:g} turn{'' if found.wait == 1 else 's'} after the "
        "last edit."
    )
    if not found.edited.count:
        answer = "No round of code edits was found."
    short = f"{found.unchecked.count} unchecked, {found.reported.count} reported"
    if found.refused.count:
        short = f"{count(found.refused.count, 'commit')} refused"
    title = "What comes back after “done”?"
    return Section("after", title, short, answer, tuple(_after_rows(found)))


def _after_rows(found: AfterDone) -> Iterator[Row]:
    edited = max(1, found.edited.count)
    reported = max(1, found.reported.count)
    for label, part, path, of in (
        ("no check after the last edit", found.unchecked, "after/unchecked", edited),
        ("failing checks you reported", found.reported, "after/reported", 0),
        ("· as the first prompt of a session", found.opening, "after/opening", reported),
        ("· later, though a check had passed", found.had_passed, "after/had_passed", reported),
        ("· later, and no check had run", found.had_not_run, "after/had_not_run", reported),
        ("commits that were refused", found.refused, "after/refused", 0),
    ):
        if part.count:
            yield _plain_row(label, part, path, of)
    for i, each in enumerate(found.narrow):
        note = (
            f"the first passed, the second then told more, in "
            f"{count(each.found.sessions, 'session')}; {each.wide_sessions} run the second"
        )
        label = f"{_cut(each.passed)} → {_cut(each.wider)}"
        yield Row(label, "code", str(each.found.count), note, -1, f"after/narrow/{i}/found")


def _plain_row(label: str, found: Figure, path: str, of: int = 0) -> Row:
    note = f"in {count(found.sessions, 'session')}"
    if found.turns:
        note += f"; {count(found.turns, 'turn')} followed"
    value = f"{found.count} of {of}" if of else str(found.count)
    return Row(label, "text", value, note, found.count / of if of else -1, path)


def _said(report: Report) -> Section:
    total = len(report.sessions)
    rows = []
    for i, each in enumerate(report.said):
        note = f"{count(each.found.turns, 'turn')} followed, {each.middle:g} in the middle case"
        if len(each.spellings) > 1:
            note += f"; also: {_others(each.spellings)}"
        value, share = f"{each.found.sessions} of {total} sessions", each.found.sessions / total
        rows.append(Row(each.text, "quote", value, note, share, f"said/{i}/found"))
    answer = "No prompt came back in three sessions or more."
    if rows:
        top = report.said[0]
        answer = (
            f"“{top.text}”, in {top.found.sessions} of {total} sessions: "
            f"{percent(top.found.turns / max(1, report.turns))} of all turns followed it."
        )
    short = f"“{report.said[0].text}”" if rows else "nothing"
    return Section("said", "What do you have to say every time?", short, answer, tuple(rows))


def _others(spellings: Sequence[str]) -> str:
    """A few other spellings, each cut to what a row can hold."""
    return ", ".join(f"“{_cut(each)}”" for each in spellings[1:4])


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def _files(report: Report) -> Section:
    total = len(report.sessions)
    rows = tuple(
        Row(
            each.path, "code", f"{each.read.sessions} of {total} sessions",
            f"edited in {each.edited.sessions}", each.read.sessions / total, f"files/{i}/read",
        )
        for i, each in enumerate(report.files)
    )  # fmt: skip
    answer = "No file was read in three sessions or more."
    if rows:
        answer = f"{count(len(rows), 'file')} were read in three sessions or more."
    short = rows[0].label.rpartition("/")[2] if rows else "none"
    return Section("files", "Which files does every session pass through?", short, answer, rows)


def _trend(report: Report) -> Section:
    found = report.trend
    sign = "fewer" if found.second < found.first else "more"
    sure = "which may be chance" if found.low <= 0 <= found.high else "more than by chance"
    answer = (
        f"{found.first:.1f} turns per session in the first half, {found.second:.1f} in the second: "
        f"{abs(found.second - found.first):.1f} {sign} (95 %: {found.low:+.1f} to "
        f"{found.high:+.1f}), {sure}."
    )
    short = f"{found.first:.1f} → {found.second:.1f} turns"
    note = "What caused it cannot be told: tasks, people and models change as well."
    return Section("trend", "Is it getting better?", short, answer, (), note)


def _saved(report: Report) -> Section:
    title = "What would Adage have saved?"
    if report.savings is None:
        return Section("saved", title, "not counted", "Not counted yet.", ())
    found = report.savings
    rows = tuple(
        Row(
            SAVED_WORDS.get(each.shape, each.shape), "text", count(each.found.turns, "turn"),
            f"in {count(each.found.sessions, 'session')}; said {count(each.said, 'time')}, "
            f"{each.useless} of them for nothing",
            each.found.turns / found.turns, f"savings/shapes/{i}/found",
        )
        for i, each in enumerate(found.shapes)
        if each.found.turns
    )  # fmt: skip
    said, useless = (sum(getattr(e, name) for e in found.shapes) for name in ("said", "useless"))
    answer = (
        f"{count(found.turns, 'turn')} in {count(found.sessions, 'session')}: {found.mean:.2f} "
        f"each (95 %: {found.low:.2f} to {found.high:.2f}), {percent(found.share)} of their turns. "
        f"{useless} of the {count(said, 'directive')} would have been for nothing."
    )
    note = (
        "Each session was judged by what the sessions before it taught. Only turns that fall away "
        "as a whole count, and every directive is taken to be followed."
    )
    return Section("saved", title, f"{found.mean:.2f} turns a session", answer, rows, note)

"""What a report is made of: figures, and for each the sessions and lines it was counted on.

All records are frozen. A session's `number` counts from 1 in the order in which sessions ended;
`turns` are model turns; every `line` is a line of the transcript, 0 where the harness keeps none.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Seen:
    """Where a figure was counted in one trace: `count` times, at these `lines`.

    `step` is the index of the first such step of the trace, or -1 for a prompt or a turn of text.
    """

    session: int
    trace: str
    lines: tuple[int, ...]
    count: int
    step: int = -1


@dataclass(frozen=True, slots=True)
class Figure:
    """A count with everything it was counted on; `turns` is what it took, 0 where none applies."""

    count: int
    sessions: int
    turns: int
    seen: tuple[Seen, ...]


def figure(seen: Iterable[Seen], turns: int = 0) -> Figure:
    """The figure that these sightings add up to."""
    kept = tuple(sorted(seen, key=lambda each: (each.session, each.trace, each.lines)))
    sessions = len({each.session for each in kept})
    return Figure(sum(each.count for each in kept), sessions, turns, kept)


@dataclass(frozen=True, slots=True)
class SessionRow:
    """One session a person started: how to find it again, and its masked first words."""

    number: int
    trace: str
    harness: str
    path: str
    start: float
    turns: int
    asked: str


@dataclass(frozen=True, slots=True)
class TurnClass:
    """One of the exclusive kinds of turns. `share` is of all turns."""

    name: str
    share: float
    found: Figure


@dataclass(frozen=True, slots=True)
class Failing:
    """A command that fails whenever it is run: in `found.sessions` of the `ran` that ran it.

    `works` is what ran instead, in `worked` of those sessions; `found.turns` passed until then.
    `first` and `last` are sessions, `reflex` is the id of the dead end learned from it, or empty.
    """

    command: str
    ran: int
    first: int
    last: int
    works: str
    worked: int
    found: Figure
    reflex: str = ""


@dataclass(frozen=True, slots=True)
class Narrow:
    """A check that passed and a wider one that did not; `wide_sessions` ran the wider one."""

    passed: str
    wider: str
    wide_sessions: int
    found: Figure


@dataclass(frozen=True, slots=True)
class AfterDone:
    """What came back after the agent was done.

    A stretch runs from a prompt to the next. `edited` are those with code edits, `unchecked` those
    of them without a check after the last edit; a check came `wait` turns after it in the middle
    case. `reported` are prompts about failing checks: `opening` a session, or later, after a check
    `had_passed` or `had_not_run`. `refused` are commits that did not go through; `narrow` checks
    that passed too narrowly.
    """

    edited: Figure
    checked: Figure
    unchecked: Figure
    wait: float
    reported: Figure
    opening: Figure
    had_passed: Figure
    had_not_run: Figure
    refused: Figure
    narrow: tuple[Narrow, ...]


@dataclass(frozen=True, slots=True)
class Repeated:
    """Something a person says again and again: its masked spellings, and the turns that followed.

    `found.count` are prompts; `found.turns` ran from them to the next prompt, `middle` each time.
    """

    text: str
    spellings: tuple[str, ...]
    middle: float
    found: Figure


@dataclass(frozen=True, slots=True)
class FileUse:
    """A file that sessions pass through."""

    path: str
    read: Figure
    edited: Figure


@dataclass(frozen=True, slots=True)
class Trend:
    """Mean turns per session in the first half of the sessions and in the second.

    `low` and `high` bound the difference (95 %, resampled sessions). No cause is claimed.
    """

    first_sessions: int
    first: float
    second_sessions: int
    second: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Saved:
    """What one shape of reflex would have saved. `said` times, `useless` of them for nothing."""

    shape: str
    said: int
    useless: int
    found: Figure


@dataclass(frozen=True, slots=True)
class Savings:
    """What Adage would have saved had it spoken, each session knowing only those before it.

    `sessions` were replayed, the first `known` only learned from. `mean` turns per session lie
    between `low` and `high` (95 %); `share` is of the turns of the replayed sessions.
    """

    known: int
    sessions: int
    turns: int
    mean: float
    low: float
    high: float
    share: float
    shapes: tuple[Saved, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """A repository at a glance. `savings` is None until they have been counted."""

    sessions: tuple[SessionRow, ...]
    turns: int
    prompts: int
    budget: tuple[TurnClass, ...]
    failing: tuple[Failing, ...]
    after: AfterDone
    said: tuple[Repeated, ...]
    files: tuple[FileUse, ...]
    trend: Trend
    savings: Savings | None = None

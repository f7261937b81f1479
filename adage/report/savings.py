"""What Adage would have saved if it had spoken: cautious, and knowing only what came before.

In: a reading and its traces. Out: `Savings`. The sessions are taken in their order; before each
block the learner runs on all sessions so far, and what it then knows is replayed in the block. Only
turns that fall away as a whole count: a failing run, a check or a look that could have been part of
one call. What the agent would have done differently is not guessed at.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from adage.constants import REPORT_BLOCKS, REPORT_KNOWN
from adage.learn import learn
from adage.learn.label import Labels
from adage.learn.recorder import Recording
from adage.learn.replay import Said, replay
from adage.learn.worth import Verdict, judge_said
from adage.measure.holdout import keep
from adage.measure.holdout_table import interval
from adage.records import Reading, Reflex
from adage.report.courses import Course
from adage.report.records import Saved, Savings, Seen, figure
from adage.settings import Settings
from adage.traces.effects import Rules

# Called with how many blocks are done, and how many there are.
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class _Said:
    """A directive of the replay, in its session, with its verdict."""

    course: Course
    said: Said
    verdict: Verdict


def count_savings(
    found: Sequence[Course],
    reading: Reading,
    repo: str,
    settings: Settings,
    rules: Rules | None = None,
    progress: Progress | None = None,
) -> Savings | None:
    """Replay every session after the first few; None when there are no more than those."""
    known = settings[REPORT_KNOWN]
    if len(found) <= known:
        return None
    spoken: list[_Said] = []
    blocks = cut(len(found), known, settings[REPORT_BLOCKS])
    for done, (first, last) in enumerate(blocks):
        if progress:
            progress(done, len(blocks))
        older = keep(reading, {course.session.root for course in found[:first]})
        recording = Recording()
        index = learn(older, repo, settings=settings, recorder=recording, rules=rules)
        labels: Labels = recording.records["label"].detail
        for course in found[first:last]:
            spoken += _replayed(course, index.reflexes, labels, settings)
    if progress:
        progress(len(blocks), len(blocks))
    return _savings(found[known:], known, spoken, settings)


def cut(sessions: int, known: int, blocks: int) -> list[tuple[int, int]]:
    """Blocks (first, last) of about equal size that cover the sessions after the first `known`."""
    rest = sessions - known
    count = min(blocks, rest)
    starts = [known + rest * i // count for i in range(count + 1)]
    return list(pairwise(starts))


def _replayed(
    course: Course, reflexes: Sequence[Reflex], labels: Labels, settings: Settings
) -> list[_Said]:
    heard = replay(course.trace, reflexes, labels, settings)
    return [_Said(course, said, judge_said(heard.strings, said, settings)) for said in heard.said]


def _savings(
    replayed: Sequence[Course], known: int, spoken: Sequence[_Said], settings: Settings
) -> Savings:
    per_session: Mapping[int, list[int]] = {course.number: [] for course in replayed}
    for each in spoken:
        per_session[each.course.number].append(each.verdict.turns)
    values = [float(sum(turns)) for turns in per_session.values()]
    low, high = interval(values, settings)
    total = int(sum(values))
    turns = sum(course.session.turns for course in replayed)
    shapes = sorted({each.verdict.shape for each in spoken})
    rows = [_saved(shape, [e for e in spoken if e.verdict.shape == shape]) for shape in shapes]
    return Savings(
        known, len(replayed), total, total / len(replayed), low, high,
        total / turns if turns else 0.0,
        tuple(sorted(rows, key=lambda row: (-row.found.turns, row.shape))),
    )  # fmt: skip


def _saved(shape: str, spoken: Sequence[_Said]) -> Saved:
    seen = [_seen(each) for each in spoken if each.verdict.turns]
    turns = sum(each.verdict.turns for each in spoken)
    useless = sum(each.verdict.wasted for each in spoken)
    return Saved(shape, len(spoken), useless, figure(seen, turns))


def _seen(each: _Said) -> Seen:
    """Where it would have been said: at the call it came after, or the first of the session."""
    steps = each.course.steps
    at = next((step for step in steps if step.call >= each.said.call), steps[-1])
    return each.course.seen([at], each.verdict.turns)

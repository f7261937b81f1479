"""What comes back after the agent is done: skipped checks, failures reported, commits refused.

In: courses. Out: an `AfterDone`. A stretch runs from one prompt to the next; only stretches that
edited code could have left a check out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import median

from adage.records import Effect, Step
from adage.report.courses import Course, Stretch, stretches
from adage.report.failing import said
from adage.report.narrow import passed_too_narrowly
from adage.report.records import AfterDone, Figure, Seen, figure
from adage.report.reports import reports_failure
from adage.report.turns import is_check
from adage.traces.path_class import OUTSIDE, TEMPORARY

# Words and settings: no check of the code is owed for them alone.
_NOT_CODE = frozenset(
    {"md", "mdx", "rst", "txt", "json", "yml", "yaml", "toml", "ini", "cfg", "lock", "mod", "sum"}
    | {"svg", "png", "css", "html"}
)


@dataclass(frozen=True, slots=True)
class Told:
    """A prompt about failing checks: its stretch, and the checks of the session before it.

    `passed` worked after the session's last edit.
    """

    stretch: Stretch
    ran: tuple[Step, ...]
    passed: tuple[Step, ...]


def after_done(found: Sequence[Course], dead: frozenset[str] = frozenset()) -> AfterDone:
    """Everything that came back, over all sessions. A runner that is `dead` checks nothing."""
    every = [stretch for course in found for stretch in stretches(course)]
    edits = [(each, edited) for each in every if (edited := code_edits(each.steps))]
    waits = [(each, edited, _wait(each, edited, dead)) for each, edited in edits]
    told = list(_told(found))
    later = [each for each in told if each.stretch.place]
    return AfterDone(
        edited=figure(each.course.seen(edited, 1) for each, edited in edits),
        checked=figure(each.course.seen(edited, 1) for each, edited, w in waits if w is not None),
        unchecked=figure(each.course.seen(edited, 1) for each, edited, w in waits if w is None),
        wait=float(median([w for _, _, w in waits if w is not None] or [0])),
        reported=_prompts(told),
        opening=_prompts([each for each in told if not each.stretch.place]),
        had_passed=_prompts([each for each in later if each.passed]),
        had_not_run=_prompts([each for each in later if not each.ran]),
        refused=_refused(found),
        narrow=passed_too_narrowly(found, [(each.stretch, each.passed) for each in later]),
    )


def code_edits(steps: Sequence[Step]) -> list[Step]:
    """The steps that edited code of the repository."""
    return [step for step in steps if step.tool == "edit" and step.levels and _is_code(step)]


def _is_code(step: Step) -> bool:
    path = step.levels[0]
    _, dot, ending = path.rpartition("/")[2].rpartition(".")
    return path not in (OUTSIDE, TEMPORARY) and bool(dot) and ending.lower() not in _NOT_CODE


def _wait(stretch: Stretch, edited: Sequence[Step], dead: frozenset[str]) -> int | None:
    """The turns from the last edit to the first check after it; None when there was none."""
    last = edited[-1]
    after = (s for s in stretch.steps if s.idx > last.idx and s.runner not in dead)
    return next((step.turn - last.turn for step in after if is_check(step)), None)


def _told(found: Sequence[Course]) -> Iterator[Told]:
    for course in found:
        for stretch in stretches(course):
            if reports_failure(stretch.prompt.text):
                yield _with_checks(stretch)


def _with_checks(stretch: Stretch) -> Told:
    before = [s for s in stretch.course.steps if s.call < stretch.prompt.at]
    last = max((s.idx for s in before if s.tool == "edit"), default=-1)
    ran = tuple(s for s in before if s.effect == Effect.VERIFY)
    return Told(stretch, ran, tuple(s for s in ran if s.ok and s.idx > last))


def _prompts(told: Sequence[Told]) -> Figure:
    seen = (each.stretch.course.seen_prompts([each.stretch.prompt]) for each in told)
    return figure(seen, sum(each.stretch.turns for each in told))


def _refused(found: Sequence[Course]) -> Figure:
    """Commits that did not go through, and the turns until one did."""
    seen: list[Seen] = []
    turns = 0
    for course in found:
        commits = [step for step in course.steps if is_commit(step)]
        refused = [step for step in commits if _was_refused(course, step)]
        if refused:
            seen.append(course.seen(refused))
            made = [s for s in commits if s.idx > refused[0].idx and s not in refused]
            turns += made[0].turn - refused[0].turn if made else 1
    return figure(seen, turns)


def is_commit(step: Step) -> bool:
    """Whether a step makes a commit, also behind a proxy's word."""
    words = said(step.key).split()[:3]
    return step.tool == "shell" and (
        words[:2] == ["git", "commit"] or words[1:] == ["git", "commit"]
    )


def _was_refused(course: Course, step: Step) -> bool:
    """A proxy may hide the exit code; then what the hook printed tells."""
    return step.ok is False or (step.ok is not None and course.call(step).verdict is False)

"""The learner: transcripts in at the left, one sealed index out at the right.

This file is the table of contents. Each stage is one module named by its verb; `STAGES` lists them
in order with the letter of their section in the specification, and `learn` runs them. The letters
N (intent), O (cards) and P (skills) wait for their places.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from adage.learn.calibrate import calibrate_all
from adage.learn.compile import compile_reflexes
from adage.learn.count import count, weigh
from adage.learn.index import seal
from adage.learn.interlock import interlock
from adage.learn.judge import judge
from adage.learn.label import label
from adage.learn.lift import lift
from adage.learn.mine import mine
from adage.learn.read import read
from adage.learn.recorder import Recorder
from adage.learn.recount import recount
from adage.learn.select import select
from adage.learn.string import string
from adage.learn.summary import summarise
from adage.learn.uplift import uplift
from adage.records import Index, Reading, StageRecord
from adage.settings import Settings
from adage.traces.effects import Rules

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Stage:
    """One stage: its name, its letter, what it does in a few words, and its math page."""

    name: str
    letter: str
    title: str
    page: str


STAGES = (
    Stage("read", "A", "Read what the agent did", "01-reading"),
    Stage("label", "C", "Give the same step the same label", "02-patterns"),
    Stage("string", "D", "Write each session as a string", "02-patterns"),
    Stage("mine", "E", "Grow closed patterns before a step", "02-patterns"),
    Stage("count", "F", "Count, and lean toward the broader habit", "02-patterns"),
    Stage("calibrate", "G", "Compare with tasks not seen", "02-patterns"),
    Stage("select", "H", "Keep what describes the sessions in fewer bits", "02-patterns"),
    Stage("compile", "I", "Fold into delivery shapes", "03-evidence"),
    Stage("recount", "J", "Count again as the hook would", "03-evidence"),
    Stage("judge", "K", "Judge the evidence", "03-evidence"),
    Stage("interlock", "L", "Bar what a dead end forbids", "03-evidence"),
    Stage("uplift", "M", "Ask what telling would change", "04-uplift"),
    Stage("index", "Q", "Seal the index", "08-index"),
)

# Called as a stage starts and moves on: its place in STAGES, what is done, what there is to do.
Progress = Callable[[int, int, int], None]


def learn(
    reading: Reading,
    repo: str,
    *,
    now: float | None = None,
    settings: Settings | None = None,
    recorder: Recorder | None = None,
    progress: Progress | None = None,
    rules: Rules | None = None,
) -> Index:
    """Learn from everything read of one repository and seal what may be said.

    `repo` is the repository's root, or empty when each session's own first folder is its root.
    `now` (seconds) dates the half-life; by default it is the newest session's end, so that the same
    transcripts give the same index on any day. `rules` say what a command does, Adage's own by
    default. The result does not depend on `recorder`.
    """
    chosen = settings or Settings()
    run = _Run(recorder, progress)

    run.begin()
    traces = read(reading, repo, chosen, run.advance, rules)
    run.end(traces, reading=reading)
    labels = run.stage(lambda: label(traces, chosen))
    strings = run.stage(lambda: string(traces, labels))
    today = now if now is not None else max(strings.ends, default=0.0)
    patterns = run.stage(lambda: mine(strings, chosen))
    candidates = run.stage(lambda: count(strings, patterns, today, chosen))
    calibrated = run.stage(lambda: calibrate_all(strings, candidates, today, chosen))
    selected = run.stage(lambda: select(strings, calibrated.candidates, chosen))
    compiled = run.stage(lambda: compile_reflexes(strings, selected))
    weights = weigh(strings, today, chosen)
    counted = run.stage(lambda: recount(strings, compiled, weights, chosen))
    judged = run.stage(lambda: lift(strings, judge(counted, chosen), chosen))
    locked = run.stage(lambda: interlock(judged, labels))
    weighed = run.stage(lambda: uplift(strings, locked, chosen))
    return run.stage(lambda: seal(weighed, chosen))


class _Run:
    """Walks through STAGES: tells `progress` where it is and hands each record to `recorder`."""

    def __init__(self, recorder: Recorder | None, progress: Progress | None) -> None:
        self.recorder = recorder
        self.progress = progress
        self.place = -1

    def begin(self) -> None:
        """Enter the next stage."""
        self.place += 1
        self.advance(0, 1)

    def advance(self, done: int, total: int) -> None:
        """Say how far the present stage has come."""
        if self.progress:
            self.progress(self.place, done, total)

    def end(self, detail: object, *, reading: Reading | None = None) -> None:
        """Leave the present stage with what it gave."""
        self.advance(1, 1)
        if self.recorder:
            stage = STAGES[self.place]
            summary = summarise(stage.name, detail, reading)
            self.recorder.stage(StageRecord(stage.name, stage.letter, summary, detail))

    def stage(self, work: Callable[[], T]) -> T:
        """Run one stage from begin to end."""
        self.begin()
        made = work()
        self.end(made)
        return made

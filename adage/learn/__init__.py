"""The learner: transcripts in at the left, one sealed index out at the right.

This file is the table of contents. Each stage is one module named by its verb; `STAGES` lists them
in order with the letter of their section in the specification, and `learn` runs them. Several may
share a letter. P (skills) waits for its place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from adage.findings import Family
from adage.learn.calibrate import calibrate_all
from adage.learn.cards import Ignored, make_cards
from adage.learn.compile import compile_reflexes
from adage.learn.count import count
from adage.learn.counter import Counter, weigh
from adage.learn.direct import direct
from adage.learn.index import seal
from adage.learn.intent import Embed, intent, remember
from adage.learn.interlock import barred_runners, interlock, interlock_families
from adage.learn.judge import judge
from adage.learn.label import label
from adage.learn.lift import lift
from adage.learn.mine import mine
from adage.learn.propose import propose
from adage.learn.read import read
from adage.learn.recorder import Recorder
from adage.learn.recount import recount
from adage.learn.review import Decisions, review
from adage.learn.select import select
from adage.learn.string import Strings, string
from adage.learn.summary import summarise
from adage.learn.told import Tellings, tellings
from adage.learn.uplift import uplift, uplift_families
from adage.records import Index, Reading, Reflex, StageRecord
from adage.settings import Settings, WatchedSettings
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
    Stage("direct", "K", "Find habits that are found whole", "03-evidence"),
    Stage("propose", "K", "Ask what might run by itself one day", "03-evidence"),
    Stage("interlock", "L", "Bar what a dead end forbids", "03-evidence"),
    Stage("uplift", "M", "Ask what telling would change", "04-uplift"),
    Stage("intent", "N", "Recognise requests that are alike", "05-intent"),
    Stage("cards", "O", "Keep the procedure of a repeated task", "06-cards"),
    Stage("review", "Q", "Heed what a person decided", "08-index"),
    Stage("index", "Q", "Seal the index", "08-index"),
)

# Called as a stage starts and moves on: its place in STAGES, what is done, what there is to do.
Progress = Callable[[int, int, int], None]
NO_MODEL = "without the sentence model no two requests are known to be alike"


def learn(
    reading: Reading,
    repo: str,
    *,
    now: float | None = None,
    settings: Settings | None = None,
    recorder: Recorder | None = None,
    progress: Progress | None = None,
    rules: Rules | None = None,
    embed: Embed | None = None,
    ignored: Ignored | None = None,
    kept: Mapping[str, StageRecord] | None = None,
    decisions: Decisions | None = None,
) -> Index:
    """Learn from everything read of one repository and seal what may be said.

    `repo` is the repository's root, or empty when each session's own first folder is its root.
    `now` (seconds) dates the half-life; by default it is the newest session's end, so that the same
    transcripts give the same index on any day. `rules` say what a command does, Adage's own by
    default. `embed` gives a text's unit vector (`adage.embed`); without it there are no families
    and no cards. `ignored` tells which of some repository paths git ignores. `kept` are records of
    an earlier run on the same reading, by stage: those stages are not run again (`resume.py`).
    `decisions` are a person's, those in force, by id. The result does not depend on `recorder`.
    """
    chosen: Settings = settings or Settings()
    if recorder:
        chosen = WatchedSettings(chosen)
    run = _Run(recorder, progress, kept or {}, chosen)
    alike = remember(embed)

    traces = run.stage(lambda: read(reading, repo, chosen, run.advance, rules), reading=reading)
    labels = run.stage(lambda: label(traces, chosen))
    strings = run.stage(lambda: string(traces, labels))
    today = now if now is not None else max(strings.ends, default=0.0)
    patterns = run.stage(lambda: mine(strings, chosen))
    weights = weigh(strings, today, chosen)
    counter = Counter(strings, chosen, weights)
    candidates = run.stage(lambda: count(strings, patterns, today, chosen, counter))
    calibrated = run.stage(lambda: calibrate_all(strings, candidates, today, chosen, counter))
    selected = run.stage(lambda: select(strings, calibrated.candidates, chosen))
    compiled = run.stage(lambda: compile_reflexes(strings, selected))
    counted = run.stage(lambda: recount(strings, compiled, weights, chosen))
    judged = run.stage(lambda: lift(strings, judge(counted, chosen), chosen))
    whole = run.stage(lambda: direct(strings, alike, weights, chosen))
    run.stage(lambda: propose(strings, judged, chosen))
    locked = run.stage(lambda: interlock((*judged, *whole), labels))
    said = tellings(strings, reading.ledger, chosen)
    weighed = run.stage(lambda: uplift(strings, locked, chosen, tellings=said))
    why = "" if embed else NO_MODEL
    families = run.stage(lambda: _families(strings, weighed, alike, chosen, said), why)
    dead = barred_runners(weighed, labels)
    cards = run.stage(lambda: make_cards(strings, alike, chosen, dead=dead, ignored=ignored), why)
    made = run.stage(lambda: review(weighed, families, cards, decisions or {}, chosen))
    return run.stage(lambda: seal(made.reflexes, chosen, made.families, made.cards))


def _families(
    strings: Strings,
    reflexes: Sequence[Reflex],
    embed: Embed | None,
    settings: Settings,
    said: Tellings,
) -> tuple[Family, ...]:
    """Families as they may speak: barred where a dead end says so, and weighed by uplift."""
    found = interlock_families(intent(strings, embed, settings), reflexes, strings.labels)
    return uplift_families(found, settings, tellings=said)


class _Run:
    """Walks through STAGES: tells `progress` where it is and hands each record to `recorder`."""

    def __init__(
        self,
        recorder: Recorder | None,
        progress: Progress | None,
        kept: Mapping[str, StageRecord],
        settings: Settings,
    ) -> None:
        self.recorder = recorder
        self.progress = progress
        self.kept = kept
        self.settings = settings
        self.place = -1

    def begin(self) -> None:
        """Enter the next stage."""
        self.place += 1
        self.advance(0, 1)

    def advance(self, done: int, total: int) -> None:
        """Say how far the present stage has come."""
        if self.progress:
            self.progress(self.place, done, total)

    def end(self, detail: object, *, reading: Reading | None = None, why: str = "") -> None:
        """Leave the present stage with what it gave, and why that is nothing where it had to be."""
        self.advance(1, 1)
        if self.recorder:
            stage = STAGES[self.place]
            summary = summarise(stage.name, detail, reading) | ({"why": why} if why else {})
            self.recorder.stage(
                StageRecord(stage.name, stage.letter, summary, detail, self._constants(stage.name))
            )

    def _constants(self, name: str) -> frozenset[str]:
        """What the stage has read now, and what it read when it ran if it was kept."""
        read = self.settings.take() if isinstance(self.settings, WatchedSettings) else frozenset()
        return read | self.kept[name].constants if name in self.kept else read

    def stage(self, work: Callable[[], T], why: str = "", *, reading: Reading | None = None) -> T:
        """Run one stage from begin to end, or take what was kept of it."""
        self.begin()
        kept = self.kept.get(STAGES[self.place].name)
        made: T = kept.detail if kept else work()
        self.end(made, reading=reading, why=why)
        return made

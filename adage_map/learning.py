"""Learn one run and build its world, telling how far it is.

In: a task: how to read the sessions, and whose they are. Out: a `Loaded` run: ready, empty with its
words, or failed with the stage, the message and what the stages before it recorded.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from adage.decisions import Decision
from adage.errors import AdageError
from adage.learn import STAGES, learn
from adage.learn.cards import Ignored
from adage.learn.intent import Embed
from adage.learn.recorder import Recording, last_reflexes
from adage.records import Index, Reading
from adage.settings import Settings
from adage.traces.effects import load_rules
from adage_map.progress import Progress
from adage_map.runs import NO_INDEX, LearnerRun, Loaded, world_json
from adage_map.states import State, learner_failed, no_reflexes, no_sessions
from adage_map.world import build_world

ReadProgress = Callable[[int, int, str], None]

# What comes before the learner's first stage, and after its last.
FINDING = "find"
DRAWING = "draw"


@dataclass(frozen=True, slots=True)
class Task:
    """What to learn: the run's name, title and repository root, and how to read its sessions.

    `folders` maps each agent to the folder that was looked in; a failure is written to `log`;
    `effects` is a person's own file of effect rules; `embed`, `ignored` and
    `decisions` are what `learn` takes.
    """

    name: str
    title: str
    repo: str
    read: Callable[[ReadProgress], Reading]
    settings: Settings
    folders: Mapping[str, str] = field(default_factory=dict)
    log: Path | None = None
    effects: Path | None = None
    embed: Embed | None = None
    ignored: Ignored | None = None
    decisions: Mapping[str, Decision] = field(default_factory=dict)


class Teller:
    """Tells `progress` about one run, in steps large enough to be worth sending."""

    def __init__(self, name: str, progress: Progress | None) -> None:
        """Tell nobody when `progress` is None."""
        self.stage = FINDING
        self._name = name
        self._progress = progress
        self._told: tuple[str, int] = ("", -1)

    def files(self, done: int, total: int, path: str) -> None:
        """So many transcripts of `total` have been looked at."""
        del path  # a person's file names are no part of the progress
        self._tell(FINDING, 0, done, total, "Look for transcripts")

    def learning(self, place: int, done: int, total: int) -> None:
        """The stage at `place` of the learner's stages has done so much."""
        stage = STAGES[place]
        self._tell(stage.name, place + 1, done, total, stage.title)

    def drawing(self) -> None:
        """The learner is done; its world is being built."""
        self._tell(DRAWING, len(STAGES), 0, 1, "Draw the world")

    def _tell(self, stage: str, at: int, done: int, total: int, title: str) -> None:
        self.stage = stage
        told = (stage, done * 20 // max(1, total))
        if self._progress is None or told == self._told:
            return
        self._told = told
        text = f"{title}: {done} of {total}" if total > 1 else title
        self._progress.tell(
            {"run": self._name, "stage": stage, "at": at, "of": len(STAGES)}
            | {"done": done, "total": total, "text": text}
        )


def load(task: Task, progress: Progress | None = None) -> Loaded:
    """Read, learn and draw. Whatever goes wrong comes back as a failed run, in words."""
    teller, recording = Teller(task.name, progress), Recording()
    reading: Reading | None = None
    try:
        reading = task.read(teller.files)
        if not reading.sessions:
            return _without_world(task, no_sessions(task.title, reading, task.folders), "empty")
        index = learn(
            reading,
            task.repo,
            settings=task.settings,
            recorder=recording,
            progress=teller.learning,
            rules=load_rules(task.effects),
            embed=task.embed,
            ignored=task.ignored,
            decisions=task.decisions,
        )
        teller.drawing()
        return _ready(task, _run(task, reading, recording, index))
    # The edge of the learner: a defect in it must not take the map and its sample along.
    except Exception as error:
        said = learner_failed(teller.stage, error, _write_log(task.log, error))
        return _failed(task, reading, recording, said)


def _run(task: Task, reading: Reading, recording: Recording, index: Index) -> LearnerRun:
    read = recording.records.get("read")
    traces = tuple(read.detail) if read else ()
    return LearnerRun(
        reading=reading,
        traces=traces,
        records=recording.records,
        index=index,
        source=task.name,
        title=task.title,
        repo=task.repo,
        settings=task.settings,
        rules=load_rules(task.effects),
        embed=task.embed,
        ignored=task.ignored,
        decisions=task.decisions,
    )


def _ready(task: Task, run: LearnerRun) -> Loaded:
    world = build_world(run)
    said = None
    if not run.index.reflexes:
        sessions = len({trace.root for trace in run.traces})
        said = no_reflexes(task.title, sessions, last_reflexes(run.records))
    document = world.document | ({"state": said.as_document()} if said else {})
    return Loaded(task.name, task.title, "ready", run, world_json(document), world.frames, said)


def _without_world(task: Task, said: State, state: str) -> Loaded:
    document = {"source": task.name, "title": task.title, "state": said.as_document()}
    return Loaded(task.name, task.title, state, world=world_json(document), said=said)


def _failed(task: Task, reading: Reading | None, recording: Recording, said: State) -> Loaded:
    """A failed run with the stages before the failure, when there are any."""
    if reading is None or "read" not in recording.records or said.stage == DRAWING:
        return _without_world(task, said, "failed")
    run = _run(task, reading, recording, NO_INDEX)
    try:
        world = build_world(run)
    except Exception:  # the world of half a run cannot be drawn: its records are still given out
        bare = _without_world(task, said, "failed")
        return Loaded(task.name, task.title, "failed", run, bare.world, b"", said)
    document = world_json(world.document | {"state": said.as_document()})
    return Loaded(task.name, task.title, "failed", run, document, world.frames, said)


def _write_log(log: Path | None, error: Exception) -> str:
    """Where the failure is written in full, or an empty text for a mistake that needs no log."""
    if log is None or isinstance(error, AdageError):
        return ""
    try:
        log.parent.mkdir(parents=True, exist_ok=True)
        log.write_text("".join(traceback.format_exception(error)), encoding="utf-8")
    except OSError:
        return ""
    return str(log)

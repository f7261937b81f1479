"""The runs that the map can show: the sample, and the repository's own once it is learned.

In: a reading and the learner. Out: `Loaded` runs by name, each with its records, its world as JSON
and its frames. The own run is learned in a thread of its own, which tells `Progress` how far it is.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from threading import Condition, Lock
from typing import TYPE_CHECKING, Any

from adage.errors import AdageError
from adage.records import Index, Reading, StageRecord, Trace
from adage.settings import Settings
from adage.traces.effects import Rules
from adage_map.states import State

if TYPE_CHECKING:
    from adage.decisions import Decision
    from adage.learn.cards import Ignored
    from adage.learn.intent import Embed

SAMPLE = "sample"
OWN = "own"
NO_INDEX = Index(generation="", content=b"", reflexes=())


@dataclass(frozen=True, slots=True)
class LearnerRun:
    """One run of the learner with all it recorded: what a world is built from.

    `records` maps each stage's name to its record, in the order of the stages; after a failure it
    holds the stages before it, and `index` is `NO_INDEX`. `source` is "sample" or "own". `repo`,
    `settings`, `rules`, `embed`, `ignored` and `decisions` are what it was learned with.
    """

    reading: Reading
    traces: tuple[Trace, ...]
    records: Mapping[str, StageRecord]
    index: Index
    source: str
    title: str
    repo: str = ""
    settings: Settings = field(default_factory=Settings)
    rules: Rules | None = None
    embed: Embed | None = None
    ignored: Ignored | None = None
    decisions: Mapping[str, Decision] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Loaded:
    """A run as the server gives it out. `state` is ready, running, empty or failed.

    `fill` learns the run again when only its world was kept from an earlier start.
    """

    name: str
    title: str
    state: str
    run: LearnerRun | None = None
    world: bytes = b""
    frames: bytes = b""
    said: State | None = None
    counts: Mapping[str, Any] = field(default_factory=dict)
    fill: Callable[[], Loaded] | None = None

    def entry(self) -> dict[str, Any]:
        """The run's line in the list of runs."""
        said = self.said.as_document() if self.said else None
        counts = count_run(self.run) | dict(self.counts)
        return {"name": self.name, "title": self.title, "state": self.state, **counts, "said": said}


def count_run(run: LearnerRun | None) -> dict[str, Any]:
    """What a list of runs says of one: its generation, sessions, steps and reflexes."""
    return {
        "generation": run.index.generation if run else "",
        "sessions": len(run.traces) if run else 0,
        "steps": sum(len(trace.steps) for trace in run.traces) if run else 0,
        "reflexes": len(run.index.reflexes) if run else 0,
    }


class UnknownRun(AdageError):
    """There is no run of this name."""


class Runs:
    """The runs by name, exchanged whole so that a reader never sees half of one."""

    def __init__(self, first: Loaded) -> None:
        """Begin with one run, which stays the one shown first."""
        self.first = first.name
        self._runs = {first.name: first}
        self._changed = Condition()
        self._filling = Lock()

    def put(self, loaded: Loaded) -> None:
        """Add a run, or replace the one of the same name."""
        with self._changed:
            self._runs[loaded.name] = loaded
            self._changed.notify_all()

    def get(self, name: str = "") -> Loaded:
        """The run of this name, or the first one. Raises `UnknownRun`."""
        with self._changed:
            found = self._runs.get(name or self.first)
            if found is None:
                raise UnknownRun(
                    f"there is no run named {name}; the runs are: {', '.join(self._runs)}"
                )
            return found

    def await_first(self, is_closing: Callable[[], bool]) -> Loaded:
        """The run shown first, once it is no longer running."""
        with self._changed:
            while self._runs[self.first].state == "running" and not is_closing():
                self._changed.wait(timeout=0.5)
            return self._runs[self.first]

    def whole(self, name: str = "") -> Loaded:
        """The run of this name with its records, learned now when only its world was kept."""
        with self._filling:
            found = self.get(name)
            if found.fill is not None:
                found = found.fill()
                self.put(found)
            return found

    def all(self) -> list[Loaded]:
        """Every run, the first one first."""
        with self._changed:
            return list(self._runs.values())


def world_json(document: Mapping[str, Any]) -> bytes:
    """A world's document as JSON that may stand inside a page's data block."""
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    # Inside a script element `</script` or `<!--` would end the block or hide its end.
    return text.replace("<", "\\u003c").encode("utf-8", "replace")

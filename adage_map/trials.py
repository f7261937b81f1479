"""The learner run again for a question: with other thresholds, or on an earlier day.

In: a run that is shown and a `Trial`. Out: an `Asked`: how far the learner is, then the reflexes it
found. One trial runs at a time, in a thread that ends when nothing is asked; the newest question is
answered first. Nothing is ever written.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from threading import Condition, Thread
from typing import Any

from adage.constants import MAP_TRIAL_WORLDS, MAP_TRIALS
from adage.records import Reflex
from adage.trial import Trial
from adage_map.runs import LearnerRun, Loaded, UnknownRun

TRIAL = "trial-"


@dataclass(slots=True)
class Asked:
    """One question. `state` is waiting, running, ready or failed; `at` counts stages begun."""

    name: str
    trial: Trial
    base: LearnerRun
    state: str = "waiting"
    at: int = 0
    of: int = 0
    stage: str = ""
    generation: str = ""
    sessions: int = 0
    reflexes: tuple[Reflex, ...] = ()
    problem: str = ""
    loaded: Loaded | None = None
    wants_world: bool = field(default=False)

    def progress(self) -> dict[str, Any]:
        """How far it is, for the page."""
        return {
            "name": self.name,
            "state": self.state,
            "at": self.at,
            "of": self.of,
            "stage": self.stage,
            "until": self.trial.until,
            "values": dict(self.trial.values),
            "problem": self.problem,
        }


class Trials:
    """Every question asked of this map, by name, and the thread that answers them."""

    def __init__(self) -> None:
        """Begin with nothing asked."""
        self._asked: dict[str, Asked] = {}
        self._changed = Condition()
        self._queue: list[Asked] = []
        self._busy = False

    def ask(self, base: LearnerRun, trial: Trial, *, first: bool = True) -> Asked:
        """The answer to `trial` on `base`, or how far it is; asked now if it never was.

        With `first` it goes before everything that waits, else behind.
        """
        name = trial_name(base, trial)
        with self._changed:
            asked = self._asked.get(name)
            if asked is None:
                asked = self._asked[name] = Asked(name, trial, base)
                self._enqueue(asked, first=first)
                self._forget()
            elif first and asked in self._queue:
                self._queue.remove(asked)
                self._queue.insert(0, asked)
            return asked

    def world(self, name: str) -> Loaded:
        """A trial's run with its world, as the page opens any run.

        A world that was let go is made again; until then the run's state is `running`. Raises
        `UnknownRun`.
        """
        with self._changed:
            asked = self._asked.get(name)
            if asked is None:
                raise UnknownRun(f"there is no trial named {name}; ask for it again")
            if asked.loaded is not None:
                return asked.loaded
            if not asked.wants_world:
                asked.wants_world = True
                if asked not in self._queue and asked.state in ("ready", "failed"):
                    self._enqueue(asked, first=True)
            return Loaded(name, asked.base.title, "running")

    def await_rest(self, timeout_s: float) -> bool:
        """Wait until nothing is being learned; False when that took longer."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._busy, timeout_s)

    def _enqueue(self, asked: Asked, *, first: bool) -> None:
        self._queue.insert(0 if first else len(self._queue), asked)
        if not self._busy:
            self._busy = True
            Thread(target=self._work, name="trials", daemon=True).start()

    def _work(self) -> None:
        # The learner takes a while to import, and most maps are never asked.
        from adage_map.trial_run import answer

        while True:
            with self._changed:
                if not self._queue:
                    self._busy = False
                    self._changed.notify_all()
                    return
                asked = self._queue.pop(0)
            answer(asked)
            with self._changed:
                self._let_go_of_worlds()

    def _let_go_of_worlds(self) -> None:
        drawn = [asked for asked in self._asked.values() if asked.loaded is not None]
        for asked in drawn[: -MAP_TRIAL_WORLDS.default]:
            asked.loaded, asked.wants_world = None, False

    def _forget(self) -> None:
        """Let the oldest questions go: their answers can be had again."""
        settled = [name for name, asked in self._asked.items() if asked not in self._queue]
        for name in settled[: max(0, len(self._asked) - MAP_TRIALS.default)]:
            del self._asked[name]


def trial_name(base: LearnerRun, trial: Trial) -> str:
    """The name of a trial: the same question on the same run has the same one."""
    text = f"{base.source}\0{base.index.generation}\0{trial.values}\0{trial.until}"
    return f"{TRIAL}{hashlib.sha256(text.encode()).hexdigest()[:12]}"

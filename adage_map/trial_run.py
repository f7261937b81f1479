"""One trial through the real learner.

In: an `Asked` question. Out: the same with what the learner found, or why it found nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

from adage.errors import AdageError
from adage.learn import STAGES, learn
from adage.learn.recorder import Recording, last_reflexes
from adage.learn.resume import records_that_hold
from adage.trial import Trial
from adage_map.runs import LearnerRun, Loaded, world_json
from adage_map.trials import Asked
from adage_map.world import build_world


def answer(asked: Asked) -> None:
    """Run the learner for one question and keep what it found in `asked`."""
    asked.of = len(STAGES)
    asked.state = "running"

    def tell(place: int, _done: int, _total: int) -> None:
        asked.at, asked.stage = place, STAGES[place].title

    try:
        run = run_trial(asked.base, asked.trial, tell, asked.name)
        if asked.wants_world:
            asked.loaded = as_loaded(run, trial_words(asked.trial))
        asked.generation = run.index.generation
        asked.reflexes = last_reflexes(run.records)
        asked.sessions = len({trace.root for trace in run.traces})
        asked.state = "ready"
    except AdageError as error:
        asked.problem, asked.state = str(error), "failed"
    # The edge of the learner: a defect in it must be told, not leave the page waiting.
    except Exception as error:
        asked.problem, asked.state = f"{type(error).__name__}: {error}", "failed"


def run_trial(
    base: LearnerRun, trial: Trial, progress: Callable[[int, int, int], None] | None, name: str
) -> LearnerRun:
    """The learner on the trial's sessions with the trial's settings, as a run of its own."""
    recording = Recording()
    reading, settings = trial.reading(base.reading), trial.settings(base.settings)
    changed = [key for key, value in trial.values if value != base.settings[key]]
    kept = records_that_hold(base.records, changed) if trial.until is None else {}
    index = learn(
        reading,
        base.repo,
        settings=settings,
        recorder=recording,
        progress=progress,
        rules=base.rules,
        embed=base.embed,
        ignored=base.ignored,
        decisions=base.decisions if trial.until is None else None,
        kept=kept,
    )
    return replace(
        base,
        reading=reading,
        traces=tuple(recording.records["read"].detail),
        records=recording.records,
        index=index,
        settings=settings,
        source=name,
    )


def as_loaded(run: LearnerRun, words: str) -> Loaded:
    """The run with its world drawn; `words` say what was tried."""
    world = build_world(run)
    document = world_json(world.document | {"trial": words})
    return Loaded(run.source, run.title, "ready", run, document, world.frames)


def trial_words(trial: Trial) -> str:
    """What a trial tries: `with judge.fire_lb = 0.7, until 2026-05-01`."""
    words = [f"with {key} = {value}" for key, value in trial.values]
    if trial.until is not None:
        words.append(f"until {datetime.fromtimestamp(trial.until, UTC):%Y-%m-%d}")
    return ", ".join(words)

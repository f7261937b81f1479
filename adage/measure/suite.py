"""Suite: learn from generated sessions, replay later ones, and score what was said.

In: a seed, how many sessions to learn from, and settings. Out: a `Score` for the learner and for
each baseline, and what the traps caught. Nothing is learned from a session that is judged.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from adage.findings import Family
from adage.learn import learn
from adage.learn.label import Labels
from adage.learn.read import read
from adage.learn.recorder import Recording, last_reflexes
from adage.learn.replay import Said, replay
from adage.learn.string import Strings
from adage.measure.baselines import next_event, perfect, within_window
from adage.measure.families import at_prompts, bundled_embedder, listen
from adage.measure.generate import generate
from adage.measure.play import REPO, Play, as_reading
from adage.measure.score import Score, Speaker, score
from adage.records import Reflex, Trace
from adage.settings import Settings

STORY_START = 1_767_225_600.0  # any first day does: ages are counted from the newest session
LEARN_DAYS = (0.0, 120.0)
JUDGE_DAYS = (120.0, 150.0)
# What may never be directed, by trap: shapes aside from `avoid`, and the steps it must not name.
TRAPS = {
    "C1": ("sh:git status", "sh:.venv/bin/python -m pytest"),
    "C3": ("sh:npm run spell",),
    "C4": ("sh:make bench",),
    "R9": ("sh:pip install -r requirements.txt",),
    "R10": ("sh:git add", "sh:git commit", "sh:git push"),
}


@dataclass(frozen=True, slots=True)
class Learned:
    """What was learned: reflexes and families that may speak, all judged reflexes, the strings."""

    reflexes: tuple[Reflex, ...]
    judged: tuple[Reflex, ...]
    labels: Labels
    strings: Strings
    families: tuple[Family, ...]


def learn_plays(plays: Sequence[Play], settings: Settings) -> Learned:
    """Run the whole learner on plays."""
    recording = Recording()
    reading, embed = as_reading(plays, STORY_START), bundled_embedder()
    index = learn(reading, REPO, settings=settings, recorder=recording, embed=embed)
    records = recording.records
    return Learned(
        index.reflexes,
        last_reflexes(records),
        records["label"].detail,
        records["string"].detail,
        index.families,
    )


def speaker(
    plays: Sequence[Play],
    reflexes: Sequence[Reflex],
    labels: Labels,
    settings: Settings,
    families: Sequence[Family] = (),
) -> Speaker:
    """Who replays each of `plays` through `reflexes` and `families`."""
    traces = {t.id: t for t in read(as_reading(plays, STORY_START), REPO, settings)}
    hears = listen(families, bundled_embedder(), settings) if families else None

    def also(strings: Strings, trace: Trace) -> Iterable[Said]:
        return at_prompts(strings, trace, hears, settings) if hears else ()

    def speak(play: Play) -> Sequence[Said]:
        return replay(traces[play.name], reflexes, labels, settings, also).said

    return speak


def judge_plays(seed: int, count: int, noise: float) -> tuple[Play, ...]:
    """Sessions to judge: after the ones learned from, by an agent to whom nobody speaks."""
    return generate(seed, count, days=JUDGE_DAYS, noise=noise, steered=False)


def run_suite(
    seed: int,
    count: int,
    settings: Settings,
    *,
    noise: float = 0.45,
    judged: int = 200,
    naive: bool = False,
) -> dict[str, Score]:
    """The scores of the learner after `count` sessions, of perfect and, if asked, of naive ones."""
    plays = judge_plays(seed + 1000, judged, noise)
    learned = learn_plays(generate(seed, count, days=LEARN_DAYS, noise=noise), settings)
    scores = {
        "perfect": score(plays, perfect, settings),
        "silent": score(plays, lambda _: (), settings),
        "learner": score(plays, learner(plays, learned, settings), settings),
    }
    for name, reflexes in naive_reflexes(learned.strings, settings).items() if naive else ():
        scores[name] = _scored(plays, reflexes, learned, settings)
    return scores


def naive_reflexes(strings: Strings, settings: Settings) -> dict[str, tuple[Reflex, ...]]:
    """What the naive baselines learn from the same sessions."""
    return {
        "next event >= 50 %": next_event(strings, 0.5),
        "within 8 >= 80 %": within_window(strings, 0.8, settings),
        "within 8 >= 50 %": within_window(strings, 0.5, settings),
    }


def learner(plays: Sequence[Play], learned: Learned, settings: Settings) -> Speaker:
    """Everything learned, speaking in `plays`."""
    return speaker(plays, learned.reflexes, learned.labels, settings, learned.families)


def _scored(
    plays: Sequence[Play], reflexes: Sequence[Reflex], learned: Learned, settings: Settings
) -> Score:
    return score(plays, speaker(plays, reflexes, learned.labels, settings), settings)


def caught(reflexes: Sequence[Reflex]) -> dict[str, tuple[str, ...]]:
    """For each trap the reflexes that may speak and name one of its steps."""
    active = [r for r in reflexes if r.strength in ("fire", "prime") and r.shape != "avoid"]
    return {
        trap: tuple(f"{r.shape} {' '.join(r.trigger)}" for r in active if set(r.steps) & set(steps))
        for trap, steps in TRAPS.items()
    }


def old_step(seed: int, count: int, settings: Settings) -> tuple[str, ...]:
    """R8: reflexes that still name the old step 120 days after the change, on a story so long."""
    learned = learn_plays(generate(seed, count, days=(0.0, 180.0)), settings)
    return tuple(r.id for r in learned.reflexes if "sh:make proto" in r.steps)

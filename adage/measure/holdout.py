"""Hold-out: would the learner have helped in real sessions that it had not seen?

In: transcripts of one repository. Out: a `HoldoutReport`. Sessions are ordered by time; each fold
learns from the older ones and replays the next. The newest ones are judged only on demand, once
nothing is tuned any more. Beside the learner stand silence and three naive baselines.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from adage.findings import Family
from adage.learn import learn
from adage.learn.label import Labels
from adage.learn.read import read
from adage.learn.recorder import Recording
from adage.learn.replay import Also, Said, replay
from adage.learn.string import Strings
from adage.learn.worth import Verdict, judge_session, situations
from adage.measure.baselines import next_event, within_window
from adage.measure.families import at_prompts, bundled_embedder, listen
from adage.records import Reading, Reflex, Trace
from adage.settings import Settings
from adage.traces import read_paths

LEARNER = "learner"
# (learn from the first share, judge up to the second), as shares of the sessions in time order.
DEV = ((0.40, 0.55), (0.55, 0.70), (0.70, 0.85))
FINAL = ((0.85, 1.00),)


@dataclass(frozen=True, slots=True)
class Judged:
    """One held-out session under one speaker: the verdicts, and the checks there were to predict.

    `predicted` of them had been named before; `failures` are failed runs of the session.
    """

    session: str
    fold: int
    verdicts: tuple[Verdict, ...]
    situations: int
    failures: int


@dataclass(frozen=True, slots=True)
class HoldoutReport:
    """What every speaker would have said in the judged sessions, and who spoke in each fold."""

    sessions: int
    trained: tuple[int, ...]
    judged: Mapping[str, tuple[Judged, ...]]
    reflexes: tuple[tuple[Reflex, ...], ...]
    families: tuple[tuple[Family, ...], ...]
    final: bool


def evaluate(paths: Sequence[Path], settings: Settings, *, final: bool = False) -> HoldoutReport:
    """Learn and judge fold by fold; `final` judges the newest 15 % instead of the dev folds."""
    return evaluate_reading(read_paths(paths), settings, final=final)


def evaluate_reading(reading: Reading, settings: Settings, *, final: bool = False) -> HoldoutReport:
    """The same for sessions that have been read already."""
    roots = in_time(reading)
    judged: dict[str, list[Judged]] = {}
    trained, learned, families = [], [], []
    for number, (share, until) in enumerate(FINAL if final else DEV):
        first, last = round(share * len(roots)), round(until * len(roots))
        older = keep(reading, set(roots[:first]))
        newer = keep(reading, set(roots[first:last]))
        fold = _Fold(number, older, newer, settings)
        for name, found in fold.judge():
            judged.setdefault(name, []).extend(found)
        trained.append(first)
        learned.append(fold.speakers[LEARNER])
        families.append(fold.families)
    whole = {name: tuple(found) for name, found in judged.items()}
    return HoldoutReport(len(roots), tuple(trained), whole, tuple(learned), tuple(families), final)


def in_time(reading: Reading) -> list[str]:
    """The sessions that a person started, by the end of their last lane."""
    ends: dict[str, float] = {}
    for session in reading.sessions:
        ends[session.root] = max(ends.get(session.root, session.end), session.end)
    return sorted(ends, key=lambda root: (ends[root], root))


def keep(reading: Reading, roots: set[str]) -> Reading:
    """The sessions of these roots, sub-agents included."""
    return replace(reading, sessions=tuple(s for s in reading.sessions if s.root in roots))


class _Fold:
    """One fold: everything that speaks in it was learned from the older sessions only."""

    def __init__(self, number: int, older: Reading, newer: Reading, settings: Settings) -> None:
        self.number, self.settings = number, settings
        recording = Recording()
        embed = bundled_embedder()
        index = learn(older, "", settings=settings, recorder=recording, embed=embed)
        strings = recording.records["string"].detail
        self.families = index.families
        self.hears = listen(self.families, embed, settings)
        self.labels: Labels = recording.records["label"].detail
        self.speakers: dict[str, tuple[Reflex, ...]] = {
            LEARNER: index.reflexes,
            "silent": (),
            "next event >= 50 %": next_event(strings, 0.5),
            "within 8 >= 80 %": within_window(strings, 0.8, settings),
            "within 8 >= 50 %": within_window(strings, 0.5, settings),
        }
        traces = read(newer, "", settings)
        self.traces = tuple(trace for trace in traces if trace.id == trace.root)

    def judge(self) -> Iterator[tuple[str, list[Judged]]]:
        """Every speaker with its judged sessions."""
        for name, reflexes in self.speakers.items():
            also = self._at_prompts if name == LEARNER else None
            yield name, [self._session(trace, reflexes, also) for trace in self.traces]

    def _at_prompts(self, strings: Strings, trace: Trace) -> Iterator[Said]:
        return at_prompts(strings, trace, self.hears, self.settings)

    def _session(self, trace: Trace, reflexes: Sequence[Reflex], also: Also | None) -> Judged:
        heard = replay(trace, reflexes, self.labels, self.settings, also)
        verdicts = judge_session(heard, self.settings)
        failures = sum(step.ok is False and step.tool == "shell" for step in trace.steps)
        count = sum(1 for _ in situations(heard.strings))
        return Judged(trace.id, self.number, verdicts, count, failures)

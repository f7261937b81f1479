"""Score: what was said in plays against what they needed.

In: plays and what a learner would have said in each. Out: turns saved, false directives and F1,
and from them J, one number in which silence is exactly zero.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from adage.constants import J_F1, J_FALSE
from adage.learn.replay import Said
from adage.measure.play import Need, Play
from adage.settings import Settings

Speaker = Callable[[Play], Sequence[Said]]


@dataclass(frozen=True, slots=True)
class Score:
    """A learner's result over a suite; `saved` and `false` are means per session.

    `hits`, `missed` and `wasted` count by planted rule, `wrong` by the steps and shape that were
    said for nothing.
    """

    sessions: int
    said: int
    saved: float
    false: float
    precision: float
    recall: float
    f1: float
    j: float
    hits: Counter[str] = field(default_factory=Counter)
    missed: Counter[str] = field(default_factory=Counter)
    turns: Counter[str] = field(default_factory=Counter)
    wrong: Counter[str] = field(default_factory=Counter)


@dataclass(slots=True)
class _Tally:
    saved: int = 0
    said: int = 0
    hits: Counter[str] = field(default_factory=Counter)
    missed: Counter[str] = field(default_factory=Counter)
    turns: Counter[str] = field(default_factory=Counter)
    wrong: Counter[str] = field(default_factory=Counter)


def score(plays: Sequence[Play], speaker: Speaker, settings: Settings) -> Score:
    """Judge everything that `speaker` says in `plays`."""
    tally = _Tally()
    for play in plays:
        met: set[int] = set()
        for said in speaker(play):
            _judge(tally, play, said, met)
        for number, need in enumerate(play.needs):
            # A need that the agent met at no cost is no loss when nobody names it.
            if number not in met and need.wasted:
                tally.missed[need.rule] += 1
    return _total(tally, len(plays), settings)


def _judge(tally: _Tally, play: Play, said: Said, met: set[int]) -> None:
    """True when every step it names is the step of an open need; each need pays once."""
    tally.said += 1
    found = open_needs(play, said)
    if found is None:
        tally.wrong[f"{said.reflex.shape} {' '.join(said.reflex.steps)}"] += 1
        return
    for number in sorted(found - met):
        need = play.needs[number]
        met.add(number)
        tally.hits[need.rule] += 1
        tally.turns[need.rule] += need.wasted
        tally.saved += need.wasted


def open_needs(play: Play, said: Said) -> set[int] | None:
    """The numbers of the open needs that a directive names; None when a step of it is not one."""
    found: set[int] = set()
    for step in said.reflex.steps:
        naming = {i for i, n in enumerate(play.needs) if step in n.steps and is_open(n, said)}
        if not naming:
            return None
        found |= naming
    return found


def is_open(need: Need, said: Said) -> bool:
    """Whether a need is open when something is said: triggered before, and not yet met.

    A dead end may be named until the failing run itself, which is replaced then.
    """
    if said.moment == "PreToolUse":
        return need.after < said.call <= need.until
    return need.after <= said.call < need.until


def _total(tally: _Tally, sessions: int, settings: Settings) -> Score:
    hits, false, missed = tally.hits.total(), tally.wrong.total(), tally.missed.total()
    precision = hits / (hits + false) if hits else 0.0
    recall = hits / (hits + missed) if hits else 0.0
    f1 = 2 * hits / (2 * hits + false + missed) if hits else 0.0
    saved, wrong = tally.saved / sessions, false / sessions
    j = saved + settings[J_FALSE] * wrong + settings[J_F1] * f1
    return Score(
        sessions, tally.said, saved, wrong, precision, recall, f1, j,
        tally.hits, tally.missed, tally.turns, tally.wrong,
    )  # fmt: skip

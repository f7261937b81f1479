"""The hold-out as figures and as a table.

In: a `HoldoutReport`. Out: one `Row` for each speaker and shape: how much was said, how often it
was right, what became of it, and the net value of a session with an interval. Net value is turns
saved minus what a useless directive costs, so that silence is worth exactly nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from adage.constants import BOOTSTRAP, J_FALSE, WILSON_Z
from adage.formulas import wilson_lower
from adage.learn.worth import Verdict
from adage.measure.holdout import HoldoutReport, Judged
from adage.settings import Settings

SEED = 20240
EVERY = "all"


@dataclass(frozen=True, slots=True)
class Row:
    """One speaker (and shape, or `all`): counts over the judged sessions, and means per session."""

    speaker: str
    shape: str
    sessions: int
    said: int
    right: int
    precision_lb: float
    coverage: float
    fates: Counter[str]
    turns: int
    idle: int
    avoided: int
    wasted: int
    net: float
    low: float
    high: float


def rows(report: HoldoutReport, settings: Settings) -> list[Row]:
    """A row for each speaker over all shapes, and for the learner one for each shape it used."""
    found = []
    for speaker, judged in report.judged.items():
        found.append(_row(speaker, EVERY, judged, settings))
        shapes = sorted({v.shape for j in judged for v in j.verdicts})
        if speaker == next(iter(report.judged)):
            found += [_row(speaker, shape, judged, settings) for shape in shapes]
    return found


def _row(speaker: str, shape: str, judged: Sequence[Judged], settings: Settings) -> Row:
    per_session = [[v for v in j.verdicts if shape in (EVERY, v.shape)] for j in judged]
    verdicts = [v for found in per_session for v in found]
    right = sum(v.right for v in verdicts)
    values = [net_value(found, settings) for found in per_session]
    low, high = interval(values, settings)
    named = sum(v.right for v in verdicts if v.shape in ("run", "advise", "sequence", "intent"))
    return Row(
        speaker, shape, len(judged), len(verdicts), right,
        wilson_lower(right, len(verdicts), settings[WILSON_Z]),
        named / max(1, sum(j.situations for j in judged)),
        Counter(v.fate + " red" * v.red for v in verdicts),
        sum(v.turns for v in verdicts),
        sum(v.idle for v in verdicts),
        sum(v.avoided for v in verdicts),
        sum(v.wasted for v in verdicts),
        float(np.mean(values)) if values else 0.0, low, high,
    )  # fmt: skip


def net_value(verdicts: Sequence[Verdict], settings: Settings) -> float:
    """Turns saved in one session, less what its useless directives cost."""
    return sum(v.turns + settings[J_FALSE] * v.wasted for v in verdicts)


def interval(values: Sequence[float], settings: Settings) -> tuple[float, float]:
    """The 95 % percentile interval of the mean over whole sessions, from seeded resamples."""
    if not values:
        return 0.0, 0.0
    draws = np.random.Generator(np.random.PCG64(SEED))
    picked = draws.integers(len(values), size=(settings[BOOTSTRAP], len(values)))
    means = np.asarray(values)[picked].mean(axis=1)
    low, high = np.quantile(means, [0.025, 0.975])
    return float(low), float(high)


HEADINGS = (
    "speaker", "shape", "said", "a session", "right", "precision (LB)", "coverage",
    "fates", "turns", "idle", "failures avoided", "useless", "net a session (95 %)",
)  # fmt: skip


def as_table(title: str, found: Sequence[Row]) -> str:
    """The rows as an aligned table for a terminal."""
    cells = [HEADINGS, *(tuple(_cells(row)) for row in found)]
    widths = [max(len(row[i]) for row in cells) for i in range(len(HEADINGS))]
    lines = ["  ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)) for row in cells]
    return "\n".join([title, *(line.rstrip() for line in lines)])


def _cells(row: Row) -> Iterator[str]:
    yield row.speaker
    yield row.shape
    yield str(row.said)
    yield f"{row.said / max(1, row.sessions):.2f}"
    yield str(row.right)
    yield f"{row.right / row.said:.2f} ({row.precision_lb:.2f})" if row.said else "-"
    yield f"{row.coverage:.2f}"
    yield " ".join(f"{fate} {count}" for fate, count in sorted(row.fates.items())) or "-"
    yield str(row.turns)
    yield str(row.idle)
    yield str(row.avoided)
    yield str(row.wasted)
    yield f"{row.net:+.2f} ({row.low:+.2f} {row.high:+.2f})"

"""Is it getting better? Turns per session, the first half of the sessions beside the second.

In: courses. Out: two means and an interval of their difference. It names no cause: tasks, people
and models change as well.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from adage.constants import BOOTSTRAP
from adage.report.courses import Course
from adage.report.records import Trend
from adage.settings import Settings

SEED = 7


def trend(found: Sequence[Course], settings: Settings) -> Trend:
    """The two halves; an odd session belongs to the second."""
    turns = np.array([course.session.turns for course in found], dtype=np.float64)
    first, second = turns[: len(turns) // 2], turns[len(turns) // 2 :]
    if not len(first):
        return Trend(0, 0.0, len(second), float(second.mean()) if len(second) else 0.0, 0.0, 0.0)
    draws = np.random.Generator(np.random.PCG64(SEED))
    means = [
        half[draws.integers(len(half), size=(settings[BOOTSTRAP], len(half)))].mean(axis=1)
        for half in (first, second)
    ]
    low, high = np.quantile(means[1] - means[0], [0.025, 0.975])
    return Trend(
        len(first), float(first.mean()), len(second), float(second.mean()), float(low), float(high)
    )

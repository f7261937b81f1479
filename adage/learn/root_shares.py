"""Root shares: how often a step comes anyway, as a share of each root's segments or events.

In: strings and a step. Out: the roots and their shares, aligned. Math: site/math/02-patterns.md
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from adage.learn.chance_arrays import next_run, runs_of
from adage.learn.string import Ints, Strings

Shares = tuple[Ints, npt.NDArray[np.float64]]


def segment_shares(strings: Strings, step: int) -> Shares:
    """The share of each root's segments in which the step ran; roots in order of appearance."""
    if not len(strings):
        return np.zeros(0, np.int32), np.zeros(0)
    opens = np.append(True, strings.segment[1:] != strings.segment[:-1])
    segment, root = strings.segment[opens], strings.root[opens]
    with_step = np.isin(segment, strings.segment[runs_of(strings, step)])
    roots, first = np.unique(root, return_index=True)
    order = roots[np.argsort(first)]
    held, total = np.bincount(root, weights=with_step), np.bincount(root)
    return order, held[order] / total[order]


def window_shares(strings: Strings, step: int, window: int) -> Shares:
    """The share of each root's other events after which the step comes within the window."""
    others = np.flatnonzero(strings.taken != step).astype(np.int32)
    later = next_run(strings, step, others)
    there = np.flatnonzero(later < len(strings))
    follows = there[strings.tick[later[there]] - strings.tick[others[there]] <= window]
    root = strings.root[others]
    total = np.bincount(root)
    followed = np.bincount(root[follows], minlength=len(total))
    roots = np.flatnonzero(total).astype(np.int32)
    return roots, followed[roots] / total[roots]

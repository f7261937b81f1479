"""Bulk strings for speed alone: Zipf labels with planted patterns, about 60 events a session.

In: a number of sessions. Out: flat labels 0 to 119 with their session numbers. Needs numpy only, so
that a peer can be measured in an environment of its own.
"""

from __future__ import annotations

import numpy as np

ALPHABET, MEAN, PLANTED = 120, 60, 20


def bulk(sessions, seed=0):
    """Labels and session numbers; twenty patterns are planted in 2 % to 21 % of the sessions."""
    draws = np.random.default_rng(seed)
    shares = 1 / np.arange(1, ALPHABET + 1) ** 0.8
    lengths = np.maximum(8, draws.poisson(MEAN, sessions))
    labels = draws.choice(ALPHABET, size=lengths.sum(), p=shares / shares.sum()).astype(np.int32)
    starts = np.concatenate([[0], np.cumsum(lengths)])
    planted = np.random.default_rng(12345)
    for number in range(PLANTED):
        size = int(planted.integers(3, 7))
        pattern = planted.choice(ALPHABET, size=size, replace=False)
        chosen = np.flatnonzero(draws.random(sessions) < 0.02 + 0.01 * number)
        room = lengths[chosen] - size
        at = starts[chosen] + (draws.random(len(chosen)) * room).astype(int)
        for offset, label in enumerate(pattern):
            labels[at + offset] = label
    return labels, np.repeat(np.arange(sessions, dtype=np.int32), lengths)

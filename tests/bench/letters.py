"""Bulk labels as the learner's own strings, each label one check that worked."""

from __future__ import annotations

import numpy as np

from adage.learn.label import Labels
from adage.learn.string import LEVELS, PROMPT, Item, Strings
from adage.records import Effect, Prototype
from tests.bench.bulk import ALPHABET


def letters_of(labels, sessions):
    """The learner's strings of these labels: one segment a session, one tick an event."""
    names = [f"step{i}" for i in range(ALPHABET)]
    prototypes = tuple(
        Prototype(i, n, "shell", Effect.VERIFY, n, (n,), (), 0, 0, n) for i, n in enumerate(names)
    )
    symbols = [Item(n, Effect.VERIFY, i, False, True, False, -1) for i, n in enumerate(names)]
    symbols.append(Item(PROMPT, Effect.OBSERVE, -1, False, True, False, -1))
    count = int(sessions[-1]) + 1
    items = np.full((len(labels), LEVELS), -1, dtype=np.int32)
    items[:, 0] = labels
    starts = np.searchsorted(sessions, np.arange(count + 1)).astype(np.int32)
    clock = np.arange(len(labels), dtype=np.int32) - starts[sessions]
    places = {i: np.flatnonzero(labels == i).astype(np.int32) for i in range(ALPHABET)}
    roots = tuple(str(i) for i in range(count))
    return Strings(
        tuple(symbols), {item.text: i for i, item in enumerate(symbols)},
        labels, items, labels, sessions, sessions, sessions, clock, clock, clock, clock,
        (), roots, roots, (0.0,) * count, starts,
        Labels(prototypes, {n: i for i, n in enumerate(names)}), places, dict(places),
    )  # fmt: skip

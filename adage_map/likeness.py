"""Likeness: where requests lie to each other, as points on a globe, and what was made of them.

In: the records of the stages string, intent and cards, and the sentence model. Out: a `Likeness`.
Vectors, groups and bounds come from the learner's own functions; only the three axes of the globe
are worked out here: the directions in which the requests differ most.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from adage.constants import NEIGHBOURS, RELATIVE_CUT
from adage.findings import Card, Family
from adage.formulas import wilson_lower
from adage.learn.alike import Matrix, centre, cosines, links, stack
from adage.learn.intent import Embed, relative_groups
from adage.learn.requests import Asked, read_requests, was_told, when_run
from adage.learn.string import Strings
from adage.records import StageRecord
from adage.settings import Settings

# What a globe can hold and a person can still read. Totals in the captions are always exact.
REQUESTS, LINKS = 300, 400
DECIMALS = 4

Points = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Cut:
    """One way to draw the line: from this cosine on, `k` of `n` requests had the route run."""

    cosine: float
    k: int
    n: int
    lb: float


@dataclass(frozen=True, slots=True)
class Likeness:
    """Requests on the unit sphere, the groups they form, and the families and cards found.

    `kept` is the share of all differences that three axes show. `pairs` counts the pairs that are
    alike enough for one group, `linked` holds their members, and `links` those among each other's
    nearest that lie apart: (i, j, cosine), the most alike first. `chosen` is the family that
    the chapter follows, `cuts` its candidate thresholds from strict to wide.
    """

    asked: tuple[Asked, ...]
    points: Points
    kept: float
    dims: int
    links: tuple[tuple[int, int, float], ...]
    pairs: int
    linked: frozenset[int]
    groups: tuple[int, ...]
    families: tuple[Family, ...]
    cards: tuple[Card, ...]
    chosen: Family | None
    inside: frozenset[int]
    cuts: tuple[Cut, ...]


def find_likeness(
    records: Mapping[str, StageRecord], embed: Embed | None, settings: Settings
) -> Likeness | None:
    """The likeness of a run's requests, or None without a model or with fewer than two of them."""
    strings, families = _detail(records, "string"), _detail(records, "intent")
    if embed is None or not strings or families is None:
        return None
    asked = read_requests(strings, settings)
    matrix = stack([embed(one.request.text) for one in asked])
    if len(asked) < 2 or not matrix.size:
        return None
    seen = centre(matrix)
    points, kept = globe(seen)
    pairs = alike_pairs(seen, settings)
    near = links(seen, settings[NEIGHBOURS], settings[RELATIVE_CUT])
    apart = [pair for pair in near if not np.array_equal(points[pair[0]], points[pair[1]])]
    chosen = max(families, key=_telling, default=None)
    inside, cuts = (frozenset(), ()) if chosen is None else _cuts(strings, asked, matrix, chosen)
    return Likeness(
        tuple(asked),
        points,
        kept,
        matrix.shape[1],
        tuple(sorted(apart, key=lambda pair: (-pair[2], *pair[:2]))[:LINKS]),
        len(pairs),
        frozenset(place for pair in pairs for place in pair[:2]),
        tuple(relative_groups(matrix, settings)),
        tuple(families),
        tuple(_detail(records, "cards") or ()),
        chosen,
        inside,
        cuts,
    )


def _detail(records: Mapping[str, StageRecord], stage: str) -> Any:
    record = records.get(stage)
    return None if record is None else record.detail


def _telling(family: Family) -> tuple[bool, float, int, str]:
    """The family worth following: one with a threshold, the most of one mind, the largest."""
    return family.threshold > 0, family.routed / (family.roots or 1), family.roots, family.id


def globe(seen: Matrix) -> tuple[Points, float]:
    """Unit vectors on their three main axes, back on the unit sphere; the share these axes keep.

    Each axis points to the side of its largest entry, so that no machine turns the globe over.
    """
    _, sizes, axes = np.linalg.svd(seen, full_matrices=False)
    axes = axes[:3]
    largest = np.abs(axes).argmax(axis=1)
    axes = axes * np.sign(axes[np.arange(len(axes)), largest])[:, None]
    flat = np.zeros((len(seen), 3))
    flat[:, : len(axes)] = seen @ axes.T
    lengths = np.linalg.norm(flat, axis=1, keepdims=True)
    unit = np.divide(flat, lengths, out=np.tile([0.0, 0.0, 1.0], (len(flat), 1)), where=lengths > 0)
    total = float((sizes**2).sum())
    return np.round(unit, DECIMALS), float((sizes[:3] ** 2).sum() / total) if total else 0.0


def alike_pairs(seen: Matrix, settings: Settings) -> list[tuple[int, int, float]]:
    """Pairs alike enough to be of one group, once what all requests share is taken away."""
    alike = np.triu(cosines(seen, seen), 1)
    rows, columns = np.nonzero(alike >= settings[RELATIVE_CUT])
    found = [(int(i), int(j), float(alike[i, j])) for i, j in zip(rows, columns, strict=True)]
    return sorted(found, key=lambda pair: (-pair[2], pair[0], pair[1]))


def _cuts(
    strings: Strings, asked: Sequence[Asked], matrix: Matrix, family: Family
) -> tuple[frozenset[int], tuple[Cut, ...]]:
    """The requests that the family's threshold lets in, and every threshold that was weighed."""
    if not family.threshold:
        return frozenset(), ()
    alike = cosines(matrix, stack([family.centre]))[:, 0]
    widest = min(request.cosine for request in family.requests)
    weighed = [
        (float(cosine), when_run(strings, one, family.route) is not None)
        for cosine, one in zip(alike, asked, strict=True)
        if cosine >= widest and not was_told(strings, one, family.route)
    ]
    cuts = []
    for cosine in sorted({cosine for cosine, _ in weighed}, reverse=True):
        ran = [took for other, took in weighed if other >= cosine]
        cuts.append(Cut(cosine, sum(ran), len(ran), wilson_lower(sum(ran), len(ran))))
    inside = frozenset(i for i, cosine in enumerate(alike) if cosine >= family.threshold)
    return inside, tuple(cuts)

"""Alike: which of many vectors are near each other, and groups in which all are.

In: unit vectors, None for a text the model knows no word of. Out: cosines rounded to six decimals,
nearest neighbours, links, and groups by complete linkage. Costs the square of the number of
vectors, in blocks of rows. Math: site/math/05-intent.md
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

Matrix = npt.NDArray[np.float64]
Vector = Sequence[float]

DECIMALS = 6
NOTHING = 1e-9  # a vector this short is what rounding left of none
ROWS = 512  # of a block of cosines: 512 x 5,000 doubles are 20 MB


def stack(vectors: Sequence[Vector | None]) -> Matrix:
    """One row a vector; a row of zeros, which is near nothing, for None."""
    dims = next((len(v) for v in vectors if v is not None), 0)
    return np.array([v if v is not None else [0.0] * dims for v in vectors], dtype=np.float64)


def cosines(rows: Matrix, against: Matrix) -> Matrix:
    """All cosines, rounded so that no machine's last bits decide."""
    found: Matrix = np.round(rows @ against.T, DECIMALS)
    return found


def centre(matrix: Matrix) -> Matrix:
    """The unit vectors seen from their mean: what they share is taken away. Zeros stay zeros."""
    known = np.any(matrix != 0, axis=1)
    if not known.any():
        return matrix
    moved = np.where(known[:, None], matrix - matrix[known].mean(axis=0), 0.0)
    lengths = np.linalg.norm(moved, axis=1, keepdims=True)
    unit: Matrix = np.divide(moved, lengths, out=np.zeros_like(moved), where=lengths > NOTHING)
    return unit


def links(matrix: Matrix, neighbours: int, cut: float) -> list[tuple[int, int, float]]:
    """Pairs (i, j, cosine) where one is among the other's nearest and the cosine is at least `cut`.

    Nearest by (-cosine, index). The k-th value is found by partition, and only those at least as
    large are sorted.
    """
    found: dict[tuple[int, int], float] = {}
    for i, row in _rows(matrix):
        for j in _nearest(row, i, neighbours):
            if row[j] >= cut:
                found[min(i, j), max(i, j)] = float(row[j])
    return [(i, j, cosine) for (i, j), cosine in sorted(found.items())]


def _rows(matrix: Matrix) -> Iterator[tuple[int, Matrix]]:
    for start in range(0, len(matrix), ROWS):
        yield from enumerate(cosines(matrix[start : start + ROWS], matrix), start)


def _nearest(row: Matrix, own: int, count: int) -> list[int]:
    """The `count` nearest others of a row of cosines."""
    row = row.copy()
    row[own] = -np.inf
    count = min(count, len(row) - 1)
    if count < 1:
        return []
    least = np.partition(row, len(row) - count)[len(row) - count]
    near = np.flatnonzero(row >= least)
    order = np.lexsort((near, -row[near]))
    return [int(j) for j in near[order][:count]]


def tight_groups(matrix: Matrix, cut: float) -> list[int]:
    """Complete linkage: each vector's group, in which every pair has a cosine of at least `cut`.

    Groups are numbered by their smallest member. Works along chains of nearest groups, so it costs
    the square of the largest set of vectors that hangs together at `cut`.
    """
    group = list(range(len(matrix)))
    for members in _hanging_together(matrix, cut):
        if len(members) > 1:
            for part in tight_parts(cosines(matrix[members], matrix[members]), cut):
                for place in part:
                    group[members[place]] = members[part[0]]
    numbers: dict[int, int] = {}
    return [numbers.setdefault(first, len(numbers)) for first in group]


def _hanging_together(matrix: Matrix, cut: float) -> list[list[int]]:
    """Sets of vectors joined by any chain of cosines of at least `cut`; their members ascending."""
    parent = list(range(len(matrix)))

    def top(i: int) -> int:
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = parent[i]
        return i

    for i, row in _rows(matrix):
        for j in np.flatnonzero(row[:i] >= cut):
            a, b = sorted((top(i), top(int(j))))
            parent[b] = a
    found: dict[int, list[int]] = {}
    for i in range(len(matrix)):
        found.setdefault(top(i), []).append(i)
    return list(found.values())


def tight_parts(alike: Matrix, cut: float) -> list[list[int]]:
    """Groups of places whose least alike pair is at least `cut`, the most alike joined first.

    `alike` is any symmetric square of similarities.
    """
    alike = alike.copy()
    np.fill_diagonal(alike, -np.inf)
    parts = {place: [place] for place in range(len(alike))}
    done: list[list[int]] = []
    chain: list[int] = []
    while parts:
        if not chain:
            chain.append(min(parts))
        tip = chain[-1]
        before = chain[-2] if len(chain) > 1 else -1
        nearest = int(np.argmax(alike[tip]))
        if before >= 0 and alike[tip, before] == alike[tip, nearest]:
            nearest = before
        if alike[tip, nearest] < cut:
            # It can only grow less alike, so nothing will join this group any more.
            done.append(sorted(parts.pop(tip)))
            alike[tip, :] = alike[:, tip] = -np.inf
            chain.pop()
        elif nearest == before:
            _join(alike, parts, before, tip)
            del chain[-2:]
        else:
            chain.append(nearest)
    return sorted(done)


def _join(alike: Matrix, parts: dict[int, list[int]], kept: int, gone: int) -> None:
    """Merge two groups: they are as alike to others as their less alike half."""
    least = np.minimum(alike[kept], alike[gone])
    alike[kept, :] = alike[:, kept] = least
    alike[kept, kept] = -np.inf
    alike[gone, :] = alike[:, gone] = -np.inf
    parts[kept] += parts.pop(gone)

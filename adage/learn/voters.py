"""Voters: every session that counts for or against a reflex, by name and line.

In: strings and a reflex. Out: all its witnesses, where the reflex itself keeps only the newest few.
Two generations are compared by them. Their weights are of no interest here and are left at 1.
"""

from __future__ import annotations

from collections.abc import Sequence

from adage.learn.direct import DIRECT_MOMENTS, direct_chances
from adage.learn.match import Chance, Vote, vote_of, votes
from adage.learn.recount import newest_first, pattern_of, witness_of
from adage.learn.string import Strings
from adage.records import Reflex, Witness
from adage.settings import Settings


def voters(strings: Strings, reflex: Reflex, settings: Settings) -> tuple[Witness, ...]:
    """The sessions behind k and n, the newest first."""
    weights = (1.0,) * len(strings.roots)
    found = newest_first(strings, _votes(strings, reflex, settings))
    return tuple(witness_of(strings, vote, weights) for vote in found)


def _votes(strings: Strings, reflex: Reflex, settings: Settings) -> Sequence[Vote]:
    pattern = pattern_of(reflex)
    if pattern.shape not in DIRECT_MOMENTS:
        return votes(strings, pattern, settings)
    pooled: dict[int, list[Chance]] = {}
    for anchor, hit in direct_chances(strings, pattern, settings):
        pooled.setdefault(int(strings.root[anchor]), []).append((anchor, hit))
    return [vote_of(root, pooled[root], False) for root in sorted(pooled)]

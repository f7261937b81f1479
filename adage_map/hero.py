"""Which reflex the tour follows: chosen from the run by a written rule, never by name.

In: the reflexes of one run. Out: the hero, or None when nothing was learned yet.
"""

from __future__ import annotations

from collections.abc import Iterable

from adage.records import Effect, Reflex

FOLLOWED_SHAPES = ("run", "sequence")


def choose_hero(reflexes: Iterable[Reflex]) -> Reflex | None:
    """The reflex that shows most of the evidence at work.

    First a reflex that runs steps after a trigger, then one that regenerates before one that
    verifies, then one that did not always hold (a perfect record hides the caution), then one that
    an edit sets off, then one that fires, then the most opportunities, then the shorter trigger,
    then the smaller id.
    """
    return min(reflexes, key=_rank, default=None)


def _rank(reflex: Reflex) -> tuple[bool, int, bool, bool, bool, int, int, str]:
    by_effect = {Effect.REGENERATE: 0, Effect.VERIFY: 1}
    return (
        reflex.shape not in FOLLOWED_SHAPES or reflex.strength == "nascent",
        by_effect.get(reflex.effect, 2),
        reflex.k == reflex.n,
        not any(item.startswith("edit:") for item in reflex.trigger),
        reflex.strength != "fire",
        -reflex.n,
        len(reflex.trigger),
        reflex.id,
    )

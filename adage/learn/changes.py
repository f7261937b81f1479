"""Changes: what became of every reflex from one learning to another.

In: the reflexes of two learnings. Out: one `Change` for each reflex that may say more, less or
something else than before, or that was counted otherwise, most important first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

# From silence to the strongest; what is not named here does not speak.
LADDER = ("nascent", "prime", "fire")
KINDS = ("born", "lost", "promoted", "demoted", "silenced", "voiced", "recounted")


class Standing(Protocol):
    """What must be known of a reflex to compare it."""

    @property
    def id(self) -> str:
        """The reflex's id: the same trigger and steps have the same one."""

    @property
    def strength(self) -> str:
        """fire, prime, nascent, inhibit or dropped."""

    @property
    def quiet(self) -> bool:
        """Whether it stays silent because saying it would change nothing."""

    @property
    def k(self) -> int:
        """Sessions that took the step."""

    @property
    def n(self) -> int:
        """Sessions that had the chance."""


@dataclass(frozen=True, slots=True)
class Change:
    """One reflex in both learnings; `before` or `after` is None where it does not stand."""

    kind: str
    id: str
    before: Standing | None
    after: Standing | None


def changes(before: Iterable[Standing], after: Iterable[Standing]) -> tuple[Change, ...]:
    """Every difference, by kind in the order of `KINDS`, then by id."""
    old = {reflex.id: reflex for reflex in before}
    new = {reflex.id: reflex for reflex in after}
    found = _differences(old, new)
    return tuple(sorted(found, key=lambda change: (KINDS.index(change.kind), change.id)))


def _differences(old: dict[str, Standing], new: dict[str, Standing]) -> Iterator[Change]:
    for name in old.keys() | new.keys():
        kind = kind_of_change(old.get(name), new.get(name))
        if kind:
            yield Change(kind, name, old.get(name), new.get(name))


def kind_of_change(before: Standing | None, after: Standing | None) -> str:
    """One of `KINDS`, or empty when nothing that counts has changed."""
    if before is None or before.strength == "dropped":
        return "born" if after is not None and after.strength != "dropped" else ""
    if after is None or after.strength == "dropped":
        return "lost"
    if after.quiet and not before.quiet and _speaks(before):
        return "silenced"
    if before.quiet and not after.quiet and _speaks(after):
        return "voiced"
    if before.strength != after.strength:
        return "promoted" if _rank(after) > _rank(before) else "demoted"
    return "recounted" if (before.k, before.n) != (after.k, after.n) else ""


def _speaks(reflex: Standing) -> bool:
    """Whether its strength would let it speak."""
    return _rank(reflex) > LADDER.index("nascent")


def _rank(reflex: Standing) -> int:
    """Place on the ladder; a dead end speaks as soon as it stands, above every offer."""
    return LADDER.index(reflex.strength) if reflex.strength in LADDER else len(LADDER)

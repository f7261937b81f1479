"""Prompt rows: families and cards in the form in which the hook compares a prompt with them.

In: an `Index`, or its families and cards. Out: plain mappings and int8 rows of vectors, as
`adage/hook/prompt.py` reads them and `seal_sections.sections` takes them.
Math: site/math/08-index.md
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from adage.findings import Card, Family

INT8 = 127
DECIMALS = 6
TITLE_CHARS = 80


@dataclass(frozen=True, slots=True)
class PromptRows:
    """What a prompt may bring: `families` and `cards` point at rows of `vectors` by number."""

    families: tuple[dict[str, Any], ...] = ()
    cards: tuple[dict[str, Any], ...] = ()
    vectors: bytes = b""


def prompt_rows(families: Iterable[Family], cards: Iterable[Card]) -> PromptRows:
    """The rows of all families, then those of all cards, one for each of a card's requests."""
    packed = _Packed()
    told = tuple(_family(family, packed) for family in families)
    shown = tuple(_card(card, packed) for card in cards)
    return PromptRows(told, shown, b"".join(packed.rows))


class _Packed:
    """Rows in the order in which they came."""

    def __init__(self) -> None:
        self.rows: list[bytes] = []

    def add(self, vector: Sequence[float]) -> tuple[int, float]:
        """Keep a vector in eight bits a number; its place and the length of the rounded row."""
        most = max(map(abs, vector), default=0.0) or 1.0
        row = [round(each / most * INT8) for each in vector]
        self.rows.append(bytes(each % 256 for each in row))
        return len(self.rows) - 1, round(sum(each * each for each in row) ** 0.5, DECIMALS)


def _family(family: Family, packed: _Packed) -> dict[str, Any]:
    row, norm = packed.add(family.centre)
    return {
        "id": family.id,
        "row": row,
        "norm": norm,
        "threshold": round(family.threshold, DECIMALS),
        "strength": family.strength,
        "steps": [family.route],
        "command": family.command,
        "k": family.k,
        "n": family.n,
    }


def _card(card: Card, packed: _Packed) -> dict[str, Any]:
    places = [packed.add(vector) for vector in card.vectors]
    return {
        "id": card.id,
        "rows": [row for row, _ in places],
        "norms": [norm for _, norm in places],
        "title": card.requests[0].text[:TITLE_CHARS],
        "files": [file.path for file in card.files],
        "commands": [one.command for one in card.commands],
        "avoid": [one.command for one in card.avoid],
        "check": card.check,
        "steps": [one.key for one in card.commands],
        "k": card.passing,
        "n": card.traces,
    }

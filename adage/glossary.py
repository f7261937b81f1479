"""The words of Adage, one for each idea: read by the map, the documentation and whoever asks.

In: `adage/data/glossary.toml`. Out: `Term`s in their order.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FILE = Path(__file__).resolve().parent / "data" / "glossary.toml"


@dataclass(frozen=True, slots=True)
class Term:
    """A word: what it means in a sentence, what else to know, and the page with more, if any."""

    name: str
    short: str
    long: str
    page: str = ""


@cache
def terms() -> tuple[Term, ...]:
    """Every term of the glossary."""
    rows = tomllib.loads(FILE.read_text(encoding="utf-8"))["term"]
    return tuple(Term(**row) for row in rows)

"""What a prompt brings to mind: the families of requests it is like, and the cards.

In: a prompt, the section of the index and its rows, a table of vectors. Out: how alike each is.
The section's `families` are {id, row, norm, threshold, strength, steps, command, k, n, slots?} and
its `cards` {id, rows, norms, title, files, commands, avoid, check, k, n}; a row is that many int8
numbers in the section `vectors`, `norm` the row's length.
"""

from __future__ import annotations

from adage.hook.prompt_text import normalise

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Likeness:
    """A prompt's vector beside the rows of the index."""

    def __init__(self, prompt: str, words: int, table: Any, rows: bytes) -> None:
        self._vector: list[float] | None = table.embed(normalise(prompt, words))
        self._rows = memoryview(rows).cast("b")
        self._dims: int = table.dims

    def to(self, row: Any, norm: Any) -> float:
        """The cosine between the prompt and one row; 0.0 when either is missing."""
        vector, at = self._vector, row * self._dims if isinstance(row, int) else -1
        if vector is None or at < 0 or at + self._dims > len(self._rows) or not norm:
            return 0.0
        row = self._rows[at : at + self._dims]
        # A list costs less here than a generator, and no import as `operator.mul` would.
        dot: float = sum([a * b for a, b in zip(vector, row, strict=True)])
        return round(dot / float(norm), 6)


def family_of(likeness: Likeness, families: Any) -> tuple[dict[str, Any], float] | None:
    """The most similar family whose own threshold the prompt clears, with the cosine."""
    best: tuple[dict[str, Any], float] | None = None
    for family in families if isinstance(families, list) else []:
        cosine = likeness.to(family.get("row"), family.get("norm"))
        if cosine >= family["threshold"] and (best is None or cosine > best[1]):
            best = (family, cosine)
    return best


def cards_of(likeness: Likeness, cards: Any) -> list[tuple[dict[str, Any], float]]:
    """The cards, each with its best cosine to one of its family's prompts, most alike first."""
    found = []
    for card in cards if isinstance(cards, list) else []:
        pairs = zip(card.get("rows", ()), card.get("norms", ()), strict=False)
        found.append((card, max((likeness.to(row, norm) for row, norm in pairs), default=0.0)))
    return sorted(found, key=lambda pair: (-pair[1], str(pair[0].get("id"))))


def card_text(card: dict[str, Any]) -> str:
    """A procedure card in words: files, commands that worked, those that failed, the check."""
    lines = [f"This request resembles {card['n']} earlier ones here ({card.get('title', '')})."]
    if card.get("files"):
        lines.append("Files those sessions edited, in order: " + ", ".join(card["files"]))
    for title, key in (("Ran", "commands"), ("Failed there", "avoid")):
        if card.get(key):
            lines.append(f"{title}: " + "; ".join(f"`{each}`" for each in card[key]))
    if card.get("check"):
        lines.append(f"They finished with: `{card['check']}`")
    return "\n".join(lines)

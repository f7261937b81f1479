"""What a caption is: a sentence that holds only recorded numbers.

A caption is a template whose fields are facts (see `facts.py`); which template is used may depend
on the facts. `{name:#session}` writes a count with its noun in the right number.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from string import Formatter
from typing import Any


class _Words(Formatter):
    """Formats counts with their nouns; remembers which fields were used."""

    def __init__(self) -> None:
        self.used: dict[str, Any] = {}

    def get_field(self, field_name: str, _args: Any, kwargs: Any) -> Any:
        self.used[field_name] = kwargs[field_name]
        return kwargs[field_name], field_name

    def format_field(self, value: Any, format_spec: str) -> str:
        if not format_spec.startswith("#"):
            return format(value, format_spec or (",d" if isinstance(value, int) else ""))
        one, _, many = format_spec[1:].partition("|")
        return f"{value:,} {one if value == 1 else many or one + 's'}"


@dataclass(frozen=True, slots=True)
class Caption:
    """What one step says: a title, the text, one sentence of state, and the facts they used."""

    title: str
    text: str
    state: str
    fields: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class StepWords:
    """One step's words before any number is in them. `otherwise` serves when `needs` is absent."""

    number: int
    title: str
    text: str
    state: str
    needs: str = ""
    other_text: str = ""
    other_state: str = ""


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter: its number, its id in links, its title, one line about it, and its steps."""

    number: int
    id: str
    title: str
    about: str
    steps: tuple[StepWords, ...]


def write_caption(words: StepWords, facts: Mapping[str, Any]) -> Caption:
    """Fill a step's words with facts; falls to the other words when its need is 0 or absent."""
    plain = not words.needs or facts.get(words.needs)
    text, state = (words.text, words.state) if plain else (words.other_text, words.other_state)
    formatter = _Words()
    return Caption(
        words.title,
        formatter.vformat(text, (), facts),
        formatter.vformat(state, (), facts),
        formatter.used,
    )


NO_HERO = "No reflex was learned from these {sessions:#session} yet, so there is none to follow."

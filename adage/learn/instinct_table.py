"""The table of instincts: which file says what, and when that is worth saying.

In: `adage/data/instincts.toml`. Out: one `Instinct` for each of its entries, in their order.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

FILE = "file:"
PACKAGES, ENVIRONMENT, CHECKS = "packages", "environment", "checks"


@dataclass(frozen=True, slots=True)
class CheckLine:
    """The checks of several instincts in one call: `of` names them, `off` is as in `Instinct`."""

    of: tuple[str, ...]
    says: str
    off: str


@dataclass(frozen=True, slots=True)
class Instinct:
    """One entry. `rows` are (evidence, command); `tools` begin the commands after whose failure it
    may speak, `signs` are what their output then holds; `step` shapes a row's command into what is
    said, and `off` is why it is silent by default.
    """

    name: str
    says: str
    tools: tuple[str, ...]
    signs: tuple[str, ...]
    rows: tuple[tuple[str, str], ...]
    step: str = "{row}"
    off: str = ""

    def choose(self, facts: Mapping[str, str], known: Mapping[str, str]) -> tuple[str, str] | None:
        """The first row that holds: its command, and where its evidence stands.

        `known` are the commands that earlier instincts found, by name.
        """
        for evidence, command in self.rows:
            needs = [name for name in (PACKAGES, ENVIRONMENT) if f"{{{name}}}" in command]
            if evidence in facts and all(name in known for name in needs):
                return command.format(**known), facts[evidence]
        return None


@cache
def _document() -> Mapping[str, Any]:
    text = (files("adage") / "data" / "instincts.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


@cache
def read_table() -> tuple[Instinct, ...]:
    """All instincts, in the order in which one may build on another."""
    table = _document()
    return tuple(_instinct(entry, table["signs"]) for entry in table["instinct"])


def check_line() -> CheckLine:
    """What may be said once after the first edit."""
    entry = _document()[CHECKS]
    return CheckLine(tuple(entry["of"]), entry["says"], entry["off"])


def _instinct(entry: Mapping[str, Any], signs: Mapping[str, list[str]]) -> Instinct:
    return Instinct(
        name=entry["name"],
        says=entry["says"],
        tools=tuple(entry["tools"]),
        signs=tuple(signs[entry["signs"]]),
        rows=tuple((evidence, command) for evidence, command in entry["rows"]),
        step=entry.get("step", "{row}"),
        off=entry.get("off", ""),
    )


def named_files() -> tuple[str, ...]:
    """The files whose mere presence some instinct asks for."""
    rows = (row for instinct in read_table() for row in instinct.rows)
    return tuple(dict.fromkeys(e.removeprefix(FILE) for e, _ in rows if e.startswith(FILE)))

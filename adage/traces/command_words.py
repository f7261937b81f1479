"""The word lists of the effects file: display filters, wrappers, launchers, task runners and so on.

In: `adage/data/effects.toml`, or a person's file. Out: its tables, checked. The lists that decide a
step's key come from Adage's own file alone, so that a key means the same on every machine.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from adage.errors import ConfigError


@dataclass(frozen=True, slots=True)
class Words:
    """The word lists; several words of one entry are kept as a tuple."""

    mcp_observing: frozenset[str]
    display_filters: frozenset[str]
    wrappers: frozenset[str]
    wrapper_values: frozenset[tuple[str, ...]]
    proxies: frozenset[str]
    launchers: tuple[tuple[str, ...], ...]
    task_runners: tuple[tuple[str, ...], ...]
    subcommands: frozenset[str]
    folder_options: frozenset[tuple[str, ...]]
    value_options: frozenset[tuple[str, ...]]
    volatile_options: tuple[str, ...]


def read_document(path: Path | None = None) -> Mapping[str, Any]:
    """The effects file as TOML tables. Raises `ConfigError` when it cannot be read."""
    source = path or files("adage") / "data" / "effects.toml"
    try:
        return tomllib.loads(source.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"the effect rules in {source} cannot be read: {error}") from error
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"the effect rules in {source} are not valid TOML: {error}") from error


@cache
def words() -> Words:
    """Adage's own word lists, read once."""
    table = read_document()["words"]
    return Words(
        mcp_observing=frozenset(table["mcp_observing"]),
        display_filters=frozenset(table["display_filters"]),
        wrappers=frozenset(table["wrappers"]),
        wrapper_values=_sequences(table["wrapper_values"]),
        proxies=frozenset(table["proxies"]),
        launchers=_longest_first(table["launchers"]),
        task_runners=_longest_first(table["task_runners"]),
        subcommands=frozenset(table["subcommands"]),
        folder_options=_sequences(table["folder_options"]),
        value_options=_sequences(table["value_options"]),
        volatile_options=tuple(table["volatile_options"]),
    )


def _sequences(entries: list[str]) -> frozenset[tuple[str, ...]]:
    return frozenset(tuple(entry.split()) for entry in entries)


def _longest_first(entries: list[str]) -> tuple[tuple[str, ...], ...]:
    return tuple(sorted(_sequences(entries), key=lambda words: (-len(words), words)))

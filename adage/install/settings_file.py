"""Adage's hooks in a Claude Code settings file: in, and out again without a trace.

In: the text of a settings file (None when there is none) and the hooks. Out: the new text and what
was put in, from which the old text comes back byte for byte.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from adage.errors import ConfigError
from adage.install.jsonc import Node, parse, piece, plain

MARK = "adage.hook.entry"


@dataclass(frozen=True, slots=True)
class Installed:
    """A settings text with hooks in it, and the pieces that were put in, in order of making."""

    text: str
    pieces: tuple[str, ...]


def with_hooks(text: str | None, hooks: Mapping[str, Mapping[str, Any]]) -> Installed:
    """`text` with each event's entry of `hooks` added; an entry of ours that is there is kept."""
    now = "{}\n" if text is None or not text.strip() else text
    pieces: list[str] = []
    if "hooks" not in _root(now).members:
        added = {event: [entry] for event, entry in hooks.items()}
        return _put(now, _root(now), "hooks", added, ())
    for event, entry in hooks.items():
        holder = _root(now).members["hooks"]
        if holder.kind != "object":
            raise ConfigError('"hooks" is no object in the settings file')
        if event not in holder.members:
            made = _put(now, holder, event, [entry], pieces)
        elif any(is_ours(item) for item in _entries(holder.members[event])):
            continue
        else:
            made = _put(now, holder.members[event], "", entry, pieces)
        now, pieces = made.text, list(made.pieces)
    return Installed(now, tuple(pieces))


def _put(text: str, node: Node, name: str, value: Any, before: Sequence[str]) -> Installed:
    at, words = piece(text, node, name, value)
    return Installed(text[:at] + words + text[at:], (*before, words))


def _root(text: str) -> Node:
    root = parse(text)
    if root.kind != "object":
        raise ConfigError("the settings file holds no object")
    return root


def _entries(node: Node) -> list[Any]:
    found = plain(node)
    return found if isinstance(found, list) else []


def is_ours(entry: Any) -> bool:
    """Whether a hook entry starts Adage."""
    return MARK in json.dumps(entry)


def has_ours(text: str) -> list[str]:
    """The events for which Adage's hook stands in `text`."""
    hooks = plain(_root(text)).get("hooks")
    found = hooks.items() if isinstance(hooks, dict) else ()
    return [event for event, entries in found if is_ours(entries)]


def without_hooks(text: str, pieces: Sequence[str]) -> str:
    """`text` without what was put in; entries that were changed since are taken out one by one."""
    now = text
    for words in reversed(pieces):
        if now.count(words) == 1:
            now = now.replace(words, "", 1)
    while (span := _first_of_ours(now)) is not None:
        now = now[: span[0]] + now[span[1] :]
    return now


def _first_of_ours(text: str) -> tuple[int, int] | None:
    """The place of one entry of ours with the comma that belongs to it."""
    hooks = _root(text).members.get("hooks")
    for event in hooks.members.values() if hooks else ():
        for at, item in enumerate(event.items):
            if is_ours(plain(item)):
                return _with_comma(text, event, at)
    return None


def _with_comma(text: str, holder: Node, at: int) -> tuple[int, int]:
    start, end = holder.items[at].start, holder.items[at].end
    if at > 0:
        return holder.items[at - 1].end, end
    if len(holder.items) > 1:
        return start, holder.items[1].start
    rest = text[end:]
    return start, end + (len(rest) - len(rest.lstrip(" \t\n,")) if rest.lstrip()[:1] == "," else 0)

"""Settings files as text: find where a member or an element goes, and leave every other byte alone.

In: the text of a JSON file, comments and trailing commas allowed. Out: its nodes with their places,
and texts with something put in. Raises `ConfigError` when the text is none.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any

from adage.errors import ConfigError

_BLANK = re.compile(r"(?:\s+|//[^\n]*|/\*.*?\*/)*", re.DOTALL)
_STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"')
_WORD = re.compile(r"-?[\w.+-]+")
_STEP = "  "


@dataclass(slots=True)
class Node:
    """A value in the text: `kind` is object, array or plain; `members` and `items` its parts."""

    kind: str
    start: int
    end: int = 0
    value: Any = None
    members: dict[str, Node] = field(default_factory=dict)
    items: list[Node] = field(default_factory=list)

    @property
    def parts(self) -> list[Node]:
        """The values inside, in order."""
        return list(self.members.values()) if self.kind == "object" else self.items


def parse(text: str) -> Node:
    """The root of `text`."""
    at = _skip(text, 0)
    node = _value(text, at)
    if _skip(text, node.end) != len(text):
        raise ConfigError("there is text after the JSON value")
    return node


def plain(node: Node) -> Any:
    """The node as plain values."""
    if node.kind == "object":
        return {key: plain(value) for key, value in node.members.items()}
    return [plain(item) for item in node.items] if node.kind == "array" else node.value


def _skip(text: str, at: int) -> int:
    found = _BLANK.match(text, at)
    return found.end() if found else at


def _value(text: str, at: int) -> Node:
    if text.startswith(("{", "["), at):
        return _group(text, at)
    found = _STRING.match(text, at) or _WORD.match(text, at)
    if not found:
        raise ConfigError(f"a value is missing in line {text.count(chr(10), 0, at) + 1}")
    try:
        return Node("plain", at, found.end(), json.loads(found.group()))
    except ValueError:
        raise ConfigError(f"{found.group()[:40]} is no JSON value") from None


def _group(text: str, start: int) -> Node:
    node = Node("object" if text[start] == "{" else "array", start)
    closer, at = "}" if text[start] == "{" else "]", _skip(text, start + 1)
    while not text.startswith(closer, at):
        key = ""
        if node.kind == "object":
            key, at = _key(text, at)
        value = _value(text, at)
        if node.kind == "object":
            node.members[key] = value
        else:
            node.items.append(value)
        at = _skip(text, value.end)
        if text.startswith(",", at):
            at = _skip(text, at + 1)
        elif not text.startswith(closer, at):
            raise ConfigError(f"a comma is missing in line {text.count(chr(10), 0, at) + 1}")
    node.end = at + 1
    return node


def _key(text: str, at: int) -> tuple[str, int]:
    found = _STRING.match(text, at)
    colon = _skip(text, found.end()) if found else at
    if not found or not text.startswith(":", colon):
        raise ConfigError(f"a name is missing in line {text.count(chr(10), 0, at) + 1}")
    return str(json.loads(found.group())), _skip(text, colon + 1)


def piece(text: str, node: Node, spelled: str, value: Any) -> tuple[int, str]:
    """Where in `text`, and with which words, `value` goes in as the last part of `node`.

    `spelled` is the member's name, or empty for an array's element.
    """
    base = _indent(text, node.start)
    inner = base + _STEP
    body = json.dumps(value, indent=len(_STEP), ensure_ascii=False).replace("\n", "\n" + inner)
    said = f"{json.dumps(spelled)}: {body}" if spelled else body
    if node.parts:
        return node.parts[-1].end, f",\n{inner}{said}"
    return node.start + 1, f"\n{inner}{said}\n{base}"


def _indent(text: str, at: int) -> str:
    line = text[text.rfind("\n", 0, at) + 1 : at]
    return line[: len(line) - len(line.lstrip(" \t"))]

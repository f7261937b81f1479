"""Codex: the commands and patches inside a script that the model wrote for its `exec` tool.

In: the JavaScript. Out: the tools it calls, those whose command or patch stands there in full. A
command that the script puts together while it runs is unknown, and so is left out.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

_CALL = re.compile(r"\btools\.(exec_command|shell_command|shell|apply_patch)\s*\(\s*")
_COMMAND = re.compile(r"[{,]\s*[\"']?(?:cmd|command)[\"']?\s*:\s*(\[?)\s*")
_FOLDER = re.compile(r"[{,]\s*[\"']?workdir[\"']?\s*:\s*")
_LITERAL = re.compile(
    r'"(?:[^"\\\n]|\\.)*"' r"|'(?:[^'\\\n]|\\.)*'" r"|`(?:[^`\\]|\\.)*`", re.DOTALL
)
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r"}


def calls_in_script(script: str) -> list[tuple[str, dict[str, Any]]]:
    """(tool, arguments) of each call whose command or patch is a literal, in order of the text."""
    return [found for found in map(_read_call, _called(script)) if found is not None]


def _called(script: str) -> Iterator[tuple[str, str]]:
    """(tool, what follows up to the next call) of each call in the script."""
    starts = list(_CALL.finditer(script))
    for at, start in enumerate(starts, start=1):
        end = starts[at].start() if at < len(starts) else len(script)
        yield start.group(1), script[start.end() : end]


def _read_call(call: tuple[str, str]) -> tuple[str, dict[str, Any]] | None:
    tool, given = call
    if tool == "apply_patch":
        patch = _literal(given, 0)
        return ("apply_patch", {"input": patch[0]}) if patch else None
    found = _COMMAND.search(given)
    command: list[str] | str | None = (
        _words(given, found.end()) if found and found.group(1) else None
    )
    if found and not found.group(1) and (text := _literal(given, found.end())):
        command = text[0]
    if not command:
        return None
    folder = _FOLDER.search(given)
    place = _literal(given, folder.end()) if folder else None
    return "exec_command", {"cmd": command, "workdir": place[0] if place else ""}


def _words(given: str, at: int) -> list[str] | None:
    words = []
    while literal := _literal(given, at):
        word, at = literal
        words.append(word)
        rest = given[at:].lstrip()
        if rest.startswith("]"):
            return words
        at = len(given) - len(rest.removeprefix(",").lstrip())
    return None


def _literal(given: str, at: int) -> tuple[str, int] | None:
    """The text of the literal that stands at `at` and where it ends, None when there is none."""
    found = _LITERAL.match(given, at)
    if found is None:
        return None
    body = found.group()[1:-1]
    if found.group()[0] == "`" and "${" in body:
        return None
    if found.group()[0] == '"':
        try:
            return str(json.loads(found.group())), found.end()
        except ValueError:
            pass
    return _ESCAPE.sub(lambda m: _ESCAPED.get(m.group(1), m.group(1)), body), found.end()

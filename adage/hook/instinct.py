"""The instincts that a failed command brings to mind: what this repository's files name instead.

In: a PostToolUseFailure event and the instincts of the index. Out: at most one candidate. A command
counts only when its output says that a runner or its target is not there. A check that ran and
found a mistake says so in other words, and nothing is told.
"""

from __future__ import annotations

import os

from adage.hook.gates import directive
from adage.hook.shell import Unsure, commands, plain
from adage.hook.words import peel, program

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from adage.hook.decide import Scene

# Runners say what they lack in their first lines or in their last.
MOST_ERROR_CHARS = 4_000
FOLDER_CHANGES = ("cd", "pushd")


def wrong_runner(
    event: dict[str, Any], section: dict[str, Any], scene: Scene
) -> list[tuple[dict[str, Any], str]]:
    """The candidate of the first instinct that fits the failed command, if any."""
    error, command = event.get("error"), event["tool_input"].get("command")
    if not isinstance(error, str) or not isinstance(command, str):
        return []
    said = (error[:MOST_ERROR_CHARS] + error[-MOST_ERROR_CHARS:]).lower()
    near = [each for each in section["instincts"] if any(sign in said for sign in each["signs"])]
    for words, is_proxied, folder in _spoken(command, section["known"], scene) if near else ():
        for each in near:
            step = _step(each, words, is_same=folder == scene.root and not is_proxied)
            if step:
                return [(_directive(each, step, folder != scene.root), "")]
    return []


def _spoken(command: str, known: dict[str, Any], scene: Scene) -> list[tuple[list[str], bool, str]]:
    """The words of each simple command, whether a proxy runs it, and the folder it runs in."""
    try:
        simple = commands(command)
    except (Unsure, RecursionError):
        return []
    folder, found = scene.cwd, []
    for each in simple:
        words = peel([plain(command[a:b]) for a, b in each.words], known)
        if words and words[0] in FOLDER_CHANGES:
            folder = os.path.normpath(os.path.join(folder, words[1] if len(words) > 1 else "~"))
        elif words:
            is_proxied = program(words[0]) in known["proxies"]
            found.append((words[is_proxied:], is_proxied, folder))
    return found


def _step(each: dict[str, Any], words: list[str], *, is_same: bool) -> str:
    """The step to name in the place of `words`, empty when this instinct has nothing to say.

    The instinct's own command is named again only where it ran as something else (`is_same`).
    """
    for step in each["steps"]:
        own = step.removeprefix("sh:").split()
        if words[: len(own)] == own:
            return "" if is_same else step
    if not is_same or not any(words[: len(tool)] == tool for tool in each["tools"]):
        return ""
    return _script(each, words) if each["by_script"] else each["steps"][0]


def _script(each: dict[str, Any], words: list[str]) -> str:
    """The step of the package script that the words ask another manager for."""
    rest = [word for word in words[1:] if word != "run" and not word.startswith("-")]
    wanted = f" run {rest[0]}" if rest else " "
    return next((step for step in each["steps"] if step.endswith(wanted)), "")


def _directive(each: dict[str, Any], step: str, is_elsewhere: bool) -> dict[str, Any]:
    text = each["says"].replace("{command}", step.removeprefix("sh:"))
    if is_elsewhere:
        text += " It runs from the repository's root folder."
    return directive({**each, "steps": [step]}, text)

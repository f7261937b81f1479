"""Claude Code: the hooks that Adage registers, the versions it needs, and where its settings are.

In: the interpreter to run them with, and the program `claude`. Out: hook entries for a settings
file, the program's version.
"""

from __future__ import annotations

import re
import shlex
import subprocess
from collections.abc import Iterator
from typing import Any

from adage.hook.entry import EVENTS

ENTRY = "from adage.hook.entry import main; main()"
# PostToolBatch came with this version. Before 2.1.101 an event that the program does not know made
# it ignore the whole settings file.
NEEDED = (2, 1, 118)
_SHELL_EVENTS = ("PreToolUse", "PostToolUseFailure")
_VERSION = re.compile(r"(\d+)\.(\d+)\.(\d+)")
TIMEOUT_S = 5
# Raises the budget that all SessionEnd hooks share from 1.5 seconds.
END_TIMEOUT_S = 10

Version = tuple[int, int, int]


def hook_command(python: str, name: str) -> str:
    """The command line of the hook `name`. It never fails, not even without its program."""
    # A missing program ends with 127 or 2, and 2 erases the person's prompt.
    return f"{shlex.quote(python)} -I -c '{ENTRY}' claude {name} || exit 0"


def hook_entries(python: str, *, windows: bool = False) -> dict[str, dict[str, Any]]:
    """The entry of each event for a settings file."""
    found: dict[str, dict[str, Any]] = {}
    for name, event in EVENTS.items():
        seconds = END_TIMEOUT_S if event == "SessionEnd" else TIMEOUT_S
        hook = {"type": "command", "command": hook_command(python, name), "timeout": seconds}
        found[event] = {"hooks": [hook]}
        if event in _SHELL_EVENTS:
            matcher = "Bash|PowerShell" if windows else "Bash"
            found[event] = {"matcher": matcher, "hooks": [hook]}
    return found


def read_version(text: str) -> Version | None:
    """The version in what `claude --version` prints."""
    found = _VERSION.search(text)
    return (int(found[1]), int(found[2]), int(found[3])) if found else None


def claude_version(program: str = "claude") -> Version | None:
    """The version of the program, None when there is none or it does not say."""
    try:
        done = subprocess.run(
            [program, "--version"], capture_output=True, text=True, timeout=30, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return read_version(done.stdout)


def spelled(version: Version) -> str:
    """A version as people write it."""
    return ".".join(map(str, version))


def plugin_hooks() -> Iterator[tuple[str, dict[str, Any]]]:
    """The entries of the plugin's hooks.json: the same hooks, through the `adage` on the PATH."""
    for event, entry in hook_entries("python3").items():
        name = next(name for name, known in EVENTS.items() if known == event)
        hook = {**entry["hooks"][0]}
        hook["command"] = f'"${{CLAUDE_PLUGIN_ROOT}}"/bin/adage-hook claude {name} || exit 0'
        yield event, {**entry, "hooks": [hook]}

"""The rewrite: the command word of a top-level command changed, where that is sure to be right.

In: a Bash command and what the repository was verified to have. Out: the edits that change it, each
(start, old, new), or none. Whatever the scanner cannot read for sure, and whatever sets its own
environment, is left alone.
"""

from __future__ import annotations

import os

from adage.hook.shell import Unsure, commands

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

Edit = tuple[int, str, str]

SYSTEM_PYTHONS = ("python", "python3")
TEST_MODULES = ("pytest", "unittest")
# After one of these the command word may mean something else than it did before.
CHANGES_MEANING = frozenset(
    {
        *("cd", "pushd", "popd", "source", ".", "export", "unset", "alias", "unalias", "eval"),
        *("exec", "set", "shopt", "trap", "hash", "enable", "builtin", "declare", "typeset"),
        *("local", "readonly", "activate", "deactivate", "conda", "mamba", "micromamba", "pyenv"),
        *("mise", "asdf", "direnv", "nvm", "module"),
    }
)
_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-+=:,@%~")


def interpreter_edits(command: str, python: str, root: str) -> list[Edit]:
    """The edits that give `command` the repository's own interpreter `python`.

    Only a test run or a script of one's own under the system's Python changes; a command that has
    to do with the environment itself does not.
    """
    if python.split("/bin/")[0].rsplit("/", 1)[-1] in command:
        return []
    found = _simple(command, root)
    return [
        (start, word, python)
        for start, word, rest in found
        if word in SYSTEM_PYTHONS and _is_ours(rest)
    ]


def pair_edits(command: str, old: list[str], new: list[str], root: str) -> list[Edit]:
    """The edits that put the words `new` in the place of a command that starts with `old`.

    Words are compared and replaced as plain text; a quoted one is none of them.
    """
    edits: list[Edit] = []
    for start, word, rest in _simple(command, root):
        spelled = " ".join(old)
        following = command[start + len(spelled) : start + len(spelled) + 1]
        is_same = [word, *rest[: len(old) - 1]] == old and command.startswith(spelled, start)
        if is_same and following in ("", " ", "\t", "\n", ";", "&", "|"):
            edits.append((start, spelled, " ".join(new)))
    return edits


def apply(command: str, edits: list[Edit]) -> str:
    """`command` with its `edits` made."""
    for start, old, new in sorted(edits, reverse=True):
        command = command[:start] + new + command[start + len(old) :]
    return command


def changed_commands(command: str, edits: list[Edit]) -> list[tuple[str, str]]:
    """Each simple command that an edit changes, before and after: permission rules judge these."""
    by_start = {edit[0]: edit for edit in edits}
    found: list[tuple[str, str]] = []
    for each in commands(command):
        start = each.words[0][0] if each.words else -1
        if start in by_start:
            _, old, new = by_start[start]
            text = command[start : each.words[-1][1]]
            found.append((text, new + text[len(old) :]))
    return found


def _simple(command: str, root: str) -> list[tuple[int, str, list[str]]]:
    """Each top-level command whose word means what it says: where, the word, the words after it."""
    try:
        found = commands(command)
    except (Unsure, RecursionError):
        return []
    made: list[tuple[int, str, list[str]]] = []
    for each in found:
        if not each.words:
            continue
        words = [command[start:end] for start, end in each.words]
        if _changes_meaning(words, root):
            return []
        made.append((each.words[0][0], words[0], words[1:]))
    return made


def _changes_meaning(words: list[str], root: str) -> bool:
    first = words[0]
    if _goes_nowhere(words, root):
        return False
    # A quoted, expanded or assigned command word is more than its text.
    if not _LETTERS.issuperset(first) or "=" in first or first.startswith("~"):
        return True
    return first in CHANGES_MEANING or first.rsplit("/", 1)[-1] in ("activate", "conda", "pyenv")


def _goes_nowhere(words: list[str], root: str) -> bool:
    """`cd` to the repository's root, where the session is anyway."""
    return len(words) == 2 and words[0] == "cd" and words[1] in (root, root + "/", ".")


def _is_ours(words: list[str]) -> bool:
    """Whether the words after an interpreter are a test run, a script, or a program on stdin."""
    at = 0
    while at < len(words) and words[at] in ("-u", "-B", "-q", "-s", "-v"):
        at += 1
    rest = words[at:]
    if not rest or rest[0] == "-":
        return True
    if rest[0] == "-m":
        return len(rest) > 1 and rest[1] in TEST_MODULES
    return rest[0] == "-c" or (rest[0].endswith(".py") and _LETTERS.issuperset(rest[0]))


def is_verified(stamp: Any, root: str) -> str:
    """The interpreter that a stamp vouches for, relative to `root`; empty when it no longer does.

    The stamp names `.venv/bin/python` and the size and time of the environment's `pyvenv.cfg`.
    """
    if not isinstance(stamp, dict) or not isinstance(stamp.get("python"), str):
        return ""
    try:
        found = os.stat(os.path.join(root, ".venv", "pyvenv.cfg"))
        runs = os.access(os.path.join(root, stamp["python"]), os.X_OK)
    except (OSError, ValueError):
        return ""
    is_same = [found.st_size, found.st_mtime_ns] == stamp.get("config")
    return stamp["python"] if is_same and runs else ""

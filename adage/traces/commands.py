"""A command's words sorted by what they do: what runs, with which options, on what.

In: the words of one command as written. Out: a `Reading`: wrappers and environment prefixes taken
off, the runner (the words that select the tool), the options and the arguments.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import lru_cache

from adage.traces.command_words import Words, words
from adage.traces.shell import plain_word
from adage.traces.shell_words import Command

_ASSIGNMENT = re.compile(r"[A-Za-z_]\w*\+?=")
_DURATION = re.compile(r"[\d.]+[smhd]?$")
_RAISING = frozenset({"sudo", "doas"})


@dataclass(frozen=True, slots=True)
class Reading:
    """One command, understood. `inner` are the words behind launchers and proxies, if any.

    `runner` selects the tool; `head` goes on to what a proxied command would run (`rtk git log`).
    `raised` says that it runs as another user. `folders` are what `-C` and its like name.
    """

    words: tuple[str, ...]
    runner: tuple[str, ...]
    head: tuple[str, ...]
    options: tuple[str, ...]
    arguments: tuple[str, ...]
    inner: tuple[str, ...] = ()
    is_proxied: bool = False
    raised: bool = False
    folders: tuple[str, ...] = ()


def read_command(command: Command, shell: str = "bash") -> Reading:
    """What one command runs, on what, and how. A command of assignments only has no words."""
    plain = [plain_word(word, shell) for word in command.words]
    kept, raised = _peel(plain)
    return read_words(tuple(kept), raised=raised)


@lru_cache(maxsize=8192)
def read_words(plain: tuple[str, ...], raised: bool = False) -> Reading:
    """The same for words without quotes, wrappers and environment prefixes."""
    known = words()
    if not plain:
        return Reading((), (), (), (), (), raised=raised)
    lead = _find(plain, known.launchers)
    is_proxied = not lead and program(plain[0]) in known.proxies
    lead = lead or int(is_proxied)
    head, options, arguments, folders = _sort(plain, lead, known)
    runner = head[:2] if is_proxied else head
    inner = tuple(plain[lead:]) if lead else ()
    return Reading(
        tuple(plain), runner, head, options, arguments, _skip_options(inner, plain, known),
        is_proxied, raised, folders,
    )  # fmt: skip


def program(word: str) -> str:
    """A program's bare name: no folder, no `.exe`."""
    name = word.replace("\\", "/").rsplit("/", 1)[-1]
    return name[:-4] if name.lower().endswith(".exe") else name


def named(word: str) -> str:
    """The program as a key names it: bare, but with its folder when that is a relative one."""
    is_bare = word.startswith(("/", "~", "$")) or word[1:2] == ":" or "\\" in word
    return program(word) if is_bare else word.removesuffix(".exe")


def _peel(plain: list[str]) -> tuple[list[str], bool]:
    """Take environment prefixes and wrappers off, with the wrappers' own options."""
    known, raised = words(), False
    while plain:
        if _ASSIGNMENT.match(plain[0]):
            plain = plain[1:]
        elif program(plain[0]) in known.wrappers and len(plain) > 1:
            raised |= program(plain[0]) in _RAISING
            plain = _after_wrapper(plain, known)
        else:
            break
    return plain, raised


def _after_wrapper(plain: list[str], known: Words) -> list[str]:
    wrapper, at = program(plain[0]), 1
    if wrapper == "command" and plain[1] in ("-v", "-V"):
        return ["which", *plain[2:]]
    while at < len(plain) and plain[at].startswith("-"):
        at += 2 if (wrapper, plain[at]) in known.wrapper_values else 1
    if wrapper in ("timeout", "gtimeout") and at < len(plain) and _DURATION.match(plain[at]):
        at += 1
    return plain[at:]


def _find(plain: Sequence[str], patterns: Sequence[tuple[str, ...]]) -> int:
    """The length of the first pattern that the words start with, with a word to follow it; or 0."""
    name = program(plain[0]) if plain else ""
    for pattern in patterns:
        size = len(pattern)
        if len(plain) > size and fnmatchcase(name, pattern[0]) and _same(plain, pattern):
            return size
    return 0


def _same(plain: Sequence[str], pattern: Sequence[str]) -> bool:
    return all(plain[i] == pattern[i] for i in range(1, len(pattern)))


def _skip_options(inner: tuple[str, ...], plain: Sequence[str], known: Words) -> tuple[str, ...]:
    """The words behind a launcher without the launcher's own options."""
    at, launcher = 0, program(plain[0])
    while at < len(inner) and inner[at].startswith("-"):
        at += 2 if (launcher, inner[at]) in known.value_options else 1
    return inner[at:]


def _sort(
    plain: Sequence[str], lead: int, known: Words
) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Runner, options, arguments and folders of a command; a launcher's words lead the runner."""
    front = (named(plain[0]), *plain[1:lead]) if lead else ()
    rest = list(plain[lead:])
    options: list[str] = []
    while lead and rest and rest[0].startswith("-"):
        taken = 2 if (program(plain[0]), rest[0]) in known.value_options else 1
        options.append(" ".join(rest[:taken]))
        rest = rest[taken:]
    if not rest:
        return front, tuple(options), (), ()
    more, arguments, folders = _options(rest, known)
    count = _runner_length((rest[0], *arguments), known)
    runner = (*front, named(rest[0]), *arguments[: count - 1])
    return runner, (*options, *more), tuple(arguments[count - 1 :]), tuple(folders)


def _options(plain: Sequence[str], known: Words) -> tuple[list[str], list[str], list[str]]:
    """Options (with their values where known), arguments, and folders to run in."""
    options: list[str] = []
    arguments: list[str] = []
    folders: list[str] = []
    name, at = program(plain[0]), 1
    while at < len(plain):
        word = plain[at]
        after = plain[at + 1] if at + 1 < len(plain) else ""
        if (name, word) in known.folder_options and after:
            folders.append(after)
            at += 2
        elif (name, word) in known.value_options and after:
            options.append(f"{word} {after}")
            at += 2
        else:
            (options if len(word) > 1 and word.startswith("-") else arguments).append(word)
            at += 1
    return options, arguments, folders


def _runner_length(plain: Sequence[str], known: Words) -> int:
    """How many of the program and its arguments select the tool."""
    runner = _find(plain, known.task_runners)
    if runner:
        return runner + 1
    name = program(plain[0])
    return 2 if name in known.subcommands and len(plain) > 1 else 1


def task_target(plain: Sequence[str]) -> str:
    """The target that a task runner is asked for by these words, or empty."""
    known = words()
    if not plain:
        return ""
    _, arguments, _ = _options(plain, known)
    seen = (plain[0], *arguments)
    found = _find(seen, known.task_runners)
    return seen[found] if found else ""

"""Which step of the index a command carries out.

In: the words of one simple command, and forms from the index. Out: the texts of the steps whose
form it has: the same program on the same things, options added or not. A form is
[text, lead, words, options, values]: words that stand first, words in order, options that must be
there, and options of that program that take a value.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

FIRST_WORDS = 3
_DIGITS = frozenset("0123456789.")


def peel(words: list[str], known: dict[str, Any]) -> list[str]:
    """The words without variables set for them, wrappers such as `timeout 9`, and folders."""
    wrappers, values = known.get("wrappers", ()), known.get("wrapper_values", ())
    while words:
        if _is_assignment(words[0]):
            words = words[1:]
        elif program(words[0]) in wrappers and len(words) > 1:
            words = _after_wrapper(words, values)
        else:
            break
    folders = known.get("folders", ())
    return _without_folders(words, folders) if words and folders else words


def _without_folders(words: list[str], folders: Sequence[str]) -> list[str]:
    """`git -C web status` is `git status`, somewhere else."""
    name, kept, at = program(words[0]), words[:1], 1
    while at < len(words):
        if f"{name} {words[at]}" in folders and at + 1 < len(words):
            at += 2
        else:
            kept.append(words[at])
            at += 1
    return kept


def _is_assignment(word: str) -> bool:
    name, found, _ = word.partition("=")
    return bool(found) and name.rstrip("+").isidentifier()


def _after_wrapper(words: list[str], values: Sequence[str]) -> list[str]:
    wrapper, at = program(words[0]), 1
    while at < len(words) and words[at].startswith("-"):
        at += 2 if f"{wrapper} {words[at]}" in values else 1
    is_limit = wrapper in ("timeout", "gtimeout") and at < len(words)
    if is_limit and words[at].rstrip("smhd") and set(words[at].rstrip("smhd")) <= _DIGITS:
        at += 1
    return words[at:]


def program(word: str) -> str:
    """A program's bare name: no folder, no `.exe`."""
    name = word.replace("\\", "/").rsplit("/", 1)[-1]
    return name[:-4] if name.lower().endswith(".exe") else name


def named(word: str) -> str:
    """The program as a key names it: with its folder when that is a relative one."""
    is_bare = word.startswith(("/", "~", "$")) or word[1:2] == ":" or "\\" in word
    return program(word) if is_bare else word


def keys_of(words: Sequence[str]) -> list[str]:
    """Under which keys the forms are kept that the peeled `words` may have.

    The program alone, and the program with each of its first words that are no options.
    """
    name = program(words[0])
    said = [word for word in words[1:] if not word.startswith("-")][:FIRST_WORDS]
    return [name, *(f"{name} {word}" for word in said)]


def texts(words: list[str], forms: Sequence[Any], root: str) -> list[str]:
    """The step texts of those `forms` that the peeled `words` carry out."""
    if not words:
        return []
    first = words[0]
    if root and first.startswith(root + "/"):
        first = first[len(root) + 1 :]
    spoken = [named(first), *words[1:]]
    return [form[0] for form in forms if _has_form(spoken, form)]


def _has_form(words: list[str], form: list[Any]) -> bool:
    _, lead, wanted, options, values = form
    if words[: len(lead)] != lead and _bare(words[: len(lead)]) != _bare(lead):
        return False
    said, given = _sorted(words[len(lead) :], values)
    if len(said) != len(wanted):
        return False
    if not all(_fits(one, other) for one, other in zip(said, wanted, strict=True)):
        return False
    for option in options:
        if option not in given:
            return False
        given.remove(option)
    return True


def _bare(words: list[str]) -> list[str]:
    return [word.removeprefix("./") for word in words]


def _sorted(words: list[str], values: Sequence[str]) -> tuple[list[str], list[str]]:
    """The words that are no options, and the options with their values."""
    said: list[str] = []
    given: list[str] = []
    at = 0
    while at < len(words):
        word = words[at]
        if word in values and at + 1 < len(words):
            given.append(f"{word} {words[at + 1]}")
            at += 1
        elif len(word) > 1 and word.startswith("-"):
            given.append(word)
        else:
            said.append(word)
        at += 1
    return said, given


def _fits(word: str, wanted: str) -> bool:
    """Whether a word is what the form asks for: the same, or of the class or kind it names."""
    if word == wanted or word.removeprefix("./") == wanted.removeprefix("./"):
        return True
    if wanted in ("{path}", "{str}", "{tmp}"):
        return True
    if "{" in wanted:
        return _fits_parts(word, wanted)
    folder, star, extension = wanted.rpartition("/*")
    if not star or "*" in folder:
        return False
    word = word.removeprefix("./")
    return word.startswith(folder + "/") and word.endswith(extension) and len(word) > len(wanted)


def _fits_parts(word: str, wanted: str) -> bool:
    """Whether `word` has the fixed parts of `wanted` in order, with something in each gap."""
    at = 0
    for part in wanted.split("{"):
        _, closed, fixed = part.rpartition("}")
        fixed = fixed if closed else part
        found = word.find(fixed, at + 1 if closed else at)
        if found < 0 or (not closed and found != 0):
            return False
        at = found + len(fixed)
    return at == len(word) or not wanted.endswith("}") or word[at:] != ""

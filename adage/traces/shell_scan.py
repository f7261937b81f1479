"""Shell text, read by eye: where a quote, a substitution, a here-document or a word ends.

In: a script and a position. Out: the position after the thing that stands there, or `Unsure` when
the script never closes it. Nothing here knows what a command means.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

BLANKS = " \t"
_PLAIN = re.compile(r"[^\"'\\]+")
WORD_ENDS = " \t\n;&|<>()"


class Unsure(Exception):
    """The script does not close what it opened, so its parts cannot be told apart."""


@dataclass(frozen=True, slots=True)
class Heredoc:
    """A here-document that was announced: the line that ends it, and whether tabs may precede."""

    end: str
    tabs: bool


def skip_single(text: str, at: int) -> int:
    """The position after the `'...'` that opens at `at`."""
    end = text.find("'", at + 1)
    if end < 0:
        raise Unsure("a single quote is never closed")
    return end + 1


def skip_ansi(text: str, at: int) -> int:
    """The position after the `$'...'` that opens at `at`; a backslash may hide its quote."""
    at += 2
    while at < len(text):
        if text[at] == "\\":
            at += 2
        elif text[at] == "'":
            return at + 1
        else:
            at += 1
    raise Unsure("a single quote is never closed")


def skip_double(text: str, at: int) -> int:
    """The position after the `"..."` that opens at `at`, substitutions inside included."""
    at += 1
    while at < len(text):
        if text[at] == '"':
            return at + 1
        at = skip_one(text, at, in_quotes=True)
    raise Unsure("a double quote is never closed")


def skip_backticks(text: str, at: int) -> int:
    """The position after the backtick substitution that opens at `at`."""
    at += 1
    while at < len(text):
        if text[at] == "`":
            return at + 1
        at += 2 if text[at] == "\\" else 1
    raise Unsure("a backtick is never closed")


def skip_braces(text: str, at: int) -> int:
    """The position after the `${...}` that opens at `at`."""
    at += 2
    while at < len(text):
        if text[at] == "}":
            return at + 1
        at = skip_one(text, at)
    raise Unsure("a ${ is never closed")


def skip_parens(text: str, at: int) -> int:
    """The position after the `(...)` that opens at `at`; here-documents inside are stepped over."""
    at += 1
    pending: list[Heredoc] = []
    while at < len(text):
        char = text[at]
        if char == ")":
            return at + 1
        if char == "\n" and pending:
            at = skip_bodies(text, at + 1, pending)
            pending = []
        elif text.startswith("<<", at) and not text.startswith("<<<", at):
            heredoc, at = read_heredoc(text, at)
            pending.append(heredoc)
        elif char == "(":
            at = skip_parens(text, at)
        elif char == "#" and text[at - 1] in " \t\n(":
            at = line_end(text, at)
        else:
            at = skip_one(text, at)
    raise Unsure("a parenthesis is never closed")


def skip_one(text: str, at: int, in_quotes: bool = False) -> int:
    """The position after whatever stands at `at`: a quoted stretch, a substitution, a character."""
    char = text[at]
    if char == "\\":
        return min(at + 2, len(text))
    if char == "`":
        return skip_backticks(text, at)
    if char == "$":
        return _skip_dollar(text, at, in_quotes)
    if in_quotes:
        return at + 1
    if char == "'":
        return skip_single(text, at)
    if char == '"':
        return skip_double(text, at)
    return at + 1


def _skip_dollar(text: str, at: int, in_quotes: bool) -> int:
    if text.startswith("$((", at):
        return _skip_arithmetic(text, at)
    if text.startswith("$(", at):
        return skip_parens(text, at + 1)
    if text.startswith("${", at):
        return skip_braces(text, at)
    if text.startswith("$'", at) and not in_quotes:
        return skip_ansi(text, at)
    return at + 1


def _skip_arithmetic(text: str, at: int) -> int:
    # `1<<2` inside $((...)) is a shift, not a here-document, so parentheses are merely counted.
    depth, at = 0, at + 1
    while at < len(text):
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        at += 1
        if depth == 0:
            return at
    raise Unsure("a $(( is never closed")


def line_end(text: str, at: int) -> int:
    """The position of the next line break, or the end of the text."""
    end = text.find("\n", at)
    return len(text) if end < 0 else end


def read_heredoc(text: str, at: int) -> tuple[Heredoc, int]:
    """The here-document announced by `<<` at `at`, and the position after its delimiter."""
    at += 2
    tabs = text.startswith("-", at)
    at += tabs
    while at < len(text) and text[at] in BLANKS:
        at += 1
    end = word_end(text, at)
    if end == at:
        raise Unsure("a here-document has no delimiter")
    return Heredoc(unquote(text[at:end]), tabs), end


def skip_bodies(text: str, at: int, heredocs: list[Heredoc]) -> int:
    """The position of the line break that ends the bodies of `heredocs`, which start at `at`."""
    for heredoc in heredocs:
        while True:
            if at > len(text):
                raise Unsure("a here-document is never closed")
            end = line_end(text, at)
            line = text[at:end]
            at = end + 1
            if (line.lstrip("\t") if heredoc.tabs else line) == heredoc.end:
                break
    return min(at - 1, len(text))


def word_end(text: str, at: int) -> int:
    """The position after the word that starts at `at`; the same position when none does."""
    while at < len(text) and text[at] not in WORD_ENDS:
        at = skip_one(text, at)
        # An array `a=(x y)` is one word, and so is a function's `name()`.
        if at < len(text) and text[at] == "(" and text[at - 1] == "=":
            at = skip_parens(text, at)
    return at


def unquote(word: str) -> str:
    """A word as the program would see it: quotes and escapes gone, substitutions left as text."""
    if _PLAIN.fullmatch(word):
        return word
    made: list[str] = []
    at, in_double = 0, False
    while at < len(word):
        char, after = word[at], word[at + 1 : at + 2]
        if char == '"':
            in_double = not in_double
            at += 1
        elif char == "\\" and (not in_double or after in '"\\$`\n'):
            made.append(after.replace("\n", ""))
            at += 2
        elif char == "'" and not in_double and "'" in word[at + 1 :]:
            end = skip_single(word, at)
            made.append(word[at + 1 : end - 1])
            at = end
        elif plain := _PLAIN.match(word, at):
            made.append(plain.group())
            at = plain.end()
        else:
            made.append(char)
            at += 1
    return "".join(made)

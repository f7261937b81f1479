"""A PowerShell script cut at its top level, and the words of its pieces.

In: the script. Out: pieces in order with the operator after each. Blocks in braces, parentheses
and here-strings stay in one piece; the backtick escapes and single quotes double.
"""

from __future__ import annotations

from adage.traces.shell_bash import Piece
from adage.traces.shell_scan import Unsure, line_end
from adage.traces.shell_words import Command

_PAIRS = {"(": ")", "{": "}", "[": "]"}
_VALUES = "$'\"[@"
_CONTINUING = ("else", "elseif", "catch", "finally")
_COMPOUND = ("if", "foreach", "for", "while", "switch", "try", "function", "do")


def cut(script: str) -> list[Piece]:
    """The pieces of `script`. Raises `Unsure` when it does not close what it opens."""
    pieces: list[Piece] = []
    start = at = 0
    while at <= len(script):
        operator = _operator(script, at, start)
        if at < len(script) and not operator:
            at = skip(script, at)
            continue
        _add(pieces, script[start:at].strip(), operator)
        at += len(operator) or 1
        start = at
    return pieces


def _operator(script: str, at: int, start: int) -> str:
    for operator in ("&&", "||", ";", "\n"):
        if script.startswith(operator, at):
            # A line that ends in a pipe goes on in the next one.
            is_open = operator == "\n" and script[start:at].rstrip().endswith("|")
            return "" if is_open else operator
    return ""


def _add(pieces: list[Piece], text: str, operator: str) -> None:
    if not text or text.startswith("#"):
        if pieces and not pieces[-1].after:
            pieces[-1].after = operator
        return
    first = text.split(None, 1)[0].split("(")[0].split("{")[0].lower()
    if first in _CONTINUING and pieces:
        pieces[-1].text += "\n" + text
        pieces[-1].after = operator
        return
    pieces.append(Piece(text, operator, compound=first in _COMPOUND))


def skip(script: str, at: int) -> int:
    """The position after what stands at `at`: a string, a bracketed stretch or a character."""
    char = script[at]
    if char == "`":
        return min(at + 2, len(script))
    if script.startswith(("@'\n", '@"\n', "@'\r", '@"\r'), at):
        return _closing(script, script.find("\n" + script[at + 1] + "@", at), 3)
    if script.startswith("<#", at):
        return _closing(script, script.find("#>", at), 2)
    if char in "'\"":
        return _skip_string(script, at)
    if char == "#" and (at == 0 or script[at - 1] in " \t\n;"):
        return line_end(script, at)
    if char in _PAIRS:
        return _skip_pair(script, at)
    return at + 1


def _closing(script: str, end: int, length: int) -> int:
    if end < 0:
        raise Unsure("a here-string or comment is never closed")
    return min(end + length, len(script))


def _skip_string(script: str, at: int) -> int:
    quote = script[at]
    at += 1
    while at < len(script):
        if script[at] == "`" and quote == '"':
            at += 2
        elif script.startswith("$(", at) and quote == '"':
            at = _skip_pair(script, at + 1)
        elif script[at] == quote:
            return at + 1
        else:
            at += 1
    raise Unsure("a string is never closed")


def _skip_pair(script: str, at: int) -> int:
    closer = _PAIRS[script[at]]
    at += 1
    while at < len(script):
        if script[at] == closer:
            return at + 1
        at = skip(script, at)
    raise Unsure("a bracket is never closed")


def powershell_commands(text: str) -> tuple[Command, ...]:
    """The commands of the pipeline `text`. Raises `Unsure` on what is never closed."""
    commands: list[Command] = []
    words: list[str] = []
    at = 0
    while at <= len(text):
        if at == len(text) or text[at] == "|":
            commands += _command(words, at)
            words, at = [], at + 1
        elif text[at] in " \t\r\n":
            at += 1
        else:
            start = at
            while at < len(text) and text[at] not in " \t\r\n|":
                at = skip(text, at)
            words.append(text[start:at])
    return tuple(commands)


def _command(words: list[str], end: int) -> list[Command]:
    """The command in `words`, or none when they only name or set a value."""
    if len(words) > 2 and words[0].startswith("$") and words[1] in ("=", "+="):
        words = words[2:]
    if len(words) > 1 and words[0] in ("&", "."):
        words = words[1:]
    elif not words or words[0][0] in _VALUES or words[0][0].isdigit():
        return []
    kept: list[str] = []
    redirects: list[tuple[str, str]] = []
    rest = iter(words)
    for word in rest:
        if word in (">", ">>"):
            redirects.append((word, plain(next(rest, ""))))
        elif not word.startswith(("2>", "*>", "1>")):
            kept.append(word)
    return [Command(tuple(kept), tuple(redirects), end)]


def plain(word: str) -> str:
    """A word without the quotes around it."""
    return word[1:-1] if len(word) > 1 and word[0] == word[-1] and word[0] in "'\"" else word

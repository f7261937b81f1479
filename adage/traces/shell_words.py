"""The words of one piece of shell text.

In: a pipeline as text. Out: its commands, each with its words as written and its redirections.
"""

from __future__ import annotations

from dataclasses import dataclass

from adage.traces.shell_scan import (
    BLANKS,
    Heredoc,
    line_end,
    read_heredoc,
    skip_bodies,
    skip_parens,
    unquote,
    word_end,
)

_KEYWORDS = frozenset({"if", "then", "else", "elif", "do", "while", "until", "!", "time", "{", "}"})
_FRAMES = frozenset({"for", "select", "case", "function", "done", "fi", "esac", "in"})
_REDIRECTS = ("&>>", "&>", "<<<", ">>", ">|", ">&", "<&", "<>", ">", "<")


@dataclass(frozen=True, slots=True)
class Command:
    """One command of a pipeline: words as written, and `(operator, target)` redirections.

    A target is unquoted; an operator keeps no file number. `end` is where the command ends in the
    text it was read from.
    """

    words: tuple[str, ...]
    redirects: tuple[tuple[str, str], ...] = ()
    end: int = 0


class _Collector:
    """Gathers words and redirections into commands."""

    def __init__(self) -> None:
        self.commands: list[Command] = []
        self.words: list[str] = []
        self.redirects: list[tuple[str, str]] = []

    def finish(self, end: int) -> None:
        if self.words or self.redirects:
            self.commands.append(Command(tuple(self.words), tuple(self.redirects), end))
        self.words, self.redirects = [], []


def bash_commands(text: str) -> tuple[Command, ...]:
    """The commands of the pipeline `text`. Raises `Unsure` on what is never closed."""
    made, heredocs, at = _Collector(), list[Heredoc](), 0
    while at < len(text):
        if text[at] == "\n" and heredocs:
            at = skip_bodies(text, at + 1, heredocs)
            heredocs = []
        elif text[at] in BLANKS:
            at += 1
        elif text[at] == "\n":
            made.finish(at)
            at += 1
        elif text.startswith("\\\n", at):
            at += 2
        elif text[at] == "#":
            at = line_end(text, at)
        elif text[at] in "|;&" and not text.startswith("&>", at):
            made.finish(at)
            at += 2 if text.startswith(("|&", "||", "&&"), at) else 1
        elif text.startswith("<<", at) and not text.startswith("<<<", at):
            heredoc, at = read_heredoc(text, at)
            heredocs.append(heredoc)
        else:
            at = _read_word(text, at, made)
    made.finish(at)
    return tuple(made.commands)


def compound_commands(text: str) -> tuple[Command, ...]:
    """The commands inside a loop, condition, function or closed group, without its keywords."""
    return tuple(filter(None, (_without_keywords(command) for command in bash_commands(text))))


def _without_keywords(command: Command) -> Command | None:
    words = command.words
    while words and words[0] in _KEYWORDS:
        words = words[1:]
    if not words or words[0] in _FRAMES:
        return None
    return Command(words, command.redirects, command.end)


def _read_word(text: str, at: int, made: _Collector) -> int:
    if text.startswith(("<(", ">("), at):
        end = skip_parens(text, at + 1)
        made.words.append(text[at:end])
        return end
    for operator in _REDIRECTS:
        if text.startswith(operator, at):
            return _read_target(text, at + len(operator), operator, made)
    end = word_end(text, at)
    if end == at:
        return at + 1
    word = text[at:end]
    # In `2>file` the number belongs to the redirection, not to the words.
    if not (word.isdigit() and text[end : end + 1] in ("<", ">")):
        made.words.append(word.replace("\\\n", ""))
    return end


def _read_target(text: str, at: int, operator: str, made: _Collector) -> int:
    while at < len(text) and text[at] in BLANKS:
        at += 1
    end = word_end(text, at)
    made.redirects.append((operator, unquote(text[at:end])))
    return end

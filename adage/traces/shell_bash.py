"""A Bash script cut at its top level.

In: the script. Out: its pieces in order, each with the operator after it. Groups are opened;
pipelines, loops, conditions, functions and whatever carries a here-document stay in one piece.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from adage.traces.shell_scan import (
    BLANKS,
    WORD_ENDS,
    Heredoc,
    Unsure,
    line_end,
    read_heredoc,
    skip_bodies,
    skip_one,
    skip_parens,
)

_CLOSERS = {
    "if": "fi",
    "for": "done",
    "while": "done",
    "until": "done",
    "select": "done",
    "case": "esac",
    "[[": "]]",
    "{": "}",
}
_INNER_WORDS = frozenset({"then", "do", "else", "elif", "!", "time"})
_OPERATORS = ("&&", "||", ";;", ";", "&", "\n")


@dataclass(slots=True)
class Piece:
    """One piece of a script: its text, the operator after it, how deep in which subshells.

    `compound` says that it is a loop, a condition, a function or a closed group.
    """

    text: str
    after: str = ""
    subshells: tuple[int, ...] = ()
    compound: bool = False
    heredoc: bool = False
    inner_or: bool = False


def cut(script: str) -> list[Piece]:
    """The pieces of `script`. Raises `Unsure` when it does not close what it opens."""
    reader = _Reader(script)
    end = reader.read_list(0, "", ())
    if end < len(script):
        raise Unsure("a group is closed that was never opened")
    return reader.pieces


@dataclass(slots=True)
class _State:
    """What is open while one piece is read."""

    closers: list[str] = field(default_factory=list)
    heredocs: list[Heredoc] = field(default_factory=list)
    at_command: bool = True
    after_pipe: bool = False

    @property
    def is_open(self) -> bool:
        return bool(self.closers or self.heredocs)


class _Reader:
    """Walks a script once and collects its pieces."""

    def __init__(self, script: str) -> None:
        self.script = script
        self.pieces: list[Piece] = []
        self.groups = 0

    def read_list(self, at: int, closer: str, subshells: tuple[int, ...]) -> int:
        """Read pieces until `closer` or the end; the position after it."""
        script = self.script
        while at < len(script):
            char = script[at]
            if char in BLANKS or script.startswith("\\\n", at):
                at += 1 if char in BLANKS else 2
            elif char == "#":
                at = line_end(script, at)
            elif char in ";&\n|":
                at = self._read_operator(at)
            elif char == closer:
                return at + 1
            else:
                at = self._read_item(at, closer, subshells)
        if closer:
            raise Unsure("a group is never closed")
        return at

    def _read_operator(self, at: int) -> int:
        for operator in _OPERATORS:
            if self.script.startswith(operator, at):
                if self.pieces and not self.pieces[-1].after:
                    self.pieces[-1].after = operator
                return at + len(operator)
        raise Unsure("a pipe has no command before it")

    def _read_item(self, at: int, closer: str, subshells: tuple[int, ...]) -> int:
        is_subshell = self.script[at] == "(" and not self.script.startswith("((", at)
        is_group = self.script[at] == "{" and self.script[at + 1 : at + 2] in (" ", "\t", "\n")
        if is_subshell or is_group:
            kept = len(self.pieces)
            self.groups += 1
            inside = (*subshells, self.groups) if is_subshell else subshells
            end = self.read_list(at + 1, ")" if is_subshell else "}", inside)
            if self._ends_here(end, closer):
                return end
            del self.pieces[kept:]
        return self._read_piece(at, closer, subshells)

    def _ends_here(self, at: int, closer: str) -> bool:
        rest = self.script[at:].lstrip(BLANKS)
        if not rest or rest[0] in ";\n#" or rest[0] == closer or rest.startswith("||"):
            return True
        return rest[0] == "&" and not rest.startswith("&>")

    def _read_piece(self, start: int, closer: str, subshells: tuple[int, ...]) -> int:
        piece, state, at = Piece("", subshells=subshells), _State(), start
        while at < len(self.script):
            after = self._step(at, closer, piece, state)
            if after is None:
                break
            at = after
        if state.is_open:
            raise Unsure("a loop, condition or here-document is never closed")
        if at == start:
            raise Unsure("a character stands where a command should")
        piece.text = self.script[start:at].strip(" \t\n")
        self.pieces.append(piece)
        return at

    def _step(self, at: int, closer: str, piece: Piece, state: _State) -> int | None:
        """The position after what stands at `at`, or None when the piece ends before it."""
        script = self.script
        char = script[at]
        if char == "\n":
            return self._step_line(at, state)
        if char in BLANKS:
            return at + 1
        if char == "#" and script[at - 1 : at] in ("", " ", "\t", "\n", ";"):
            return line_end(script, at) if state.is_open else None
        if char in ";&|":
            return self._step_operator(at, piece, state)
        if char in "()":
            return self._step_paren(at, closer, piece, state)
        if char in "<>":
            return self._step_redirect(at, piece, state)
        if state.at_command or state.closers:
            return self._step_word(at, piece, state)
        state.after_pipe = False
        return skip_one(script, at)

    def _step_line(self, at: int, state: _State) -> int | None:
        if state.heredocs:
            at = skip_bodies(self.script, at + 1, state.heredocs)
            state.heredocs = []
            return at
        if not state.closers and not state.after_pipe:
            return None
        state.at_command = True
        return at + 1

    def _step_operator(self, at: int, piece: Piece, state: _State) -> int | None:
        script = self.script
        if script.startswith("&>", at):
            return at + 2
        is_or = script.startswith("||", at)
        is_pipe = script[at] == "|" and not is_or
        if not is_pipe and not state.is_open:
            return None
        piece.inner_or |= is_or
        state.at_command = True
        state.after_pipe = is_pipe
        return at + (2 if script[at : at + 2] in ("&&", "||", ";;", "|&") else 1)

    def _step_redirect(self, at: int, piece: Piece, state: _State) -> int:
        script = self.script
        if script.startswith("<<<", at):
            return at + 3
        if script.startswith("<<", at):
            heredoc, at = read_heredoc(script, at)
            state.heredocs.append(heredoc)
            piece.heredoc = True
            return at
        if script.startswith(("<(", ">("), at):
            return skip_parens(script, at + 1)
        return at + (2 if script[at : at + 2] in (">&", "<&", ">|", ">>", "<>") else 1)

    def _step_paren(self, at: int, closer: str, piece: Piece, state: _State) -> int | None:
        script = self.script
        in_case = bool(state.closers) and state.closers[-1] == "esac"
        if script[at] == ")":
            if in_case:
                state.at_command = True
                return at + 1
            if closer == ")" and not state.is_open:
                return None
            raise Unsure("a parenthesis is closed that was never opened")
        if in_case and not state.at_command:
            return at + 1
        end = skip_parens(script, at)
        is_array = script[at - 1 : at] == "="
        piece.compound |= not is_array
        # `name()` announces a function: its body follows, perhaps on the next line.
        is_empty = script[at + 1 : end - 1].strip() == ""
        is_function = is_empty and not state.at_command and not is_array
        if is_function:
            while end < len(script) and script[end] in " \t\n":
                end += 1
        elif not state.at_command and script[at - 1] not in "=?*+@!":
            raise Unsure("a parenthesis stands inside a command")
        state.at_command = is_function
        return end

    def _step_word(self, at: int, piece: Piece, state: _State) -> int:
        script = self.script
        end = at
        while end < len(script) and script[end] not in WORD_ENDS:
            end = skip_one(script, end)
        word = script[at:end]
        state.after_pipe = False
        if state.closers and word == state.closers[-1] and (state.at_command or word == "]]"):
            state.closers.pop()
            state.at_command = False
        elif state.at_command and word in _CLOSERS:
            state.closers.append(_CLOSERS[word])
            piece.compound = True
            state.at_command = word in ("if", "while", "until", "{")
        elif state.at_command and word == "function":
            piece.compound = True
            state.at_command = False
            return _skip_function(script, end)
        else:
            state.at_command = state.at_command and word in _INNER_WORDS
        return end


def _skip_function(script: str, at: int) -> int:
    """The position after the body of a `function name {...}`."""
    brace = script.find("{", at)
    if brace < 0:
        raise Unsure("a function has no body")
    return _skip_body(script, brace)


def _skip_body(script: str, at: int) -> int:
    depth = 0
    while at < len(script):
        depth += {"{": 1, "}": -1}.get(script[at], 0)
        at = skip_one(script, at)
        if depth == 0:
            return at
    raise Unsure("a function's body is never closed")

"""A Bash command read just far enough to know its top-level simple commands, or `Unsure`.

In: the text of a command. Out: its simple commands in order, each with its words and where they
stand. Whatever has loops, conditions, groups, functions or arrays in it is `Unsure`, and then
nothing is done: a command is never changed on a guess.
"""

from __future__ import annotations

BLANKS = " \t"
ENDS = " \t\n;&|<>()"
# At the place of a command these open or close something that is more than a simple command.
KEYWORDS = frozenset(
    {
        *("if", "then", "elif", "else", "fi", "for", "while", "until", "do", "done", "case"),
        *("esac", "select", "function", "time", "coproc", "in", "[[", "]]", "{", "}", "!"),
    }
)
# Nobody writes more by hand, and reading it would cost the agent its time.
MOST_COMMANDS = 100
MOST_CHARS = 100_000
OPERATORS = ("&&", "||", "|&", ";", "&", "|", "\n")


class Unsure(Exception):
    """The command cannot be told apart for sure."""


class Simple:
    """One simple command: `words` as (start, end) pairs, `files` it writes, the operator after."""

    __slots__ = ("after", "files", "has_input", "words")

    def __init__(self) -> None:
        self.words: list[tuple[int, int]] = []
        self.files: list[tuple[int, int]] = []
        self.after = ""
        self.has_input = False


def commands(text: str) -> list[Simple]:
    """The top-level simple commands of `text`. Raises `Unsure`."""
    if len(text) > MOST_CHARS:
        raise Unsure("too long to read in time")
    return _Scanner(text).scan()


class _Scanner:
    """Walks a command once from left to right."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.found: list[Simple] = []
        self.now = Simple()
        self.heredocs: list[tuple[str, bool]] = []

    def scan(self) -> list[Simple]:
        text, at = self.text, 0
        while at < len(text):
            char = text[at]
            if char in BLANKS:
                at += 1
            elif text.startswith("\\\n", at):
                at += 2
            elif char == "#":
                at = _line_end(text, at)
            elif char in "<>" or text.startswith("&>", at):
                at = self._redirect(at)
            elif char in ";&|\n":
                at = self._operator(at)
            elif char in "()":
                raise Unsure("a parenthesis at the top level")
            else:
                at = self._word(at)
        if self.heredocs:
            raise Unsure("a here-document is never closed")
        self._close("")
        if self.found and self.found[-1].after in ("&&", "||", "|", "|&"):
            raise Unsure("a command is missing after an operator")
        return self.found

    def _operator(self, at: int) -> int:
        text = self.text
        operator = next(each for each in OPERATORS if text.startswith(each, at))
        if text.startswith(";;", at):
            raise Unsure("a case ends")
        is_empty = not self.now.words and not self.now.files and not self.now.has_input
        joins = is_empty and bool(self.found) and self.found[-1].after in ("&&", "||", "|", "|&")
        if is_empty and (operator != "\n" and (not self.found or self.found[-1].after != "\n")):
            raise Unsure("an operator without a command before it")
        # `a |` may go on in the next line.
        if not joins and not is_empty:
            self._close(operator)
        at += len(operator)
        if operator == "\n" and self.heredocs:
            at = _skip_bodies(text, at, self.heredocs)
            self.heredocs = []
        return at

    def _close(self, operator: str) -> None:
        if len(self.found) == MOST_COMMANDS:
            raise Unsure("too many commands to read in time")
        if self.now.words or self.now.files or self.now.has_input:
            self.now.after = operator
            self.found.append(self.now)
        self.now = Simple()

    def _redirect(self, at: int) -> int:
        text = self.text
        if text.startswith("<<<", at):
            return self._target(at + 3, writes=False)
        if text.startswith("<<", at):
            return self._heredoc(at + 2)
        if text.startswith(("<(", ">("), at):
            return self._word(at)
        for operator in ("&>>", "&>", ">>", ">|", ">&", "<&", "<>", ">", "<"):
            if text.startswith(operator, at):
                return self._target(at + len(operator), writes=">" in operator)
        raise Unsure("a redirection of an unknown kind")

    def _target(self, at: int, *, writes: bool) -> int:
        text = self.text
        while text[at : at + 1] in (" ", "\t"):
            at += 1
        end = word_end(text, at)
        if end == at:
            raise Unsure("a redirection without a target")
        if writes:
            self.now.files.append((at, end))
        else:
            self.now.has_input = True
        return end

    def _heredoc(self, at: int) -> int:
        text = self.text
        tabs = text.startswith("-", at)
        at += tabs
        while text[at : at + 1] in (" ", "\t"):
            at += 1
        end = word_end(text, at)
        if end == at:
            raise Unsure("a here-document without a delimiter")
        self.heredocs.append((plain(text[at:end]), tabs))
        self.now.has_input = True
        return end

    def _word(self, at: int) -> int:
        text = self.text
        end = word_end(text, at)
        if end == at:
            raise Unsure("a character that starts no word")
        word = text[at:end]
        # A number before `<` or `>` names a file descriptor and is no word.
        if word.isdigit() and text[end : end + 1] in ("<", ">"):
            return end
        if not self.now.words and word in KEYWORDS:
            raise Unsure("a compound command")
        if text[end : end + 1] == "(":
            raise Unsure("a function or an array")
        self.now.words.append((at, end))
        return end


def word_end(text: str, at: int) -> int:
    """The position after the word that starts at `at`. Raises `Unsure` for an open quote."""
    while at < len(text) and text[at] not in ENDS:
        at = _skip(text, at)
    if text[at : at + 1] == "(" and text[at - 1 : at] in ("<", ">"):
        return word_end(text, _parens(text, at))
    if text.startswith(("<(", ">("), at):
        return word_end(text, _parens(text, at + 1))
    return at


def _skip(text: str, at: int) -> int:
    """The position after what stands at `at`: an escape, a quote, a substitution, a character."""
    char = text[at]
    if char == "\\":
        return min(at + 2, len(text))
    if char == "'":
        return _find(text, "'", at + 1) + 1
    if char == '"':
        return _double(text, at + 1)
    if char == "`":
        return _backticks(text, at + 1)
    if char == "$":
        return _dollar(text, at)
    return at + 1


def _dollar(text: str, at: int, *, in_quotes: bool = False) -> int:
    if text.startswith("$'", at) and not in_quotes:
        return _ansi(text, at + 2)
    if text.startswith("$((", at):
        raise Unsure("arithmetic")
    if text.startswith("$(", at):
        return _parens(text, at + 1)
    if text.startswith("${", at):
        return _braces(text, at + 2)
    return at + 1


def _find(text: str, wanted: str, at: int) -> int:
    found = text.find(wanted, at)
    if found < 0:
        raise Unsure("a quote is never closed")
    return found


def _ansi(text: str, at: int) -> int:
    while at < len(text) and text[at] != "'":
        at += 2 if text[at] == "\\" else 1
    if at >= len(text):
        raise Unsure("a quote is never closed")
    return at + 1


def _double(text: str, at: int) -> int:
    while at < len(text) and text[at] != '"':
        if text[at] == "\\":
            at += 2
        elif text[at] == "`":
            at = _backticks(text, at + 1)
        elif text[at] == "$":
            at = _dollar(text, at, in_quotes=True)
        else:
            at += 1
    if at >= len(text):
        raise Unsure("a quote is never closed")
    return at + 1


def _backticks(text: str, at: int) -> int:
    while at < len(text) and text[at] != "`":
        at += 2 if text[at] == "\\" else 1
    if at >= len(text):
        raise Unsure("a backtick is never closed")
    return at + 1


def _braces(text: str, at: int) -> int:
    while at < len(text) and text[at] != "}":
        at = _skip(text, at)
    if at >= len(text):
        raise Unsure("a brace is never closed")
    return at + 1


def _parens(text: str, at: int) -> int:
    """The position after the parenthesis that opens at `at`; here-documents inside are skipped."""
    at += 1
    pending: list[tuple[str, bool]] = []
    while at < len(text) and text[at] != ")":
        char = text[at]
        if char == "\n" and pending:
            at = _skip_bodies(text, at + 1, pending)
            pending = []
        elif text.startswith("<<", at) and not text.startswith("<<<", at):
            tabs = text.startswith("-", at + 2)
            start = at + 2 + tabs
            while text[start : start + 1] in (" ", "\t"):
                start += 1
            at = word_end(text, start)
            pending.append((plain(text[start:at]), tabs))
        elif char == "(":
            at = _parens(text, at)
        elif char == "#" and text[at - 1] in " \t\n(":
            at = _line_end(text, at)
        elif text.startswith("case", at):
            raise Unsure("a case inside a substitution")
        else:
            at = _skip(text, at)
    if at >= len(text):
        raise Unsure("a parenthesis is never closed")
    return at + 1


def _skip_bodies(text: str, at: int, heredocs: list[tuple[str, bool]]) -> int:
    for delimiter, tabs in heredocs:
        while True:
            if at >= len(text):
                raise Unsure("a here-document is never closed")
            end = _line_end(text, at)
            line = text[at:end]
            at = end + 1
            if (line.lstrip("\t") if tabs else line) == delimiter:
                break
    return at


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end


def plain(word: str) -> str:
    """A word as the program sees it: quotes and escapes gone, substitutions left as text."""
    if "'" not in word and '"' not in word and "\\" not in word:
        return word
    made, at, quoted = [], 0, False
    while at < len(word):
        char = word[at]
        if char == '"':
            quoted = not quoted
        elif char == "\\" and (not quoted or word[at + 1 : at + 2] in ('"', "\\", "$", "`")):
            at += 1
            made.append(word[at : at + 1])
        elif char == "'" and not quoted:
            end = word.find("'", at + 1)
            end = len(word) if end < 0 else end
            made.append(word[at + 1 : end])
            at = end
        else:
            made.append(char)
        at += 1
    return "".join(made)

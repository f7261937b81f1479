"""A shell script read as the sub-actions that it is made of.

In: the script of one shell call, and how it ended. Out: its parts in order, each with the folder
it runs in, and for each part whether it worked. A script that cannot be read for sure stays whole.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Sequence
from dataclasses import dataclass

from adage.traces import command_words, shell_bash, shell_powershell
from adage.traces.shell_bash import Piece
from adage.traces.shell_powershell import powershell_commands
from adage.traces.shell_scan import Unsure, unquote
from adage.traces.shell_words import Command, bash_commands
from adage.traces.verdicts import verdict

__all__ = ["Command", "Part", "blame", "blame_parts", "is_drive", "plain_word", "split",
           "split_texts", "verdict"]  # fmt: skip

CHANGES_FOLDER = frozenset({"cd", "pushd", "set-location", "chdir", "sl"})
_SAYS_NOTHING = frozenset(
    {"echo", "printf", "true", ":", "sleep", "export", "set", "unset", "wait"}
)
_DRIVE = re.compile(r"(?:[A-Za-z]:|/[A-Za-z](?=/|$))")


@dataclass(frozen=True, slots=True)
class Part:
    """One sub-action of a script.

    `text` is the part as written and `after` the operator behind it. `folder` is where it runs,
    seen from the folder of the call: "" is that folder. `commands` are those of its pipeline;
    a loop, condition, function or closed group is `compound` and has none.
    """

    text: str
    after: str = ""
    folder: str = ""
    commands: tuple[Command, ...] = ()
    compound: bool = False
    heredoc: bool = False
    inner_or: bool = False
    shell: str = "bash"

    @property
    def words(self) -> tuple[str, ...]:
        """The words of the first command, as written."""
        return self.commands[0].words if self.commands else ()

    @property
    def is_pipeline(self) -> bool:
        """Whether one command's output goes into another."""
        return len(self.commands) > 1

    def program_of(self, at: int) -> str:
        """The bare first word of command `at`, in lower case, or empty."""
        written = self.commands[at].words if at < len(self.commands) else ()
        plain = plain_word(written[0], self.shell).lower() if written else ""
        return plain.rsplit("/", 1)[-1] if plain.startswith("/") else plain

    @property
    def program(self) -> str:
        """The first word, unquoted and in lower case, or empty."""
        return self.program_of(0)

    @property
    def kept(self) -> int:
        """How many commands are left when display filters at the end are not counted."""
        filters = command_words.words().display_filters
        count = len(self.commands)
        while count > 1 and self.program_of(count - 1) in filters:
            count -= 1
        return count

    @property
    def is_filtered(self) -> bool:
        """Whether the pipeline ends in a program that only shows what the others say."""
        # What a loop pipes where cannot be told from outside, so its exit code is not trusted.
        return self.kept < len(self.commands) or (self.compound and "|" in self.text)

    @property
    def changes_folder(self) -> bool:
        """Whether this part does nothing but go to another folder."""
        return self.program in CHANGES_FOLDER and not self.is_pipeline


def split(script: str, shell: str = "bash") -> tuple[Part, ...]:
    """The parts of `script` at its top level, in order. Never raises."""
    is_powershell = shell.lower() in ("powershell", "pwsh")
    kind = "powershell" if is_powershell else "bash"
    script = script.replace("\r\n", "\n")
    try:
        pieces = shell_powershell.cut(script) if is_powershell else shell_bash.cut(script)
    except (Unsure, RecursionError):
        pieces = [Piece(script.strip(), compound=True)] if script.strip() else []
    return tuple(_place(pieces, kind))


def _place(pieces: Sequence[Piece], shell: str) -> list[Part]:
    """Parts out of pieces: words read, and each `cd` applied to those after it in its subshell."""
    parts: list[Part] = []
    folders: dict[tuple[int, ...], str] = {(): ""}
    for piece in pieces:
        folder = _folder_of(folders, piece.subshells)
        part = Part(
            piece.text, piece.after, folder, _commands(piece, shell), piece.compound,
            piece.heredoc, piece.inner_or, shell,
        )  # fmt: skip
        parts.append(part)
        if part.changes_folder:
            folders[piece.subshells] = _go(folder, part)
    return parts


def _folder_of(folders: dict[tuple[int, ...], str], subshells: tuple[int, ...]) -> str:
    for length in range(len(subshells), -1, -1):
        if subshells[:length] in folders:
            return folders[subshells[:length]]
    return ""


def _commands(piece: Piece, shell: str) -> tuple[Command, ...]:
    if piece.compound:
        return ()
    try:
        return (powershell_commands if shell == "powershell" else bash_commands)(piece.text)
    except (Unsure, RecursionError):
        return ()


def _go(folder: str, part: Part) -> str:
    targets = [word for word in part.words[1:] if not word.startswith("-")]
    if not targets:
        return "~"
    target = plain_word(targets[0], part.shell).replace("\\", "/")
    if target.startswith(("/", "~", "$")) or is_drive(target):
        return target
    return posixpath.normpath(posixpath.join(folder, target)) if target else folder


def is_drive(path: str) -> bool:
    """Whether a path starts with a Windows drive, as `D:/x` or as Git Bash's `/d/x`."""
    return _DRIVE.match(path) is not None


def plain_word(word: str, shell: str = "bash") -> str:
    """One word as the program sees it."""
    return shell_powershell.plain(word) if shell == "powershell" else unquote(word)


def blame(
    parts: Sequence[Part],
    exit_code: int | None = None,
    ok: bool | None = None,
    verdict: bool | None = None,
) -> list[bool | None]:
    """For each part whether it worked: True, False, or None where nothing is known.

    `ok` is how the whole call ended, `exit_code` its number when there is one, and `verdict` what
    a summary line in the output says; it decides where the exit code proves nothing.
    """
    if exit_code is not None:
        ok = exit_code == 0
    if not parts or ok is None:
        return [None] * len(parts)
    if any(part.after == "||" or part.inner_or for part in parts):
        return _by_verdict([None] * len(parts), parts, verdict)
    last = len(parts) - 1
    if ok:
        told = [None if part.is_filtered else True for part in parts]
        return _by_verdict(told, parts, verdict)
    return [False if i == last else None if p.is_filtered else True for i, p in enumerate(parts)]


def _by_verdict(
    told: list[bool | None], parts: Sequence[Part], verdict: bool | None
) -> list[bool | None]:
    """Give the verdict to the one part that can have said it; to none when there are several."""
    if verdict is None:
        return told
    hidden = [i for i, part in enumerate(parts) if _may_hide(i, told[i], part, len(parts))]
    if len(hidden) == 1:
        told[hidden[0]] = verdict
    elif not verdict:
        for i in hidden:
            told[i] = None
    return told


def _may_hide(at: int, told: bool | None, part: Part, count: int) -> bool:
    """Whether the exit code says nothing of this part: filtered, or followed by `;` or `||`."""
    if part.changes_folder or (part.program in _SAYS_NOTHING and not part.is_pipeline):
        return False
    return told is None or (at < count - 1 and part.after in (";", "\n", "&"))


def split_texts(command: str) -> list[str]:
    """The texts of the parts of a Bash `command`."""
    return [part.text for part in split(command)]


def blame_parts(cmd: str, exit: int) -> list[bool | None]:
    """For each part of the Bash command `cmd`, whether it worked, seen from its exit code."""
    return blame(split(cmd), exit_code=exit)

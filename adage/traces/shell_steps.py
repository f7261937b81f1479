"""The steps of one shell call.

In: the call and the place it ran in. Out: a step for each part of its script that does something,
with the text to deliver, the key, the effect and whether it worked. A part that writes a file by
redirection is an edit of that file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from adage.records import Call, Effect, Step
from adage.traces.commands import Reading
from adage.traces.effects import Rules
from adage.traces.keys import command_key, place_of, read_part, runner
from adage.traces.path_class import OUTSIDE, TEMPORARY, Place, levels, path_class, relative
from adage.traces.placeholders import looks_like_path
from adage.traces.shell import Part, blame, plain_word, split

_MERGED_OUTPUT = re.compile(r"(?:\s+(?:2>&1|[12&]?>\s*(?:/dev/null|\$null)))+\s*$")
_WRITES = frozenset({">", ">>", ">|", "&>", "&>>", ">&"})
_SETS_SHELL = frozenset(
    {"export", "unset", "declare", "local", "set", "true", ":", "shopt", "alias"}
)
_ENDED = {"ok": True, "failed": False}


def shell_steps(call: Call, place: Place, rules: Rules) -> list[Step]:
    """The steps of `call`; `place` is the repository seen from the folder the call ran in."""
    parts = split(call.text, call.shell)
    ended = _ENDED.get(call.outcome)
    exit_code = call.exit_code if ended is not None else None
    told = blame(parts, exit_code, ended, call.verdict)
    steps: list[Step] = []
    for part, ok in zip(parts, told, strict=True):
        if not is_idle(part):
            steps += _part_steps(call, part, ok, place.at(part.folder), rules)
    return steps


def is_idle(part: Part) -> bool:
    """Whether a part only changes this shell: its folder, its variables, or nothing at all."""
    if part.changes_folder or part.compound:
        return part.changes_folder
    if not any(command.words for command in part.commands):
        return not _targets(part)
    readings = read_part(part)
    is_setting = not readings or (len(readings) == 1 and readings[0].words[0] in _SETS_SHELL)
    return is_setting and not _targets(part)


def _part_steps(
    call: Call, part: Part, ok: bool | None, place: Place, rules: Rules
) -> Iterator[Step]:
    written = [path for path in _written(part, place) if path != TEMPORARY]
    raw = deliverable(part, place)
    for path in dict.fromkeys(written):
        key = f"edit:{path_class(path)}"
        yield Step(
            0, 0, call.turn, 0, "edit", raw, key, "", Effect.AUTHOR, ok, (path,), levels(path),
            call.line,
        )  # fmt: skip
    if written:
        return
    effect, _ = rules.effect("shell", part)
    # The part was placed already: its folder must not be applied a second time.
    key = command_key(part, place, placed=True)
    paths = tuple(_paths(read_part(part), place))
    yield Step(
        0, 0, call.turn, 0, "shell", raw, key, runner(part), effect, ok, paths, (), call.line
    )


def deliverable(part: Part, place: Place) -> str:
    """A part as a command to run at the repository's root: display filters and `2>&1` left out."""
    text = part.text
    if part.kept < len(part.commands) and not part.heredoc:
        text = text[: part.commands[part.kept - 1].end].rstrip()
    text = _MERGED_OUTPUT.sub("", text)
    folder = relative(place.cwd, place) if place.cwd else "."
    if folder == ".":
        return text
    where = place.cwd if folder in (OUTSIDE, TEMPORARY) else folder
    return f"cd {_quoted(where)} && {text}"


def _quoted(folder: str) -> str:
    return f'"{folder}"' if any(char.isspace() for char in folder) else folder


def _targets(part: Part) -> list[str]:
    """The files a part writes by redirection or through `tee`, as written."""
    found = [
        target
        for command in part.commands
        for operator, target in command.redirects
        if operator in _WRITES and _is_file(target, operator)
    ]
    for at, command in enumerate(part.commands):
        if at and part.program_of(at) == "tee":
            said = (plain_word(word, part.shell) for word in command.words[1:])
            found += [word for word in said if not word.startswith("-") and _is_file(word, ">")]
    return found


def _is_file(target: str, operator: str) -> bool:
    is_number = operator == ">&" and (target.isdigit() or target == "-")
    is_device = target.startswith(("/dev/", "$null", "&", "$(", ">(")) or target.upper() == "NUL"
    return bool(target) and not is_number and not is_device


def _written(part: Part, place: Place) -> list[str]:
    return [relative(target, place) for target in _targets(part)]


def _paths(readings: list[Reading], place: Place) -> Iterator[str]:
    """The files of the repository that a part's arguments name, each once."""
    seen: set[str] = set()
    for reading in readings:
        seen_from = place_of(reading, place)
        for word in reading.arguments:
            path = (
                relative(word, seen_from)
                if looks_like_path(word) and "..." not in word
                else OUTSIDE
            )
            if path not in (OUTSIDE, TEMPORARY) and path not in seen:
                seen.add(path)
                yield path

"""Step keys: a sub-action with its specifics replaced, so that the same step reads the same.

In: one part of a shell script, and the place it ran in. Out: its key (`sh:mise run test`), its
runner (`mise run test`), and whether one command carries out another.
"""

from __future__ import annotations

from collections import Counter
from fnmatch import fnmatchcase

from adage.traces.command_words import words
from adage.traces.commands import Reading, program, read_command
from adage.traces.path_class import Place, path_class, relative
from adage.traces.placeholders import command_text, looks_like_path
from adage.traces.shell import Part, split
from adage.traces.shell_scan import Unsure
from adage.traces.shell_words import Command, compound_commands

NOWHERE = Place()


def command_key(part: Part, place: Place = NOWHERE, *, placed: bool = False) -> str:
    """The key of one part: `sh:` and its words, display filters and volatile options left out.

    A loop, a condition or a function is `sh:{code}` and the programs that run in it.
    `place` is seen from the call's folder, or from the part's own when `placed`.
    """
    if part.compound:
        programs = dict.fromkeys(program(reading.head[0]) for reading in read_part(part))
        return " ".join(("sh:{code}", *(command_text(each) for each in programs)))
    seen_from = place if placed else place.at(part.folder)
    said = [_words_key(reading, seen_from) for reading in read_part(part)]
    return "sh:" + (" | ".join(text for text in said if text) or "{code}")


def runner(part: Part) -> str:
    """The words that select the tool: `make gen`, `python -m pytest`, `rtk bun`.

    Empty for a loop, a condition or a function.
    """
    found = [] if part.compound else read_part(part)
    return " ".join(found[0].runner) if found else ""


def read_part(part: Part) -> list[Reading]:
    """The commands of a part that do something; display filters at its end are left out.

    Of a Bash loop, condition, function or group these are the commands inside it.
    """
    commands = _inside(part) if part.compound else part.commands[: part.kept]
    readings = [read_command(command, part.shell) for command in commands]
    return [reading for reading in readings if reading.words]


def _inside(part: Part) -> tuple[Command, ...]:
    if part.shell == "powershell":
        return ()
    if part.text.startswith("[[") and part.text.endswith("]]"):
        return (Command(("[[",)),)
    try:
        return compound_commands(part.text)
    except (Unsure, RecursionError):
        return ()


def place_of(reading: Reading, place: Place) -> Place:
    """The place a command works in: `git -C web` works in `web`."""
    for folder in reading.folders:
        place = place.at(folder)
    return place


def _words_key(reading: Reading, place: Place) -> str:
    place = place_of(reading, place)
    head = (_head_text(reading.head[0], place), *reading.head[1:]) if reading.head else ()
    options = [
        _option_text(option, place) for option in reading.options if not _is_volatile(option)
    ]
    arguments = [_argument_text(argument, place) for argument in reading.arguments]
    return " ".join([*(command_text(word) for word in head), *options, *arguments])


def _head_text(word: str, place: Place) -> str:
    # A program of this repository keeps its own path: `./gradlew`, `.venv/bin/python`.
    return word.removeprefix("./") if word.count("/") > 1 and place.roots else word


def _is_volatile(option: str) -> bool:
    return any(fnmatchcase(option, pattern) for pattern in words().volatile_options)


def _option_text(option: str, place: Place) -> str:
    for divider in ("=", " "):
        name, found, value = option.partition(divider)
        if found:
            return name + divider + _argument_text(value, place)
    return "-{n}" if option[1:].isdigit() else option


def _argument_text(word: str, place: Place) -> str:
    if "..." in word or any(char.isspace() for char in word):
        return command_text(word)
    if not looks_like_path(word):
        return command_text(word)
    return command_text(path_class(relative(word, place)))


def is_followed(canonical: str, run: str) -> bool:
    """Whether running `run` carries out `canonical`: the same tool on the same things.

    Options may be added; each part of a compound command is tried, and every part of `canonical`
    must be carried out. Both are shell text.
    """
    wanted = _sayings(canonical)
    done = _sayings(run)
    return bool(wanted) and all(any(_covers(one, other) for other in done) for one in wanted)


def _sayings(script: str) -> list[Reading]:
    parts = [part for part in split(script) if not part.changes_folder and not part.compound]
    return [reading for part in parts for reading in read_part(part)]


def _covers(wanted: Reading, done: Reading) -> bool:
    if wanted.head != done.head or wanted.arguments != done.arguments:
        return False
    lacking = Counter(option for option in wanted.options if not _is_volatile(option))
    lacking.subtract(done.options)
    return all(count <= 0 for count in lacking.values())

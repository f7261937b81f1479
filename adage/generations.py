"""Generations: what was learned each time, kept to compare and to seal again.

In: a repository's state folder. Out: `Generation`s. The newest few are kept, one compressed file
each, named by the fingerprint of what was said, replaced whole and readable by its owner only. A
generation holds everything that judging gave, before a person's decisions and after, and the
sessions behind every count.
"""

from __future__ import annotations

import gzip
import json
import zlib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from adage.errors import AdageError
from adage.findings import Card, Family
from adage.lossless import plain, restore
from adage.records import Reflex
from adage.store import replace_file

FOLDER = "generations"
VERSION = 1
# What a file that was cut short, or is none of ours, may raise.
DAMAGED = (EOFError, zlib.error, ValueError, TypeError, KeyError, AttributeError)
_ENDING = ".json.gz"


@dataclass(frozen=True, slots=True)
class Made:
    """The head of a generation: when it was first and last learned (seconds), and from how much.

    `sessions` were read, the newest of which ended at `until`; `said` reflexes may speak.
    """

    name: str
    first: float
    last: float
    sessions: int
    until: float
    said: int


@dataclass(frozen=True, slots=True)
class Lane:
    """One transcript of a session: the session's id and the transcript's path."""

    root: str
    path: str


@dataclass(frozen=True, slots=True)
class Voters:
    """All sessions that count for or against one reflex, the newest first.

    Rows side by side: the number of the lane, the line that decided, and 1 where the step was taken
    or else 0.
    """

    reflex: str
    lanes: tuple[int, ...]
    lines: tuple[int, ...]
    held: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Stopped:
    """A candidate that a gate stopped before it became a reflex."""

    id: str
    gate: str
    why: str


@dataclass(frozen=True, slots=True)
class Generation:
    """One learning. `learned` are the reflexes before a person's decisions, `reflexes` after.

    `families`, `cards` and `instincts` are as they were before them.
    """

    made: Made
    learned: tuple[Reflex, ...]
    reflexes: tuple[Reflex, ...]
    families: tuple[Family, ...] = ()
    cards: tuple[Card, ...] = ()
    instincts: tuple[Reflex, ...] = ()
    lanes: tuple[Lane, ...] = ()
    voters: tuple[Voters, ...] = ()
    stopped: tuple[Stopped, ...] = ()


def keep(folder: Path, generation: Generation, most: int) -> None:
    """Write `generation` and drop the oldest beyond `most`.

    One that is kept already keeps the moment it was first made. Raises `AdageError` when the folder
    cannot be written.
    """
    path = _path(folder, generation.made.name)
    before = _head(path)
    made = replace(generation.made, first=before.first) if before else generation.made
    body = json.dumps(plain(replace(generation, made=made)), separators=(",", ":"))
    head = json.dumps({"version": VERSION, **plain(made)}, sort_keys=True)
    text = f"{head}\n{body}\n".encode("utf-8", "surrogatepass")
    # No time in the compressed file: the same learning gives the same bytes.
    replace_file(path, gzip.compress(text, 6, mtime=0))
    for old in kept(folder)[:-most]:
        _path(folder, old.name).unlink(missing_ok=True)


def kept(folder: Path) -> list[Made]:
    """The generations that are kept, the one learned last at the end; unreadable ones left out."""
    heads = (_head(path) for path in sorted((folder / FOLDER).glob(f"*{_ENDING}")))
    return sorted((head for head in heads if head), key=lambda made: (made.last, made.name))


def find(folder: Path, wanted: str) -> Made:
    """The kept generation whose name starts with `wanted`.

    Raises `AdageError` with the list of those that are kept when none or several do.
    """
    known = kept(folder)
    found = [made for made in known if made.name.startswith(wanted)]
    if len(found) == 1:
        return found[0]
    names = ", ".join(made.name for made in reversed(found or known)) or "none"
    if found:
        raise AdageError(f"{wanted} could be any of {names}; give more of the name")
    raise AdageError(f"no generation {wanted} is kept here. There are: {names}")


def load(folder: Path, name: str) -> Generation:
    """The generation of exactly this name. Raises `AdageError` when it cannot be read."""
    path = _path(folder, name)
    try:
        with gzip.open(path) as file:
            file.readline()
            value = json.loads(file.readline().decode("utf-8", "surrogatepass"))
        return restore(Generation, value)
    except (*DAMAGED, OSError) as error:
        raise AdageError(
            f"{path} cannot be read ({error}). Learn again with: adage learn"
        ) from error


def _path(folder: Path, name: str) -> Path:
    return folder / FOLDER / f"{name}{_ENDING}"


def _head(path: Path) -> Made | None:
    """The first line of a generation's file; None when it is missing or not of this version."""
    try:
        with gzip.open(path) as file:
            value: Any = json.loads(file.readline())
        if value.pop("version") != VERSION:
            return None
        return restore(Made, value)
    except (*DAMAGED, OSError):
        return None

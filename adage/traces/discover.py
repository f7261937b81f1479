"""Find the transcript files of the three agents, and tell which belong to a repository.

In: the agents' folders, or paths a person named. Out: `Source`s, sorted by path. Files are told
apart by a rule, not by a glob: beside transcripts lie journals, indexes and helper files.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from adage.paths import Places

_ROLLOUT_ENDINGS = (".jsonl", ".jsonl.zst", ".json")


@dataclass(frozen=True, slots=True)
class Source:
    """One file, database or storage tree to read, and the agent that wrote it if that is known.

    `problem` says in one sentence why it is not read at all.
    """

    path: Path
    harness: str
    problem: str = ""


def find_sources(places: Places) -> tuple[Source, ...]:
    """Every transcript source below the agents' own folders."""
    found = [Source(path, "claude") for path in _claude_files(places.claude / "projects")]
    for folder in ("sessions", "archived_sessions"):
        root = places.codex / folder
        found += [Source(p, "codex") for p in _without_twins(walk(root)) if is_rollout(p)]
    found += [Source(path, "opencode") for path in opencode_stores(places.opencode)]
    chosen = places.opencode_db
    if chosen is not None and chosen.is_file() and all(s.path != chosen for s in found):
        found.append(Source(chosen, "opencode"))
    return tuple(found)


def folders_of(places: Places) -> dict[str, tuple[Path, ...]]:
    """The folders in which each agent's transcripts are looked for."""
    return {
        "claude": (places.claude / "projects",),
        "codex": (places.codex / "sessions", places.codex / "archived_sessions"),
        "opencode": (places.opencode,),
    }


def is_claude_transcript(path: Path) -> bool:
    """Whether the name and place of a `.jsonl` file say that it tells of work done."""
    if path.suffix != ".jsonl" or path.name == "history.jsonl":
        return False
    # A workflow's journal and the helper that writes a compaction summary tell of no work.
    return path.name != "journal.jsonl" and not path.name.startswith("agent-acompact-")


def is_rollout(path: Path) -> bool:
    """Whether the name says that the file is a Codex rollout."""
    return path.name.startswith("rollout-") and path.name.endswith(_ROLLOUT_ENDINGS)


def opencode_stores(folder: Path) -> list[Path]:
    """OpenCode's storage tree and databases in a data folder, those that are there."""
    listed = [path for path in _listed(folder) if not path.is_symlink()]
    found = [path for path in listed if is_opencode_database(path)]
    storage = folder / "storage"
    return [*found, storage] if storage in listed and is_opencode_storage(storage) else found


def is_opencode_database(path: Path) -> bool:
    """Whether the name is that of an OpenCode database, of any release channel."""
    return path.name.startswith("opencode") and path.suffix == ".db" and path.is_file()


def is_opencode_storage(folder: Path) -> bool:
    """Whether the folder is an OpenCode tree of JSON files."""
    return (folder / "session").is_dir() and (folder / "message").is_dir()


def walk(root: Path) -> Iterator[Path]:
    """The files below `root`, sorted, each once; links that lead out of `root` are not followed."""
    top = os.path.realpath(root)
    seen: set[str] = set()
    waiting = [root]
    while waiting:
        folder = waiting.pop()
        for path in _listed(folder):
            real = os.path.realpath(path)
            if real in seen or not (real == top or real.startswith(top.rstrip(os.sep) + os.sep)):
                continue
            seen.add(real)
            if path.is_dir():
                waiting.append(path)
            else:
                yield path


def _claude_files(root: Path) -> Iterator[Path]:
    return (path for path in sorted(walk(root)) if is_claude_transcript(path))


def _without_twins(paths: Iterable[Path]) -> list[Path]:
    """The rollouts, without compressed ones whose plain form is still there."""
    every = sorted(paths)
    names = {str(path) for path in every}
    return [p for p in every if p.suffix != ".zst" or str(p).removesuffix(".zst") not in names]


def _listed(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except OSError:
        return []

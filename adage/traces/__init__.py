"""Transcripts become traces: one reader per agent, then one shape for all.

In: the agents' folders and a repository, or paths a person named. Out: a `Reading` with every
session once, oldest first. Nothing here raises for a damaged file: it costs itself and is counted.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path

from adage.errors import TraceError
from adage.paths import Places
from adage.records import Reading
from adage.traces.belonging import wanted_in
from adage.traces.dedupe import gather
from adage.traces.discover import Source, find_sources
from adage.traces.draft import FileDraft, Wanted, want_all
from adage.traces.read import read_source, starts_in
from adage.traces.sniff import find_loose

# Called with the number of sources done, their total, and the path that comes next.
Progress = Callable[[int, int, str], None]


def read_repository(places: Places, repo: Path, progress: Progress | None = None) -> Reading:
    """The sessions of the agents' folders that started in `repo` or in a git worktree of it."""
    wanted = wanted_in(repo)
    return gather(_read_all(find_sources(places), wanted, progress))


def read_paths(paths: Sequence[Path], progress: Progress | None = None) -> Reading:
    """The sessions of exactly these files and folders, whatever repository they are of."""
    return gather(_read_all(find_loose(paths), want_all, progress))


def sample_places() -> tuple[Places, Path]:
    """The folders of the packaged sample and the repository that its sessions worked in.

    Raises `TraceError` when this copy of Adage was installed without the sample.
    """
    folder = Path(__file__).resolve().parent.parent / "data" / "sample"
    try:
        about = json.loads((folder / "sample.json").read_text(encoding="utf-8"))
        repo = Path(about["repo"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise TraceError(
            f"The packaged sample is missing or damaged in {folder}. Install Adage again."
        ) from error
    places = Places(
        claude=folder / "claude",
        codex=folder / "codex",
        opencode=folder / "opencode",
        state=folder / "state",
        config=folder / "config",
    )
    return places, repo


def _read_all(
    sources: Sequence[Source], wanted: Wanted, progress: Progress | None
) -> list[FileDraft]:
    found: list[FileDraft] = []
    for done, source in enumerate(sources):
        if progress is not None:
            progress(done, len(sources), str(source.path))
        if starts_in(source, wanted):
            found.append(read_source(source, wanted))
    if progress is not None:
        progress(len(sources), len(sources), "")
    return found

"""Transcripts become traces: one reader per agent, then one shape for all.

In: the agents' folders and a repository, or paths a person named. Out: a `Reading` with every
session once, oldest first. Nothing here raises for a damaged file: it costs itself and is counted.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from adage.errors import TraceError
from adage.paths import Places
from adage.records import Reading
from adage.traces.belonging import wanted_in
from adage.traces.cache import Cache
from adage.traces.dedupe import gather
from adage.traces.discover import find_sources
from adage.traces.draft import want_all
from adage.traces.gathering import Progress, gather_drafts
from adage.traces.sharing import paused_collector
from adage.traces.sniff import find_loose

__all__ = ["Progress", "read_paths", "read_repository", "sample_places"]


@paused_collector()
def read_repository(
    places: Places,
    repo: Path,
    progress: Progress | None = None,
    cache: Path | None = None,
    workers: int = 1,
) -> Reading:
    """The sessions of the agents' folders that started in `repo` or in a git worktree of it.

    With a `cache` (the path of the repository's evidence cache) only files that changed are read,
    and sessions whose transcripts are gone keep counting. Raises `AdageError` when the cache cannot
    be read or written.
    """
    opened = Cache(cache) if cache is not None else None
    drafts, kept = gather_drafts(find_sources(places), wanted_in(repo), progress, opened, workers)
    return replace(gather(drafts), kept=kept)


@paused_collector()
def read_paths(
    paths: Sequence[Path], progress: Progress | None = None, workers: int = 1
) -> Reading:
    """The sessions of exactly these files and folders, whatever repository they are of."""
    return gather(gather_drafts(find_loose(paths), want_all, progress, workers=workers)[0])


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

"""Read every source once: from the evidence cache where nothing has changed, else from its file.

In: sources, which sessions are wanted, and a cache or none. Out: the digests of all of them, and
the paths of transcripts that are gone and live on in the cache alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from adage.traces.cache import Cache, Stamp
from adage.traces.digest import digest_file
from adage.traces.discover import Source
from adage.traces.draft import FileDraft, Wanted
from adage.traces.read import read_source, starts_in

# Called with the number of sources done, their total, and the path that comes next.
Progress = Callable[[int, int, str], None]


def gather_drafts(
    sources: Sequence[Source],
    wanted: Wanted,
    progress: Progress | None = None,
    cache: Cache | None = None,
) -> tuple[list[FileDraft], tuple[str, ...]]:
    """The digests of all wanted sources, and the paths that only the cache still has."""
    found: list[FileDraft] = []
    fresh: dict[str, tuple[Stamp, FileDraft]] = {}
    for done, source in enumerate(sources):
        if progress is not None:
            progress(done, len(sources), str(source.path))
        stamp = Stamp.of(source.path) if cache is not None else None
        known = cache.known(str(source.path), stamp) if cache is not None and stamp else None
        if known is not None:
            found.append(known)
        elif starts_in(source, wanted):
            draft = digest_file(read_source(source, wanted))
            found.append(draft)
            if stamp is not None and not draft.tally.problem:
                fresh[draft.path] = (stamp, draft)
    if progress is not None:
        progress(len(sources), len(sources), "")
    return found + (kept := _keep(sources, cache, fresh)), tuple(draft.path for draft in kept)


def _keep(
    sources: Sequence[Source], cache: Cache | None, fresh: dict[str, tuple[Stamp, FileDraft]]
) -> list[FileDraft]:
    """Add what was read to the cache; the digests whose transcripts are gone."""
    if cache is None:
        return []
    cache.add(fresh)
    gone = (cache.known(path, None) for path in cache.gone(str(s.path) for s in sources))
    return [draft for draft in gone if draft is not None and draft.drafts]

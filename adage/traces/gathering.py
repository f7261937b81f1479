"""Read every source once: from the evidence cache where nothing has changed, else from its file.

In: sources, which sessions are wanted, and a cache or none. Out: the digests of all of them, and
the paths of transcripts that are gone and live on in the cache alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from functools import partial
from multiprocessing import get_context

from adage.constants import PARALLEL_BYTES
from adage.traces.cache import Cache, Stamp
from adage.traces.digest import digest_file
from adage.traces.discover import Source
from adage.traces.draft import FileDraft, Wanted
from adage.traces.read import read_source, starts_in

# Called with the number of sources done, their total, and the path that comes next.
Progress = Callable[[int, int, str], None]

# Files handed to a worker at a time: enough to pay for the journey, few enough to share evenly.
CHUNK = 4


def gather_drafts(
    sources: Sequence[Source],
    wanted: Wanted,
    progress: Progress | None = None,
    cache: Cache | None = None,
    workers: int = 1,
    parallel_bytes: int = PARALLEL_BYTES.default,
) -> tuple[list[FileDraft], tuple[str, ...]]:
    """The digests of all wanted sources, and the paths that only the cache still has.

    With more than one of `workers`, `parallel_bytes` or more are read by that many processes; the
    result does not depend on it.
    """
    stamps = {str(s.path): Stamp.of(s.path) if cache is not None else None for s in sources}
    found: dict[str, FileDraft] = {}
    unread: list[Source] = []
    for source in sources:
        path = str(source.path)
        stamp = stamps[path]
        known = cache.known(path, stamp) if cache is not None and stamp else None
        if known is not None:
            found[path] = known
        else:
            unread.append(source)
    fresh: dict[str, tuple[Stamp, FileDraft]] = {}
    show = _counting(progress, len(found), len(sources))
    alone = workers <= 1 or _bytes_of(unread) < parallel_bytes
    for source, draft in _read_all(unread, wanted, show, 1 if alone else workers):
        path = str(source.path)
        if draft is None:
            continue
        found[path] = draft
        if (stamp := stamps[path]) is not None and not draft.tally.problem:
            fresh[path] = (stamp, draft)
    kept = _keep(sources, cache, fresh)
    drafts = [found[str(s.path)] for s in sources if str(s.path) in found]
    return drafts + kept, tuple(draft.path for draft in kept)


def _counting(progress: Progress | None, done: int, total: int) -> Callable[[Source | None], None]:
    """Called before each source is read, and with None at the end: tells how far reading is."""
    count = done

    def show(source: Source | None) -> None:
        nonlocal count
        if progress is not None:
            progress(total if source is None else count, total, str(source.path) if source else "")
        count += 1

    return show


def _read_all(
    sources: Sequence[Source],
    wanted: Wanted,
    show: Callable[[Source | None], None],
    workers: int,
) -> Iterator[tuple[Source, FileDraft | None]]:
    """Each source with its digest, or with None when it holds no wanted session."""
    if workers > 1:
        # A fresh interpreter for each worker: the map learns in a thread, and a fork would copy
        # that thread's locks in whatever state they are.
        with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
            read = pool.map(partial(_read_one, wanted=wanted), sources, chunksize=CHUNK)
            for source, draft in zip(sources, read, strict=True):
                show(source)
                yield source, draft
    else:
        for source in sources:
            show(source)
            yield source, _read_one(source, wanted)
    show(None)


def _read_one(source: Source, wanted: Wanted) -> FileDraft | None:
    return digest_file(read_source(source, wanted)) if starts_in(source, wanted) else None


def _bytes_of(sources: Sequence[Source]) -> int:
    total = 0
    for source in sources:
        with suppress(OSError):
            total += source.path.stat().st_size
    return total


def _keep(
    sources: Sequence[Source], cache: Cache | None, fresh: dict[str, tuple[Stamp, FileDraft]]
) -> list[FileDraft]:
    """Add what was read to the cache; the digests whose transcripts are gone."""
    if cache is None:
        return []
    cache.add(fresh)
    gone = (cache.known(path, None) for path in cache.gone(str(s.path) for s in sources))
    return [draft for draft in gone if draft is not None and draft.drafts]

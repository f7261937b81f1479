"""Mine the files that most sessions pass through, to be read in one call at the first read.

In: strings. Out: at most one pattern of the kind `hot-files`: any read; the files. Unlike a read
batch it does not follow from one file to others: it names what a newcomer will need anyway.
Math: site/math/02-patterns.md
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

import numpy as np

from adage.constants import HOT_FILES, MIN_SUPPORT, MIN_TASKS
from adage.learn.match import Chance
from adage.learn.string import Strings
from adage.records import Effect, Pattern
from adage.settings import Settings

HOT = "hot-files"
ANY_READ = "read:**"

EarlyRead = tuple[int, int, str]  # (event, turn, file)


def mine_hot_files(strings: Strings, settings: Settings) -> Iterator[Pattern]:
    """The files that most sessions read before their first edit; two at least, or nothing."""
    roots: dict[str, set[int]] = {}
    for reads in early_reads_of_all(strings):
        root = int(strings.root[reads[0][0]])
        for _, _, path in reads:
            roots.setdefault(path, set()).add(root)
    known = [path for path, found in roots.items() if _is_common(strings, found, settings)]
    hot = sorted(known, key=lambda path: (-len(roots[path]), path))[: settings[HOT_FILES]]
    if len(hot) > 1:
        support = len(set.union(*(roots[path] for path in hot)))
        yield Pattern(HOT, (ANY_READ,), tuple(f"read:{path}" for path in hot), support)


def hot_chances(strings: Strings, pattern: Pattern) -> Iterator[Chance]:
    """One chance a trace, at its first read; taken when naming the files would have saved a turn.

    That is when at least two of them were read before the first edit, in turns of their own after
    the first read: one call could have held both.
    """
    files = {text.removeprefix("read:") for text in pattern.steps}
    for reads in early_reads_of_all(strings):
        first, turn, _ = reads[0]
        later = {t: at for at, t, path in reads if t > turn and path in files}
        yield first, max(later.values()) if len(later) > 1 else -1


def early_reads(strings: Strings, trace: int) -> list[EarlyRead]:
    """(event, turn, file) for each file read in a trace before it edited anything."""
    for reads in early_reads_of_all(strings):
        if strings.trace[reads[0][0]] == trace:
            return reads
    return []


def early_reads_of_all(strings: Strings) -> Iterator[list[EarlyRead]]:
    """For each trace that read files before it edited anything: those reads, in order."""
    reads, names = strings.reads, list(strings.reads.numbers)
    if not names:
        return
    is_edit = np.array([item.effect == Effect.AUTHOR for item in strings.alphabet], dtype=bool)
    edits = np.append(np.flatnonzero(is_edit[strings.label]), len(strings))
    first_edit = edits[np.searchsorted(edits[:-1], strings.starts[:-1])]
    is_plain = np.array(["{" not in name for name in names], dtype=bool)
    trace = strings.trace[reads.event]
    early = np.flatnonzero(is_plain[reads.path] & (reads.event < first_edit[trace]))
    columns = (reads.event[early].tolist(), reads.turn[early].tolist(), reads.path[early].tolist())
    rows = zip(trace[early].tolist(), *columns, strict=True)
    for _, found in groupby(rows, key=lambda row: row[0]):
        yield [(event, turn, names[path]) for _, event, turn, path in found]


def _is_common(strings: Strings, roots: set[int], settings: Settings) -> bool:
    tasks = {strings.tasks[root] for root in roots}
    return len(roots) >= settings[MIN_SUPPORT] and len(tasks) >= settings[MIN_TASKS]

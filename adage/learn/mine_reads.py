"""Mine the files that most sessions pass through, to be read in one call at the first read.

In: strings. Out: at most one pattern of the kind `hot-files`: any read; the files. Unlike a read
batch it does not follow from one file to others: it names what a newcomer will need anyway.
Math: site/math/02-patterns.md
"""

from __future__ import annotations

from collections.abc import Iterator

from adage.constants import HOT_FILES, MIN_SUPPORT, MIN_TASKS
from adage.learn.match import Chance
from adage.learn.string import Strings, steps_of
from adage.records import Effect, Pattern
from adage.settings import Settings

HOT = "hot-files"
ANY_READ = "read:**"


def mine_hot_files(strings: Strings, settings: Settings) -> Iterator[Pattern]:
    """The files that most sessions read before their first edit; two at least, or nothing."""
    roots: dict[str, set[int]] = {}
    for trace in range(len(strings.traces)):
        for _, _, path in early_reads(strings, trace):
            roots.setdefault(path, set()).add(int(strings.root[strings.starts[trace]]))
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
    for trace in range(len(strings.traces)):
        reads = list(early_reads(strings, trace))
        if not reads:
            continue
        first, turn, _ = reads[0]
        later = {t: at for at, t, path in reads if t > turn and path in files}
        yield first, max(later.values()) if len(later) > 1 else -1


def early_reads(strings: Strings, trace: int) -> Iterator[tuple[int, int, str]]:
    """(event, turn, file) for each file read in a trace before it edited anything."""
    for at in range(strings.starts[trace], strings.starts[trace + 1]):
        for step in steps_of(strings, at):
            if step.effect == Effect.AUTHOR:
                return
            for path in step.paths if step.tool == "read" else ():
                if "{" not in path:
                    yield int(at), step.turn, path


def _is_common(strings: Strings, roots: set[int], settings: Settings) -> bool:
    tasks = {strings.tasks[root] for root in roots}
    return len(roots) >= settings[MIN_SUPPORT] and len(tasks) >= settings[MIN_TASKS]

"""Read one source with the reader of the agent that wrote it.

In: a `Source` and which sessions are wanted. Out: a `FileDraft`.
"""

from __future__ import annotations

from collections import Counter

from adage.traces import claude_code, codex, opencode
from adage.traces.discover import Source
from adage.traces.draft import FileDraft, Tally, Wanted

_READERS = {
    claude_code.HARNESS: claude_code.read_claude,
    codex.HARNESS: codex.read_codex,
    opencode.HARNESS: opencode.read_opencode,
}
_FIRST_FOLDER = {
    claude_code.HARNESS: claude_code.first_folder,
    codex.HARNESS: codex.first_folder,
}


def read_source(source: Source, wanted: Wanted) -> FileDraft:
    """Read the source, keeping the sessions that are wanted."""
    if source.problem:
        return FileDraft(str(source.path), source.harness, (), Tally(problem=source.problem))
    if not source.harness:
        return FileDraft(str(source.path), "", (), Tally(ignored=Counter({"empty file": 1})))
    return _READERS[source.harness](source.path, wanted)


def starts_in(source: Source, wanted: Wanted) -> bool:
    """Whether the source may hold a wanted session; only the head of a file is looked at.

    OpenCode keeps the sessions of all repositories in one place, so that place always may. So may a
    file that cannot be read: its reader says why.
    """
    first_folder = _FIRST_FOLDER.get(source.harness)
    if first_folder is None:
        return True
    tally = Tally()
    folder = first_folder(source.path, tally)
    return wanted(folder) or bool(tally.problem)

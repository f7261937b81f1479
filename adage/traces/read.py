"""Read one source with the reader of the agent that wrote it.

In: a `Source` and which sessions are wanted. Out: a `FileDraft`.
"""

from __future__ import annotations

from adage.traces.claude_code import first_folder, read_claude
from adage.traces.discover import Source
from adage.traces.draft import FileDraft, Tally, Wanted, want_all


def read_source(source: Source, wanted: Wanted) -> FileDraft:
    """Read the source, keeping the sessions that are wanted."""
    if source.harness == "claude":
        return read_claude(source.path, wanted)
    tally = Tally(problem=f"{source.path} is not a transcript that Adage can read.")
    return FileDraft(str(source.path), source.harness, (), tally)


def starts_in(source: Source, wanted: Wanted) -> bool:
    """Whether the source may hold a wanted session; only the head of the file is looked at."""
    if wanted is want_all or source.harness not in ("claude",):
        return True
    return wanted(first_folder(source.path))

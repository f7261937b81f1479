"""Tell by content which agent wrote a file that a person named.

In: files and folders. Out: `Source`s; a file of no known grammar comes back with an empty harness.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from adage.traces.claude_code import is_claude_line
from adage.traces.discover import Source, is_claude_transcript, walk
from adage.traces.draft import Tally
from adage.traces.jsonl import read_records


def find_loose(paths: Sequence[Path]) -> tuple[Source, ...]:
    """The sources among `paths` and below the folders among them, sorted, each once."""
    found: dict[Path, Source] = {}
    for path in paths:
        files = walk(path) if path.is_dir() else iter([path])
        for file in files:
            if file == path or is_claude_transcript(file):
                found.setdefault(file, Source(file, harness_of(file)))
    return tuple(found[path] for path in sorted(found))


def harness_of(path: Path) -> str:
    """The agent whose grammar the first records of the file speak, empty when none."""
    for _, line in read_records(path, Tally()):
        if is_claude_line(line):
            return "claude"
    return ""

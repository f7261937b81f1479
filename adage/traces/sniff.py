"""Tell by content which agent wrote a file that a person named.

In: files and folders. Out: `Source`s. A file of no known grammar comes back with a problem, so that
it is reported and not parsed.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from adage.traces import claude_code, codex, opencode
from adage.traces.discover import (
    Source,
    is_claude_transcript,
    is_opencode_database,
    is_opencode_storage,
    walk,
)
from adage.traces.draft import Tally
from adage.traces.fields import record_of
from adage.traces.jsonl import read_document, read_records

# Files that lie beside transcripts in the agents' folders and tell of no work.
_BESIDE = ("history.jsonl", "session_index.jsonl", "sessions-index.json", "journal.jsonl")


def find_loose(paths: Sequence[Path]) -> tuple[Source, ...]:
    """The sources among `paths` and below the folders among them, sorted, each once."""
    found: dict[str, Source] = {}
    for path in paths:
        for source in _sources_of(path):
            found.setdefault(str(source.path), source)
    every = [found[name] for name in sorted(found)]
    return tuple(
        s
        for s in every
        if str(s.path).removesuffix(".zst") == str(s.path)
        or str(s.path).removesuffix(".zst") not in found
    )


def sniff(path: Path) -> Source:
    """The file as a source of the agent whose grammar its content speaks."""
    if path.suffix == ".db":
        return Source(path, opencode.HARNESS)
    if path.suffix == ".json":
        return _sniff_document(path)
    tally = Tally()
    for _, record in read_records(path, tally):
        if codex.is_exec_stream(record):
            return Source(
                path,
                codex.HARNESS,
                f"{path} is what `codex exec --json` printed, not a rollout. "
                "The rollout of that run lies in the sessions folder of Codex.",
            )
        if codex.is_codex_line(record):
            return Source(path, codex.HARNESS)
        if claude_code.is_claude_line(record):
            return Source(path, claude_code.HARNESS)
    if not tally.records and not tally.problem:
        return Source(path, "")
    return Source(path, "", tally.problem or f"{path} is no transcript that Adage knows.")


def _sources_of(path: Path) -> Iterator[Source]:
    if not path.is_dir():
        yield sniff(path)
        return
    stores = [folder for folder in _folders(path) if is_opencode_storage(folder)]
    yield from (Source(folder, opencode.HARNESS) for folder in stores)
    for file in walk(path):
        if any(folder in file.parents for folder in stores):
            continue
        if is_opencode_database(file) or (_is_candidate(file) and file.suffix != ".db"):
            yield sniff(file)


def _folders(top: Path) -> Iterator[Path]:
    """`top` and the folders below it, not those behind links."""
    for folder, inner, _ in os.walk(top):
        inner.sort()
        yield Path(folder)


def _is_candidate(file: Path) -> bool:
    """Whether a file found in a folder may be a transcript, by its name and place."""
    if file.name in _BESIDE or file.name.endswith(".meta.json") or file.parent.name == "memory":
        return False
    if file.suffix == ".jsonl":
        return is_claude_transcript(file)
    return file.name.endswith((".json", ".jsonl.zst"))


def _sniff_document(path: Path) -> Source:
    tally = Tally()
    document = record_of(read_document(path, tally))
    if tally.problem:
        return Source(path, "", tally.problem)
    if opencode.is_export(document):
        return Source(path, opencode.HARNESS)
    if codex.is_old_document(document):
        return Source(path, codex.HARNESS)
    if claude_code.is_web_document(document):
        return Source(path, claude_code.HARNESS)
    return Source(path, "", f"{path} is JSON, but no transcript that Adage knows.")

"""Which directives a transcript shows: the nonces in what hooks put before the agent.

In: the path of a Claude Code transcript. Out: the nonces, None when there is no such file. One
delivery stands in the file up to four times; only the client's own record of it counts.
"""

from __future__ import annotations

from pathlib import Path

from adage.traces.claude_notes import notes_of
from adage.traces.directives import nonces_of
from adage.traces.draft import Tally
from adage.traces.jsonl import read_records


def delivered_nonces(transcript: Path) -> frozenset[str] | None:
    """The nonces of the directives that the transcript shows, its sub-agents' files included."""
    if not transcript.is_file():
        return None
    files = [transcript, *sorted(transcript.with_suffix("").rglob("*.jsonl"))]
    return frozenset(
        nonce
        for file in files
        for _, line in read_records(file, Tally())
        for _, text in notes_of(line)
        for nonce in nonces_of(text)
    )

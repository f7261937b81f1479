"""Print what `adage traces` found: a row for each agent, what was left out and why, problems.

In: the document that `adage traces --json` prints. Out: text as wide as the terminal.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.table import Table

from adage.cli.console import open_console
from adage.traces.known_types import UNKNOWN

_COUNTS = ("files", "sessions", "subagents", "calls", "failed_calls", "records")
_HEADS = ("Files", "Sessions", "Sub-\nagents", "Calls", "Failed", "Records")


def print_traces(document: Mapping[str, Any]) -> None:
    """Print the document as tables and sentences."""
    console = open_console()
    _print_folders(console, document)
    if not document["sessions"] and not document["subagents"]:
        console.print(nothing_found(document), soft_wrap=True)
    else:
        console.print(_agents_table(document))
    _print_left_out(console, document)
    if document["duplicates"]:
        console.print("Counted once: " + _listed(document["duplicates"]) + ".", soft_wrap=True)
    if document["evidence"] and document["sessions"]:
        console.print(_evidence_line(document["evidence"]), soft_wrap=True)
    for problem in document["problems"]:
        console.print(f"! {problem}", soft_wrap=True)
    if document["sessions"]:
        console.print("Next: adage learn")


def _evidence_line(evidence: Mapping[str, Any]) -> str:
    kept = f"Evidence is kept in {evidence['cache']}"
    if evidence["only_in_cache"]:
        kept += f"; {_number(evidence['only_in_cache'], 'session')} live only there"
    if evidence["days_left"] is None:
        return f"{kept}."
    left = max(0, int(evidence["days_left"]))
    return (
        f"{kept}. Claude Code deletes transcripts after {evidence['retention_days']} days "
        f"({evidence['retention_source']}); the oldest has {_number(left, 'day')} left."
    )


def nothing_found(document: Mapping[str, Any]) -> str:
    """One sentence that names the places looked in, and what to do next."""
    folders = [folder for agent in document["agents"] for folder in agent["folders"]]
    if not folders:
        files = sum(agent["files"] for agent in document["agents"])
        return (
            f"No sessions in the {_number(files, 'file')} named. Adage reads transcripts of "
            "Claude Code, Codex and OpenCode: adage traces --traces PATH"
        )
    looked = ", ".join(f"{f['path']} ({_number(f['files'], 'file')})" for f in folders)
    return (
        f"No sessions of {document['repository']} in {looked}. Work in the repository with an "
        "agent first, or try the sample: adage traces --sample"
    )


def _print_folders(console: Console, document: Mapping[str, Any]) -> None:
    console.print(f"Transcripts of {document['repository']}  {document['path']}".rstrip())
    if not document["sessions"]:
        return
    for agent in document["agents"]:
        for folder in agent["folders"]:
            files = _number(folder["files"], "file")
            console.print(f"  {agent['title']:<12}{folder['path']}  ({files})", soft_wrap=True)


def _agents_table(document: Mapping[str, Any]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 1, 0, 0))
    table.add_column("Agent", no_wrap=True)
    for head in _HEADS:
        table.add_column(head, justify="right", no_wrap=True)
    table.add_column("From", no_wrap=True)
    table.add_column("To", no_wrap=True)
    for agent in document["agents"]:
        if agent["files"]:
            counts = [f"{agent[name]:,}" for name in _COUNTS]
            table.add_row(agent["title"], *counts, _day(agent["oldest"]), _day(agent["newest"]))
    return table


def _print_left_out(console: Console, document: Mapping[str, Any]) -> None:
    for agent in document["agents"]:
        known = {k: n for k, n in agent["ignored"].items() if not k.startswith(UNKNOWN)}
        for found, word in (
            (agent["skipped"], "could not be used"),
            ({k: n for k, n in agent["ignored"].items() if k not in known}, "of a new type"),
            (known, "left out on purpose"),
        ):
            if found:
                total = _number(sum(found.values()), "record")
                console.print(f"{agent['title']}: {total} {word}: {_listed(found)}.")


def _listed(counts: Mapping[str, int]) -> str:
    ordered = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    return ", ".join(f"{reason} {count:,}" for reason, count in ordered)


def _number(count: int, word: str) -> str:
    return f"{count:,} {word}" if count == 1 else f"{count:,} {word}s"


def _day(moment: str | None) -> str:
    return moment[:10] if moment else ""

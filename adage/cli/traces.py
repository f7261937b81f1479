"""Show which transcripts were found for a repository and how they were read.

For each agent: the folders looked in, files, sessions, sub-agents, calls and records, what was left
out and why, the time they span, and how long the agent will keep them. What learning needs of them
is kept in Adage's own folder, masked and without outputs or file contents.

examples:
  adage traces                            the repository of the current folder
  adage traces ~/src/app --json           another one, as JSON
  adage traces --traces ./transcripts     exactly these files and folders
  adage traces --sample                   the sample that comes with Adage
  adage traces --effects                  which rule gave each command its effect
  adage traces --export xes -o log.xes    the steps as an event log (xes, csv or jsonl)
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from adage.cli.progress import live_progress
from adage.cli.source import Choice, add_source_arguments, choose_source, read_choice
from adage.errors import UsageError
from adage.records import FileReading, Reading, Session
from adage.traces.discover import find_sources, folders_of
from adage.traces.retention import read_retention

HARNESSES = ("claude", "codex", "opencode")
TITLES = {"claude": "Claude Code", "codex": "Codex", "opencode": "OpenCode", "": "unknown"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the words of `adage traces`."""
    add_source_arguments(parser)
    parser.add_argument("--json", action="store_true", help="print everything as JSON")
    parser.add_argument(
        "--effects",
        action="store_true",
        help="list the commands with the rule that gave each its effect, and those no rule knows",
    )
    parser.add_argument(
        "--export", choices=("xes", "csv", "jsonl"), help="write the steps as an event log"
    )
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        metavar="FILE",
        help="where --export writes (default: standard output)",
    )


def run(args: argparse.Namespace) -> int:
    """Read, print what was found, and return 0 also when nothing was."""
    if args.output and not args.export:
        raise UsageError("-o names the file of an event log; say which: --export xes|csv|jsonl")
    choice = choose_source(args)
    with live_progress() as show:
        reading = read_choice(choice, lambda done, total, _path: show("Reading", done, total))
    if args.export or args.effects:
        from adage.cli.traces_more import export_log, print_effects

        if args.export:
            return export_log(choice, reading, args.export, args.output)
        return print_effects(choice, reading, as_json=args.json)
    document = describe(choice, reading, time.time())
    if args.json:
        print(json.dumps(document, sort_keys=True, indent=2))
        return 0
    from adage.cli.traces_table import print_traces

    print_traces(document)
    return 0


def describe(choice: Choice, reading: Reading, now: float) -> dict[str, Any]:
    """Everything about the reading at `now` as JSON-able data; times are ISO 8601 or None."""
    folders = _folders(choice)
    return {
        "repository": choice.label,
        "path": str(choice.repo) if choice.repo else "",
        "agents": [_agent(name, reading, folders) for name in _present(reading)],
        "duplicates": dict(reading.duplicates),
        "problems": [file.problem for file in reading.files if file.problem],
        "evidence": _evidence(choice, reading, now),
        **_totals(reading.sessions),
    }


def _evidence(choice: Choice, reading: Reading, now: float) -> dict[str, Any] | None:
    """Where evidence is kept, what lives there alone, and how long the agent keeps the rest."""
    if choice.cache is None or choice.places is None:
        return None
    gone = set(reading.kept)
    present = [session for session in reading.sessions if session.path not in gone]
    retention = read_retention(choice.places.claude, present, now)
    return {
        "cache": str(choice.cache),
        "only_in_cache": len({s.root for s in reading.sessions if s.path in gone}),
        "retention_days": retention.days,
        "retention_source": retention.source,
        "days_left": None if retention.days_left is None else round(retention.days_left, 1),
    }


def _present(reading: Reading) -> list[str]:
    others = {file.harness for file in reading.files} - set(HARNESSES)
    return [*HARNESSES, *sorted(others)]


def _folders(choice: Choice) -> dict[str, list[dict[str, Any]]]:
    """For each agent the places looked in, with how many files lie there for any repository."""
    if choice.places is None:
        return {}
    sources = find_sources(choice.places)
    return {
        harness: [
            {"path": str(folder), "files": sum(_lies_in(s.path, folder) for s in sources)}
            for folder in folders
        ]
        for harness, folders in folders_of(choice.places).items()
    }


def _lies_in(path: Path, folder: Path) -> bool:
    return path == folder or folder in path.parents


def _agent(name: str, reading: Reading, folders: Mapping[str, Any]) -> dict[str, Any]:
    files = [file for file in reading.files if file.harness == name]
    sessions = [session for session in reading.sessions if session.harness == name]
    return {
        "agent": name,
        "title": TITLES.get(name, name),
        "folders": folders.get(name, []),
        "files": len(files),
        "records": sum(file.records for file in files),
        "skipped": _sum(file.skipped for file in files),
        "ignored": _sum(file.ignored for file in files),
        "unreadable": sum(1 for file in files if _gave_nothing(file)),
        **_totals(sessions),
    }


def _gave_nothing(file: FileReading) -> bool:
    return bool(file.problem) and not file.sessions


def _sum(counts: Iterable[Mapping[str, int]]) -> dict[str, int]:
    total: Counter[str] = Counter()
    for count in counts:
        total.update(count)
    return dict(sorted(total.items()))


def _totals(sessions: Iterable[Session]) -> dict[str, Any]:
    every = list(sessions)
    main = [session for session in every if session.root == session.id.partition("~")[0]]
    calls = [call for session in every for call in session.calls]
    starts = [session.start for session in every if session.start]
    return {
        "sessions": len(main),
        "subagents": len(every) - len(main),
        "prompts": sum(len(session.prompts) for session in every),
        "calls": len(calls),
        "failed_calls": sum(call.outcome in ("failed", "timeout") for call in calls),
        "abandoned_calls": sum(call.abandoned for call in calls),
        "hook_notes": sum(len(session.notes) for session in every),
        "oldest": _iso(min(starts, default=0.0)),
        "newest": _iso(max((session.end for session in every), default=0.0)),
    }


def _iso(seconds: float) -> str | None:
    if not seconds:
        return None
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")

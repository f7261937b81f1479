"""Check that Adage's hooks are registered and work in this repository; say what to do if not.

examples:
  adage doctor          every check, with what to do about each that failed
  adage doctor --json   the same as JSON
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from adage.config import load_settings
from adage.install.checks import (
    Finding,
    bytecode_finding,
    hook_findings,
    index_finding,
    learner_finding,
    model_finding,
    retention_finding,
    settings_files,
    switch_findings,
    version_finding,
)
from adage.install.claude import claude_version
from adage.ledger import read_sessions
from adage.paths import find_places, repository_root, repository_state


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the words of `adage doctor`."""
    parser.add_argument("--json", action="store_true", help="print the findings as JSON")


def run(args: argparse.Namespace) -> int:
    """Print all findings; 1 when something is not well."""
    found = list(findings())
    if args.json:
        print(json.dumps([asdict(each) for each in found], indent=2))
    else:
        print("\n".join(line for each in found for line in lines(each)))
    return 0 if all(each.ok for each in found) else 1


def findings() -> Iterator[Finding]:
    """All findings for this machine and the repository of the current folder."""
    places = find_places()
    root = repository_root(Path.cwd())
    files = settings_files(places.claude, root)
    folder = repository_state(places.state, root) if root else None
    yield version_finding(claude_version())
    ledgers = read_sessions(folder, load_settings(places.config, root)) if folder else []
    yield from hook_findings(files, folder, ledgers)
    yield bytecode_finding()
    yield model_finding()
    if root and folder:
        yield index_finding(folder)
        yield learner_finding(folder)
        yield from switch_findings(folder, root)
    else:
        yield Finding("repository", False, "this folder is in no git repository", "go into one")
    yield retention_finding(files)


def lines(each: Finding) -> list[str]:
    """One finding as people read it."""
    said = [f"{'ok ' if each.ok else 'NO '} {each.name:<20} {each.seen}"]
    return said if each.ok or not each.remedy else [*said, f"{'':<25}do: {each.remedy}"]

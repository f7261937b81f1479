"""Show a repository at a glance: where the turns go, what always fails, what keeps coming back.

Useful from ten sessions on, before any reflex is learned. Every figure is counted from the
transcripts, and names the session and line where it can be checked.

examples:
  adage report                              this repository's sessions of all agents
  adage report --traces ~/old/transcripts   exactly these files and folders
  adage report --quick                      without what Adage would have saved, which takes longest
  adage report --json                       everything as JSON, with all sessions and lines
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from adage.cli.progress import live_progress
from adage.cli.source import add_source_arguments, choose_source, read_choice, tell_problems


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the words of `adage report`."""
    add_source_arguments(parser)
    parser.add_argument(
        "--repo",
        dest="named_repo",
        nargs="?",
        type=Path,
        const=Path(),
        metavar="DIR",
        help="the same as REPO; without DIR the current folder",
    )
    parser.add_argument("--quick", action="store_true", help="leave out what would have been saved")
    parser.add_argument("--json", action="store_true", help="print everything as JSON")


def run(args: argparse.Namespace) -> int:
    """Read, count and print; 0 also when there is too little to report on yet."""
    from adage.config import effects_file, load_settings
    from adage.constants import REPORT_SESSIONS
    from adage.learn.read import read
    from adage.measure.families import bundled_embedder
    from adage.paths import find_places
    from adage.report import as_document, count_savings, courses, draw_up, with_savings
    from adage.traces.effects import load_rules

    args.repo = args.repo or args.named_repo
    choice = choose_source(args)
    settings = load_settings(find_places().config, choice.repo)
    rules = load_rules(effects_file(choice.repo))
    repo = str(choice.repo or "")
    with live_progress() as show:
        reading = read_choice(choice, lambda done, total, _path: show("Reading", done, total))
        tell_problems(reading)
        traces = read(reading, repo, settings, rules=rules)
        found = courses(reading, traces)
        report = draw_up(reading, traces, settings, embed=bundled_embedder()) if found else None
        if report and not args.quick and len(found) >= settings[REPORT_SESSIONS]:
            savings = count_savings(
                found, reading, repo, settings, rules,
                lambda done, total: show("Replaying the sessions so far", done, total),
            )  # fmt: skip
            report = with_savings(report, savings)
    if args.json:
        document = as_document(report) if report else {"sessions": []}
        print(json.dumps({"repository": choice.label} | document, sort_keys=True, indent=2))
        return 0
    from adage.cli.report_table import print_glance, print_too_little

    if report is None or len(found) < settings[REPORT_SESSIONS]:
        print_too_little(choice.label, report, settings[REPORT_SESSIONS])
    else:
        print_glance(choice.label, report, settings)
    return 0

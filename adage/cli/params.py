"""List every threshold of Adage: its default, unit, range, source and meaning.

A value changed in a settings file is shown with the file it came from.

examples:
  adage params                          all thresholds, with your own settings
  adage params --stage judge            those that one stage decides by
  adage params --json ~/src/app         as JSON, with that repository's settings
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from adage.config import load_settings
from adage.errors import UsageError
from adage.paths import find_places, repository_root
from adage.settings import CONSTANTS, Settings


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the words of `adage params`."""
    parser.add_argument(
        "repo", nargs="?", type=Path, default=Path(), metavar="REPO",
        help="a folder in the repository whose settings count (default: this one)",
    )  # fmt: skip
    parser.add_argument("--stage", metavar="S", help="only the thresholds of one stage")
    parser.add_argument("--json", action="store_true", help="print a list of objects")


def run(args: argparse.Namespace) -> int:
    """Print the thresholds and return 0."""
    if not args.repo.is_dir():
        raise UsageError(f"there is no folder {args.repo}. Call it as: adage params [REPO]")
    settings = load_settings(find_places().config, repository_root(args.repo) or args.repo)
    rows = describe(settings, args.stage)
    if args.json:
        print(json.dumps(rows, indent=2, ensure_ascii=False))
    else:
        _print_table(rows)
    return 0


def describe(settings: Settings, stage: str | None = None) -> list[dict[str, Any]]:
    """Every threshold as a plain object, in the order of declaration, of one stage or of all.

    `value` is what counts now; `file` is where it was changed, or empty.
    """
    stages = list(dict.fromkeys(c.stage for c in CONSTANTS.values()))
    if stage is not None and stage not in stages:
        raise UsageError(f"there is no stage {stage}. The stages are: {', '.join(stages)}")
    return [
        {
            "key": constant.key,
            "default": constant.default,
            "value": settings[constant],
            "file": settings.origins.get(constant.key, ""),
            "unit": constant.unit,
            "low": constant.low,
            "high": constant.high,
            "stage": constant.stage,
            "source": constant.source,
            "meaning": constant.meaning,
        }
        for constant in CONSTANTS.values()
        if stage in (None, constant.stage)
    ]


def _print_table(rows: list[dict[str, Any]]) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    # A pipe has no width of its own; a narrow guess would cut the keys apart.
    console = Console(width=None if sys.stdout.isatty() else 160)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("key", no_wrap=True)
    table.add_column("default", justify="right", no_wrap=True)
    for name in ("unit", "range", "stage", "source", "meaning"):
        table.add_column(name, overflow="fold")
    for row in rows:
        text = (row["unit"], f"{row['low']} to {row['high']}", row["stage"], row["source"])
        meaning = row["meaning"] + _changed(row)
        cells = (row["key"], str(row["default"]), *text, meaning)
        style = "bold" if row["file"] else ""
        table.add_row(*(Text(cell, style=style) for cell in cells))
    console.print(table)


def _changed(row: dict[str, Any]) -> str:
    return f"\nNow {row['value']}, set in {row['file']}" if row["file"] else ""

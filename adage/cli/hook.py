"""Answer one hook event on stdin, or silence Adage's hooks in this repository.

examples:
  adage hook claude stop      what Claude Code runs at each event (see: adage install)
  adage hook off              stay silent in this repository
  adage hook on               speak again
"""

from __future__ import annotations

import argparse

from adage.cli.rewrites import this_repository
from adage.hook.places import OFF
from adage.store import replace_file


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the words of `adage hook`; those of an event never get here."""
    parser.add_argument("state", choices=["on", "off"], help="on or off, or: claude EVENT")


def run(args: argparse.Namespace) -> int:
    """Set the switch."""
    root, folder = this_repository()
    if args.state == "off":
        replace_file(folder / OFF, b"")
        print(f"Adage's hooks are silent in {root.name}. Undo with: adage hook on")
    else:
        (folder / OFF).unlink(missing_ok=True)
        print(f"Adage's hooks speak in {root.name}.")
    return 0

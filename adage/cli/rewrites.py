"""Turn the rewriting of commands off or on for this repository, or say how it stands.

A test run under the system's Python is given the repository's own .venv, where that was verified.

examples:
  adage rewrites        how it stands here
  adage rewrites off    leave every command as it is
  adage rewrites on     rewrite again, after looking at .venv
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from adage.errors import AdageError
from adage.hook.places import REWRITES_OFF, VERIFIED
from adage.install.venv import verify
from adage.paths import find_places, repository_root, repository_state
from adage.store import replace_file


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the words of `adage rewrites`."""
    parser.add_argument("state", nargs="?", choices=["on", "off"], help="on or off")


def run(args: argparse.Namespace) -> int:
    """Set the switch, or tell how it stands."""
    root, folder = this_repository()
    if args.state == "off":
        replace_file(folder / REWRITES_OFF, b"")
        print(f"Commands in {root.name} stay as they are. Turn it back with: adage rewrites on")
        return 0
    if args.state is None and (folder / REWRITES_OFF).exists():
        print(f"Rewrites are off in {root.name}. Turn them on with: adage rewrites on")
        return 0
    stamp = verify(root)
    if isinstance(stamp, str):
        print(stamp)
        return 1 if args.state else 0
    if args.state == "on":
        (folder / REWRITES_OFF).unlink(missing_ok=True)
        replace_file(folder / VERIFIED, json.dumps(stamp).encode())
    is_on = (folder / VERIFIED).exists()
    print(f"{root.name}: {stamp['python']} holds pytest, rewrites are {'on' if is_on else 'off'}")
    return 0


def this_repository() -> tuple[Path, Path]:
    """The repository of the current folder, and Adage's folder for it."""
    root = repository_root(Path.cwd())
    if root is None:
        raise AdageError("this folder is not in a git repository. Go into one and run this again")
    return root, repository_state(find_places().state, root)

"""Take Adage's hooks out of Claude Code's settings: the file is again what it was before.

examples:
  adage uninstall claude              from ~/.claude/settings.json
  adage uninstall claude --project    from this repository's .claude/settings.local.json
"""

from __future__ import annotations

import argparse
from pathlib import Path

from adage.cli.install import add_target_arguments, confirmed, read_text, settings_path
from adage.install.record import Record, recall, record_file
from adage.install.settings_file import has_ours
from adage.paths import find_places
from adage.store import replace_file


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the words of `adage uninstall`."""
    add_target_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Show the change, ask, write; 1 when it was not wanted."""
    places = find_places()
    path = settings_path(args, places)
    now = read_text(path)
    if now is None or not has_ours(now):
        print(f"Adage's hooks are not in {path}; nothing was changed.")
        return 0
    record = recall(places.state, path) or Record(str(path), now, "", ())
    after = record.restored(now)
    if not confirmed(path, now, after, yes=args.yes):
        return 1
    _write(path, after)
    record_file(places.state, path).unlink(missing_ok=True)
    print(f"Adage's hooks are out of {path}. What was learned is kept; put them back with: "
          "adage install claude")  # fmt: skip
    return 0


def _write(path: Path, text: str | None) -> None:
    if text is None:
        path.unlink()
    else:
        replace_file(path, text.encode("utf-8"))

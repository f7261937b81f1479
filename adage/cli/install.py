"""Put Adage's hooks into Claude Code's settings. The change is shown first; nothing else changes.

examples:
  adage install claude              for all your repositories, in ~/.claude/settings.json
  adage install claude --project    for this repository, in .claude/settings.local.json
  adage install claude --yes        without asking
"""

from __future__ import annotations

import argparse
import difflib
import json
import sys
from pathlib import Path

from adage.errors import AdageError, ConfigError, UsageError
from adage.install.claude import NEEDED, Version, claude_version, hook_entries, read_version
from adage.install.claude import spelled as spelled_version
from adage.install.record import Record, keep, recall
from adage.install.settings_file import Installed, has_ours, with_hooks
from adage.paths import Places, find_places, repository_root, repository_state
from adage.store import replace_file


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the words of `adage install`."""
    add_target_arguments(parser)
    parser.add_argument(
        "--claude-version",
        metavar="X.Y.Z",
        help="take this for the version of Claude Code instead of asking it",
    )


def add_target_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare which settings are meant, and whether to ask."""
    parser.add_argument("agent", choices=["claude"], help="the agent whose settings are meant")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--user", action="store_true", help="your own settings (the default)")
    where.add_argument("--project", action="store_true", help="this repository's local settings")
    parser.add_argument("--yes", action="store_true", help="do not ask")


def run(args: argparse.Namespace) -> int:
    """Show the change, ask, write; 1 when it was not wanted."""
    places = find_places()
    _check_version(args.claude_version)
    path = settings_path(args, places)
    before = read_text(path)
    made = _installed(path, before)
    if made.text != before:
        if not confirmed(path, before, made.text, yes=args.yes):
            return 1
        earlier = recall(places.state, path)
        kept = earlier if earlier and before and has_ours(before) else None
        first = kept.before if kept else before
        pieces = (*(kept.pieces if kept else ()), *made.pieces)
        replace_file(path, made.text.encode("utf-8"))
        keep(places.state, Record(str(path), first, made.text, pieces))
        print(f"Adage's hooks are in {path}. Take them out with: adage uninstall claude")
    else:
        print(f"Adage's hooks are in {path} already; nothing was changed.")
    _compile()
    _prepare_repository(places)
    return 0


def _check_version(said: str | None) -> None:
    found: Version | None = read_version(said) if said else claude_version()
    if found is None and said:
        raise UsageError(f"--claude-version takes a version such as 2.1.118, not {said}")
    if found is None:
        raise AdageError(
            "Claude Code did not say its version, and older ones ignore a whole settings file with "
            "a hook they do not know. Name it with --claude-version, such as 2.1.118"
        )
    if found < NEEDED:
        raise AdageError(
            f"Claude Code {spelled_version(found)} lacks hooks that Adage uses and may ignore all "
            f"your settings over them; nothing was changed. Update it to {spelled_version(NEEDED)} "
            "or later, then run this again"
        )


def settings_path(args: argparse.Namespace, places: Places) -> Path:
    """The settings file that is meant."""
    if not args.project:
        return places.claude / "settings.json"
    root = repository_root(Path.cwd())
    if root is None:
        raise AdageError("this folder is not in a git repository. Go into one, or leave --project")
    # The command names this machine's interpreter, so it goes where git does not look.
    return root / ".claude" / "settings.local.json"


def read_text(path: Path) -> str | None:
    """The file's text, None when there is no file."""
    try:
        return path.read_bytes().decode("utf-8")
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path} cannot be read ({error}); nothing was changed") from error


def _installed(path: Path, before: str | None) -> Installed:
    try:
        entries = hook_entries(sys.executable, windows=sys.platform == "win32")
        return with_hooks(before, entries)
    except ConfigError as error:
        raise ConfigError(
            f"{path} is no JSON that Adage can read ({error}); nothing was changed. Mend it, then "
            "run this again"
        ) from error


def confirmed(path: Path, before: str | None, after: str | None, *, yes: bool) -> bool:
    """Show what would change in `path`, and whether the person wants it."""
    old, new = ((text or "").splitlines(keepends=True) for text in (before, after))
    sys.stdout.writelines(difflib.unified_diff(old, new, str(path), str(path)))
    if yes:
        return True
    if not sys.stdin.isatty():
        print("Nothing was changed. To make this change, add --yes")
        return False
    said = input("Make this change? [y/N] ").strip().lower()
    return said in ("y", "yes")


def _compile() -> None:
    """Compile the hook once: a hook that compiles itself each time costs half as much again."""
    from compileall import compile_dir, compile_file

    package = Path(__file__).resolve().parent.parent
    for part in ("hook", "embed"):
        compile_dir(package / part, quiet=2, optimize=0)
    for name in ("__init__.py", "errors.py"):
        compile_file(package / name, quiet=2, optimize=0)


def _prepare_repository(places: Places) -> None:
    """Look at the repository we are in: its `.venv`, and an index to start from."""
    from adage.config import load_settings
    from adage.install.venv import verify
    from adage.learn.index import seal
    from adage.learn.seal_sections import sections

    root = repository_root(Path.cwd())
    if root is None:
        return
    folder = repository_state(places.state, root)
    settings = load_settings(places.config, root)
    if not (folder / "index.sealed").exists():
        replace_file(folder / "index.sealed", sections(seal((), settings), settings))
        print(f"Nothing is learned for {root.name} yet. Learn with: adage learn")
    stamp = verify(root)
    if isinstance(stamp, str):
        print(stamp)
    else:
        replace_file(folder / "verified.json", json.dumps(stamp).encode())
        print(f"{stamp['python']} holds pytest: test runs under the system's Python will use it")

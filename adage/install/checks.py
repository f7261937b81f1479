"""The checks of `adage doctor`: is each part there, does it work, and what to do if not.

In: the places of one machine and one repository. Out: a list of `Finding`s. Nothing is changed.
"""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from adage.auto_log import last_run
from adage.background import who_learns
from adage.embed import ModelError, bundled_path, check_model
from adage.errors import ConfigError
from adage.hook.entry import EVENTS
from adage.hook.places import INDEX, OFF, REWRITES_OFF, VERIFIED
from adage.hook.rewrite import is_verified
from adage.hook.sealed import BUCKETS, Sealed, Unsealed
from adage.hook.session import records
from adage.install.claude import NEEDED, Version, spelled
from adage.install.jsonc import parse, plain
from adage.install.settings_file import has_ours
from adage.ledger.records import SessionLedger

SETTINGS_NAMES = ("settings.json", "settings.local.json")
# Claude Code deletes transcripts after this many days unless told otherwise.
DEFAULT_DAYS = 30


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the doctor: what was looked at, whether it is well, what was seen, what to do."""

    name: str
    ok: bool
    seen: str
    remedy: str = ""


def settings_files(claude: Path, root: Path | None) -> list[Path]:
    """The settings files that Claude Code reads for a repository."""
    folders = [claude, *([root / ".claude"] if root else [])]
    return [folder / name for folder in folders for name in SETTINGS_NAMES]


def hook_findings(
    files: list[Path], folder: Path | None, ledgers: list[SessionLedger]
) -> Iterator[Finding]:
    """For each event: is the hook registered, when was it last seen, what did it say."""
    where: dict[str, list[str]] = {}
    for file in files:
        try:
            for event in has_ours(file.read_text(encoding="utf-8")):
                where.setdefault(event, []).append(file.name)
        except (OSError, UnicodeDecodeError):
            continue
        except ConfigError as error:
            yield Finding(str(file), False, f"cannot be read: {error}", "mend this file")
    last = _last_seen(folder) if folder else {}
    for event in EVENTS.values():
        told = [e for ledger in ledgers for e in ledger.entries if e.moment == event]
        said, shown = sum(e.said for e in told), sum(e.delivered is True for e in told)
        seen = f"last seen {last.get(event, 'never')}, said {said}, delivered {shown}"
        if event in where:
            yield Finding(event, True, f"registered in {', '.join(where[event])}; {seen}")
        elif event in last:
            yield Finding(event, True, f"registered by the plugin; {seen}")
        else:
            yield Finding(event, False, "not registered", "adage install claude")


def _last_seen(folder: Path) -> Mapping[str, str]:
    """The moment of the newest record of each event, as ISO text."""
    from datetime import UTC, datetime

    newest: dict[str, int] = {}
    for path in (folder / "sessions").glob("*.jsonl"):
        for record in records(path.read_bytes()):
            event, moment = str(record.get("e")), int(record.get("t", 0))
            newest[event] = max(moment, newest.get(event, 0))
    return {
        event: datetime.fromtimestamp(moment, UTC).strftime("%Y-%m-%d %H:%M UTC")
        for event, moment in newest.items()
    }


def version_finding(version: Version | None) -> Finding:
    """Is Claude Code there, and new enough?"""
    if version is None:
        return Finding("Claude Code", False, "not found on the PATH", "install or update it")
    is_new = version >= NEEDED
    older = f"; below {spelled(NEEDED)} it loads none of the plugin's hooks" if not is_new else ""
    return Finding("Claude Code", is_new, spelled(version) + older, "update Claude Code")


def bytecode_finding() -> Finding:
    """Is the hook compiled? Without that each hook costs half as much again."""
    package = Path(__file__).resolve().parent.parent / "hook"
    sources = sorted(package.glob("*.py"))
    missing = [s for s in sources if not Path(importlib.util.cache_from_source(str(s))).exists()]
    seen = f"{len(sources) - len(missing)} of {len(sources)} files of the hook are compiled"
    return Finding("bytecode", not missing, seen, "adage install claude")


def model_finding() -> Finding:
    """Is the table of vectors the one that Adage was tested with?"""
    try:
        check_model(bundled_path())
    except ModelError as error:
        return Finding("model", False, str(error), "reinstall Adage")
    return Finding("model", True, "the table of vectors is whole")


def index_finding(folder: Path) -> Finding:
    """Can the hook read the repository's index, all of it?"""
    try:
        index = Sealed(str(folder / INDEX))
        try:
            for name in index.directory["sections"]:
                if name not in ("vectors", "buckets"):
                    index.section(name)
            held = sum(bool(index.bucket_number(number)) for number in range(BUCKETS))
        finally:
            index.close()
    except Unsealed as error:
        return Finding("index", False, f"{error}; the hooks stay silent", "adage learn")
    said = f"generation {index.generation}, {held} of {BUCKETS} buckets in use"
    return Finding("index", True, said)


def learner_finding(folder: Path) -> Finding:
    """What became of the last background learning?"""
    name, is_at_work = who_learns(folder)
    run = last_run(folder)
    if is_at_work:
        return Finding("learner", True, f"process {name} is learning this repository")
    if name:
        return Finding("learner", False, f"process {name} ended without a word", "adage learn")
    if run is None:
        return Finding("learner", True, "has not run in the background yet")
    seen = f"{run.moment} {run.result} in {run.seconds:g} s: {run.said}"
    return Finding("learner", run.went_well, seen, "adage learn")


def switch_findings(folder: Path, root: Path) -> Iterator[Finding]:
    """Is Adage silenced here, and does it rewrite commands?"""
    if (folder / OFF).exists():
        yield Finding("switch", False, "Adage is silent in this repository", "adage hook on")
    if (folder / REWRITES_OFF).exists():
        yield Finding("rewrites", True, "turned off here")
    elif python := is_verified(_json(folder / VERIFIED), str(root)):
        yield Finding("rewrites", True, f"on: test runs use {python}")
    elif (folder / VERIFIED).exists():
        yield Finding("rewrites", False, ".venv has changed since it was verified",
                      "adage rewrites on")  # fmt: skip
    else:
        yield Finding("rewrites", True, "off: no .venv was verified here")


def retention_finding(files: list[Path]) -> Finding:
    """How long Claude Code keeps the transcripts that Adage learns from."""
    days: Any = DEFAULT_DAYS
    for file in files:
        try:
            settings = plain(parse(file.read_text(encoding="utf-8")))
        except (OSError, UnicodeDecodeError, ConfigError):
            continue
        if isinstance(settings, dict) and "cleanupPeriodDays" in settings:
            days = settings["cleanupPeriodDays"]
    is_long = isinstance(days, int) and days >= DEFAULT_DAYS
    remedy = f'set "cleanupPeriodDays" to {DEFAULT_DAYS} or more in Claude Code\'s settings'
    return Finding("retention", is_long, f"transcripts are kept for {days} days", remedy)


def _json(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None

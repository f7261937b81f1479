"""What an installation put where, so that taking it out restores the file exactly.

In: Adage's own folder and the path of a settings file. Out: the record of its installation.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from adage.install.settings_file import without_hooks
from adage.store import replace_file


@dataclass(frozen=True, slots=True)
class Record:
    """`before` is the file's text before the installation, None when there was no file."""

    path: str
    before: str | None
    after: str
    pieces: Sequence[str]

    def restored(self, now: str) -> str | None:
        """The text that uninstalling leaves of `now`; None when the file was ours alone."""
        if now == self.after:
            return self.before
        return without_hooks(now, self.pieces)


def record_file(state: Path, settings: Path) -> Path:
    """Where the record of an installation into `settings` stands."""
    digest = hashlib.sha256(str(settings).encode("utf-8", "surrogateescape")).hexdigest()[:16]
    return state / "install" / f"claude-{digest}.json"


def keep(state: Path, record: Record) -> None:
    """Write the record."""
    content = json.dumps(asdict(record), ensure_ascii=False, indent=1)
    replace_file(record_file(state, Path(record.path)), content.encode("utf-8"))


def recall(state: Path, settings: Path) -> Record | None:
    """The record of the installation into `settings`, None when there is none."""
    try:
        found = json.loads(record_file(state, settings).read_text(encoding="utf-8"))
        return Record(found["path"], found["before"], found["after"], tuple(found["pieces"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None

"""The memories that the hook keeps, one file for each session.

In: a repository's state folder. Out: the records of every session by the name of its file.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path, PurePath
from typing import Any

from adage.hook.places import SESSIONS, session_file
from adage.hook.session import records

Record = Mapping[str, Any]


def read_memories(folder: Path) -> dict[str, list[dict[str, Any]]]:
    """The records of each session, oldest first, by the session's name; a damaged line is left out.

    A file that vanishes while it is looked at, or cannot be read, has no records.
    """
    found = {}
    for path in sorted((folder / SESSIONS).glob("*.jsonl")):
        try:
            found[path.stem] = records(path.read_bytes())
        except OSError:
            continue
    return found


def memory_name(session: str) -> str:
    """The name of a session's file: its id, or a fingerprint of a strange one."""
    return PurePath(session_file("", session)).stem

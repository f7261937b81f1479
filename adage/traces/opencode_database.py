"""OpenCode's SQLite database, read without leaving a trace.

In: the path of an `opencode*.db`. Out: its sessions, messages and parts as plain records. Columns
differ between versions, so they are asked for by name, and only those that are there.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from adage.traces.draft import Tally
from adage.traces.fields import Record
from adage.traces.opencode_session import Stored

_SESSION_FIELDS = {
    "directory": "directory",
    "parent_id": "parentID",
    "version": "version",
    "agent": "agent",
    "time_created": "created",
    "time_updated": "updated",
    "revert": "revert",
}


_COPY_ATTEMPTS = 3


@dataclass(frozen=True, slots=True)
class Database:
    """An open database; rows whose JSON cannot be used are counted in the tally and left out."""

    connection: sqlite3.Connection
    tally: Tally

    def sessions(self) -> Iterator[Stored]:
        """Every session by id, with its info brought into the shape of the JSON era."""
        columns = self._columns("session")
        if "id" not in columns:
            raise sqlite3.DatabaseError("it has no table of sessions")
        chosen = [column for column in _SESSION_FIELDS if column in columns]
        query = f"SELECT id, {', '.join(chosen) or 'NULL'} FROM session ORDER BY id"  # noqa: S608
        for name, *values in self.connection.execute(query):
            self.tally.records += 1
            row = dict(zip((_SESSION_FIELDS[c] for c in chosen), values, strict=False))
            row["time"] = {"created": row.pop("created", None), "updated": row.pop("updated", None)}
            row["revert"] = self._parsed(row.get("revert"))
            yield Stored(str(name), row)

    def messages(self, session: str) -> Iterator[tuple[str, Record]]:
        """(id, info) of a session's messages, oldest first."""
        query = "SELECT id, data FROM message WHERE session_id = ? ORDER BY id"
        for name, data in self.connection.execute(query, (session,)):
            if (info := self._used(data)) is not None:
                yield str(name), info

    def parts(self, session: str) -> Iterator[tuple[str, str, Record]]:
        """(message id, part id, part) of a session's parts, oldest first."""
        query = "SELECT message_id, id, data FROM part WHERE session_id = ? ORDER BY id"
        for message, name, data in self.connection.execute(query, (session,)):
            if (part := self._used(data)) is not None:
                yield str(message), str(name), part

    def _columns(self, table: str) -> frozenset[str]:
        rows = self.connection.execute(f"PRAGMA table_info({table})")
        return frozenset(str(row[1]) for row in rows)

    def _used(self, data: Any) -> Record | None:
        self.tally.records += 1
        value = self._parsed(data)
        if isinstance(value, dict):
            return value
        self.tally.skipped["not JSON" if value is None else "not an object"] += 1
        return None

    @staticmethod
    def _parsed(data: Any) -> Any:
        if not isinstance(data, (str, bytes)):
            return None
        try:
            return json.loads(data)
        except (ValueError, RecursionError):
            return None


@contextmanager
def open_database(path: Path, tally: Tally) -> Iterator[Database]:
    """The database opened for reading. Raises sqlite3.Error or OSError when it cannot be read."""
    with (
        tempfile.TemporaryDirectory(prefix="adage-") as folder,
        closing(_connect(path, Path(folder))) as connection,
    ):
        connection.text_factory = _decoded
        yield Database(connection, tally)


def _connect(path: Path, folder: Path) -> sqlite3.Connection:
    """Open the database so that no file appears beside it.

    Even a read-only connection makes a `-shm` file next to a database with a write-ahead log, and
    `immutable` hides what only the log holds: the newest sessions. So with a log, both are copied.
    """
    log = path.with_name(path.name + "-wal")
    if not log.is_file() or log.stat().st_size == 0:
        return sqlite3.connect(f"file:{quote(str(path.resolve()))}?immutable=1", uri=True)
    for _ in range(_COPY_ATTEMPTS):
        before = _state(path), _state(log)
        copy = folder / "copy.db"
        shutil.copyfile(path, copy)
        shutil.copyfile(log, folder / "copy.db-wal")
        # A checkpoint between the two copies would tear them apart.
        if before == (_state(path), _state(log)):
            return sqlite3.connect(copy)
    raise OSError("it is being written to all the time; try again when OpenCode is idle")


def _state(path: Path) -> tuple[int, int]:
    state = path.stat()
    return state.st_size, state.st_mtime_ns


def _decoded(raw: bytes) -> str:
    return raw.decode("utf-8", "replace")

"""One session's memory: a file of JSON lines that is only ever appended to.

In: the path of the file and one record. Out: the records so far, oldest first. Appending is one
write under a lock; a line that a killed process left half-written is closed off by the next one and
skipped by every reader.
"""

from __future__ import annotations

import os
import time

from adage.hook.cjson import dumps, loads
from adage.hook.sealed import READING

try:
    import fcntl
except ImportError:  # Windows keeps single short appends whole without it
    fcntl = None  # type: ignore[assignment]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

WAIT_S = 0.002


class Busy(Exception):
    """Others held the lock for too long."""


def append(path: str, record: dict[str, Any], lock_ms: int) -> None:
    """Append `record` as one line. Raises `Busy`, or `OSError` when the file cannot be written."""
    line = dumps(record).encode("ascii") + b"\n"
    handle = _open(path)
    try:
        _lock(handle, lock_ms)
        size = os.fstat(handle).st_size
        # Whoever was killed while writing left no line end; ours must not grow onto that.
        if size and _last_byte(handle) != b"\n":
            line = b"\n" + line
        os.write(handle, line)
    finally:
        os.close(handle)


def _last_byte(handle: int) -> bytes:
    os.lseek(handle, -1, os.SEEK_END)
    return os.read(handle, 1)


def _open(path: str) -> int:
    flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | getattr(os, "O_CLOEXEC", 0)
    flags |= getattr(os, "O_BINARY", 0)
    try:
        return os.open(path, flags, 0o600)
    except FileNotFoundError:
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        return os.open(path, flags, 0o600)


def _lock(handle: int, lock_ms: int) -> None:
    if fcntl is None:
        return
    tries = max(1, int(lock_ms / 1000 / WAIT_S))
    for _ in range(tries):
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except OSError:
            time.sleep(WAIT_S)
    raise Busy("the session file is locked")


def read(path: str, most_bytes: int) -> list[dict[str, Any]] | None:
    """The records of the file, oldest first; None when it is larger than `most_bytes`.

    Lines that do not parse are left out. A file that does not exist has no records.
    """
    try:
        handle = os.open(path, READING)
    except FileNotFoundError:
        return []
    try:
        content = os.read(handle, most_bytes + 1)
    finally:
        os.close(handle)
    if len(content) > most_bytes:
        return None
    return records(content)


def records(content: bytes) -> list[dict[str, Any]]:
    """The records in the bytes of a session file, oldest first."""
    whole, _, _ = content.rpartition(b"\n")
    if not whole:
        return []
    try:
        # As one list where every line is whole, which is nearly always; a torn one opens something
        # that it does not close, so the list does not close either.
        value = loads(str(b"[" + whole.replace(b"\n", b",") + b"]", "ascii"))
        return [each for each in value if isinstance(each, dict)]
    except (ValueError, RecursionError):
        return _line_by_line(whole)


def _line_by_line(whole: bytes) -> list[dict[str, Any]]:
    found = []
    for line in whole.split(b"\n"):
        try:
            value = loads(str(line, "utf-8"))
        except (ValueError, RecursionError):
            continue
        if isinstance(value, dict):
            found.append(value)
    return found

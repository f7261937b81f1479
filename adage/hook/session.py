"""One session's memory: a file of JSON lines that is only ever appended to.

In: the path of the file, and records. Out: the records so far, oldest first, from the last
checkpoint on. Appending is one write under a lock; a line that a killed process left half-written
is closed off by the next one and skipped by every reader.
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
    from collections.abc import Callable
    from typing import Any

    from adage.hook.decide import Answer

WAIT_S = 0.002
# How often a decision is made again because others wrote meanwhile, before the lock is kept for it:
# each time the lock may have to be waited for.
TRIES = 1
# The end of a file is enough when a checkpoint stands in it.
TAIL_BYTES = 49_152
FOLD_BYTES = 5_120
# How the line of a checkpoint begins, and how it ends when it is whole.
MARK, CLOSED = b'\n{"e":"Memory"', b',"end":1}'


class Busy(Exception):
    """Others held the lock for too long."""


class Session:
    """The memory of one session while one event is decided."""

    __slots__ = ("_known", "_path", "_settings", "_since", "_size")

    def __init__(self, path: str, settings: dict[str, Any]) -> None:
        """`settings` are those of the index: how much is read, how long a lock is waited for."""
        self._path, self._settings = path, settings
        self._known: list[dict[str, Any]] | None = None
        # How large the file was when it was read, and how much of that stood behind the checkpoint.
        self._size, self._since = -1, 0

    def records(self) -> list[dict[str, Any]] | None:
        """The records from the last checkpoint on; None where there are more than may be read."""
        content, self._size = _end_of(self._path, self._settings["session_bytes"])
        self._known, self._since = None, 0
        if content is not None:
            self._known = records(content)
            self._since = len(content) - (content.find(b"\n") if _is_checkpoint(content) else 0)
        return self._known

    def keep(
        self, said: Answer, again: Callable[[], Answer], head: dict[str, Any], first: dict[str, Any]
    ) -> Answer:
        """Append what `said` has to remember, and give what may be said.

        What has something to tell was decided on the file as it was: when others wrote meanwhile it
        is decided `again`, so that nothing is said twice. `head` goes into the record, `first` as
        well when it is the file's first.
        """
        for left in range(TRIES, -1, -1):
            handle = _hold(self._path, self._settings["lock_ms"])
            try:
                size = os.fstat(handle).st_size
                is_stale = self._size not in (-1, size) and said.record and said.record.get("d")
                if not is_stale or not left:
                    said = again() if is_stale else said
                    self._write(handle, size, said, head if size else {**head, **first})
                    return said
            finally:
                os.close(handle)
            said = again()
        return said

    def _write(self, handle: int, size: int, said: Answer, head: dict[str, Any]) -> None:
        if said.record is None:
            return
        record = {**head, **said.record}
        self._since += _put(handle, record)
        if self._since <= FOLD_BYTES or self._known is None:
            return
        # Others may have written since it was read.
        known = [*self._known, record] if self._size == size else self.records()
        if known is not None:
            from adage.hook.checkpoint import checkpoint

            _put(handle, checkpoint(known, self._settings["window"]))


def append(path: str, record: dict[str, Any], lock_ms: int) -> None:
    """Append `record` as one line. Raises `Busy`, or `OSError` when the file cannot be written."""
    handle = _hold(path, lock_ms)
    try:
        _put(handle, record)
    finally:
        os.close(handle)


def _put(handle: int, record: dict[str, Any]) -> int:
    """Write one line and give its length; the lock is held."""
    line = dumps(record).encode("ascii") + b"\n"
    # Whoever was killed while writing left no line end; ours must not grow onto that.
    if os.fstat(handle).st_size and _last_byte(handle) != b"\n":
        line = b"\n" + line
    os.write(handle, line)
    return len(line)


def _hold(path: str, lock_ms: int) -> int:
    """The file, open and locked."""
    handle = _open(path)
    try:
        _lock(handle, lock_ms)
    except BaseException:
        os.close(handle)
        raise
    return handle


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
    """The records from the last checkpoint on, oldest first; None when there are too many.

    Lines that do not parse are left out. A file that does not exist has no records.
    """
    content, _ = _end_of(path, most_bytes)
    return None if content is None else records(content)


def _end_of(path: str, most_bytes: int) -> tuple[bytes | None, int]:
    """The file from its last checkpoint on, None when that is too much, and the file's size."""
    try:
        handle = os.open(path, READING)
    except FileNotFoundError:
        return b"", 0
    try:
        size = os.fstat(handle).st_size
        start = max(0, size - TAIL_BYTES)
        content = _read_from(handle, start, size - start)
        place = _checkpoint_in(content)
        if place >= 0:
            return content[place:], size
        if start and size <= most_bytes:
            content = _read_from(handle, 0, size)
        return (content if size <= most_bytes else None), size
    finally:
        os.close(handle)


def _checkpoint_in(content: bytes) -> int:
    """Where the last whole checkpoint begins, -1 when there is none."""
    place = content.rfind(MARK)
    while place >= 0:
        end = content.find(b"\n", place + 1)
        if end >= 0 and content.endswith(CLOSED, place, end):
            return place + 1
        place = content.rfind(MARK, 0, place)
    return -1


def _read_from(handle: int, start: int, length: int) -> bytes:
    os.lseek(handle, start, os.SEEK_SET)
    return os.read(handle, length)


def _is_checkpoint(content: bytes) -> bool:
    return content.startswith(MARK[1:])


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

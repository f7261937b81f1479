"""The evidence cache: digests of every transcript read, kept when the transcripts are gone.

In: the files a repository's sessions stand in. Out: their digests, read again only where a file has
changed. One file for each repository: a line of JSON for each digest, appended under a lock; the
newest line of a path counts. Readable by its owner only; what it may hold is decided in `digest`.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import stat
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

from adage.constants import FINGERPRINT_BYTES
from adage.errors import AdageError
from adage.store import replace_file
from adage.traces.codec import decode_file, encode_file
from adage.traces.draft import FileDraft

VERSION = 1
_BUFFER_BYTES = 1 << 16
_HEADER = {"adage": "evidence", "version": VERSION}


@dataclass(frozen=True, slots=True)
class Stamp:
    """How a source is known again: its size, its time of change, and its first and last bytes.

    For a tree of files `ends` is a fingerprint over the names, sizes and times of all of them.
    """

    size: int
    mtime_ns: int
    ends: str

    @classmethod
    def of(cls, path: Path) -> Stamp | None:
        """The stamp of the file or tree at `path`, or None when it is not there or not readable."""
        try:
            # A pipe would block without the flag.
            handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
            try:
                found, most = os.fstat(handle), FINGERPRINT_BYTES.default
                if stat.S_ISDIR(found.st_mode):
                    return cls._of_tree(path)
                if not stat.S_ISREG(found.st_mode):
                    return None
                head = os.pread(handle, most, 0)
                tail = os.pread(handle, most, max(0, found.st_size - most))
            finally:
                os.close(handle)
            return cls(found.st_size, found.st_mtime_ns, _hash(head + tail + _log_of(path)))
        except OSError:
            return None

    @classmethod
    def _of_tree(cls, top: Path) -> Stamp:
        rows, size, newest = [], 0, 0
        for folder, inner, names in os.walk(top):
            inner.sort()
            for name in sorted(names):
                found = os.stat(os.path.join(folder, name), follow_symlinks=False)
                rows.append(f"{folder}/{name} {found.st_size} {found.st_mtime_ns}")
                size, newest = size + found.st_size, max(newest, found.st_mtime_ns)
        return cls(size, newest, _hash("\n".join(rows).encode("utf-8", "surrogateescape")))


def _log_of(path: Path) -> bytes:
    """What tells that a database's write-ahead log has grown; nothing for other files."""
    if not path.name.endswith(".db"):
        return b""
    try:
        found = os.stat(f"{path}-wal")
    except OSError:
        return b""
    return f"{found.st_size} {found.st_mtime_ns}".encode()


def _hash(content: bytes) -> str:
    return hashlib.blake2b(content, digest_size=8).hexdigest()


@dataclass(slots=True)
class Entry:
    """One line of the cache: a file's stamp and its digest, decoded when it is asked for."""

    stamp: Stamp
    body: dict[str, Any]

    def draft(self) -> FileDraft:
        """The digest."""
        return decode_file(self.body)


class Cache:
    """The digests of one repository. `entries` maps a transcript's path to what is known of it."""

    def __init__(self, path: Path) -> None:
        """Open the cache at `path`; it need not exist yet. A damaged line costs only itself."""
        self.path = path
        self.entries: dict[str, Entry] = {}
        self.lines = 0
        self.damaged = 0
        for body in self._read():
            entry = _entry(body)
            if entry is None:
                self.damaged += 1
            else:
                self.entries[body["path"]] = entry

    def _read(self) -> Iterator[dict[str, Any]]:
        try:
            with self.path.open("rb", buffering=_BUFFER_BYTES) as lines:
                yield from self._bodies(lines)
        except FileNotFoundError:
            return
        except OSError as error:
            raise AdageError(
                f"The evidence cache {self.path} cannot be read ({error.strerror}). Mend its "
                "permissions, or move it away to start a new one."
            ) from error

    def _bodies(self, lines: Iterable[bytes]) -> Iterator[dict[str, Any]]:
        for number, line in enumerate(lines):
            if line == b"\n":
                continue
            self.lines += 1
            try:
                body = _decoded(line)
            except (ValueError, RecursionError):
                self.damaged += 1
                continue
            if number == 0 and body != _HEADER:
                # Another version's lines cannot be trusted to mean the same: start anew.
                return
            if number:
                yield body

    def known(self, path: str, stamp: Stamp | None) -> FileDraft | None:
        """The digest of a file that has not changed, or of one that is gone; else None."""
        entry = self.entries.get(path)
        if entry is None or (stamp is not None and entry.stamp != stamp):
            return None
        try:
            return entry.draft()
        except (ValueError, TypeError, LookupError):
            # Written by an Adage whose records had other fields: read the transcript again.
            return None

    def gone(self, present: Iterable[str]) -> list[str]:
        """Paths that are known here and no longer among the files that are present."""
        return sorted(set(self.entries) - set(present))

    def add(self, drafts: Mapping[str, tuple[Stamp, FileDraft]]) -> None:
        """Append digests, one line each, under a lock. Rewrites the file when half of it is old."""
        if not drafts:
            return
        lines = []
        for path, (stamp, draft) in drafts.items():
            body = encode_file(draft) | {
                "path": path,
                "stamp": [stamp.size, stamp.mtime_ns, stamp.ends],
            }
            self.entries[path] = Entry(stamp, body)
            lines.append(_line(body))
        self.lines += len(lines)
        if self.lines > 2 * len(self.entries) + 16 or not self.path.exists():
            self.rewrite()
        else:
            self._append(lines)

    def rewrite(self) -> None:
        """Replace the whole file by the newest line of each path."""
        bodies = [self.entries[path].body for path in sorted(self.entries)]
        replace_file(self.path, b"".join([_line(_HEADER), *(_line(body) for body in bodies)]))
        self.lines = len(bodies) + 1

    def _append(self, lines: list[bytes]) -> None:
        handle = os.open(self.path, os.O_RDWR | os.O_APPEND)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX)
            size = os.fstat(handle).st_size
            # A writer that was killed may have left half a line: end it, so it costs only itself.
            torn = size > 0 and os.pread(handle, 1, size - 1) != b"\n"
            os.write(handle, (b"\n" if torn else b"") + b"".join(lines))
        finally:
            os.close(handle)


# The name of a file that is no UTF-8 holds halves of surrogate pairs; orjson refuses them, and the
# standard library does not.
def _line(body: Mapping[str, Any]) -> bytes:
    try:
        return orjson.dumps(body, option=orjson.OPT_SORT_KEYS | orjson.OPT_APPEND_NEWLINE)
    except TypeError:
        return json.dumps(body, separators=(",", ":"), sort_keys=True).encode("ascii") + b"\n"


def _decoded(line: bytes) -> Any:
    try:
        return orjson.loads(line)
    except ValueError:
        return json.loads(line)


def _entry(body: Any) -> Entry | None:
    try:
        size, mtime_ns, ends = body["stamp"]
        return Entry(Stamp(size, mtime_ns, ends), body) if isinstance(body["path"], str) else None
    except (TypeError, KeyError, ValueError):
        return None

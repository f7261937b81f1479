"""The sealed index as the hook reads it: a directory of fixed size, then one section per moment.

In: the path of the file and a moment's name. Out: the directory, and that moment's section as plain
values. Only the directory and the one section are read, so the size of the rest costs nothing.

Layout: `DIRECTORY_BYTES` of JSON padded with blanks and closed by a line end, then the sections,
each one JSON text or raw bytes, at the [offset, length] that the directory gives for its name. The
section `buckets` is a table of pairs of u32, little-endian: offset and length of a JSON object that
holds what hangs on the keys of that bucket, so that a large index costs no more than a small one.
"""

from __future__ import annotations

import os

from adage.hook.arm import fingerprint
from adage.hook.cjson import loads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

DIRECTORY_BYTES = 1024
FORMAT = 1
# Windows would end at a 26 and change line ends without the last.
READING = os.O_RDONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
BUCKETS = 256
PAIR_BYTES = 8
# A section larger than this is none of ours: reading it would cost the agent its time.
LARGEST_SECTION = 16 * 1024 * 1024


class Unsealed(Exception):
    """The index is missing, damaged, or of another version. The text says which."""


class Sealed:
    """An open index. Close it with `close`."""

    def __init__(self, path: str) -> None:
        """Open the index and read its directory. Raises `Unsealed`."""
        self._buckets: dict[int, dict[str, Any]] = {}
        try:
            self._file = os.open(path, READING)
        except OSError as error:
            raise Unsealed(f"the index cannot be opened: {error.strerror}") from None
        try:
            self.directory = _directory(self._read(DIRECTORY_BYTES, 0))
            size = os.fstat(self._file).st_size
            if size != self.directory["bytes"]:
                raise Unsealed(f"the index has {size} bytes, not {self.directory['bytes']}")
        except BaseException:
            self.close()
            raise

    @property
    def settings(self) -> dict[str, Any]:
        """The thresholds that the index was sealed with, by their short names."""
        found = self.directory.get("settings")
        return found if isinstance(found, dict) else {}

    @property
    def generation(self) -> str:
        """The fingerprint of what the index says."""
        return str(self.directory.get("generation", ""))

    def section(self, name: str) -> dict[str, Any]:
        """The JSON section `name`, empty when there is none. Raises `Unsealed`."""
        place = self.directory["sections"].get(name)
        return {} if place is None else self._json(name, place)

    def raw(self, name: str) -> bytes:
        """The bytes of the section `name`, empty when there is none. Raises `Unsealed`."""
        place = self.directory["sections"].get(name)
        if place is None:
            return b""
        offset, length = _place(name, place)
        content = self._read(length, offset)
        if len(content) != length:
            raise Unsealed(f"the section {name} of the index was cut short")
        return content

    def bucket(self, key: str) -> dict[str, Any]:
        """What the index holds in the bucket of `key`, empty when nothing. Raises `Unsealed`."""
        return self.bucket_number(bucket_of(key))

    def bucket_number(self, number: int) -> dict[str, Any]:
        """What the index holds in the bucket `number` (0 to 255). Raises `Unsealed`."""
        if number not in self._buckets:
            self._buckets[number] = self._read_bucket(number)
        return self._buckets[number]

    def _read_bucket(self, number: int) -> dict[str, Any]:
        place = self.directory["sections"].get("buckets")
        if place is None:
            return {}
        offset, length = _place("buckets", place)
        pair = self._read(PAIR_BYTES, offset + number * PAIR_BYTES)
        if length != BUCKETS * PAIR_BYTES or len(pair) != PAIR_BYTES:
            raise Unsealed("the table of buckets is damaged")
        start, size = int.from_bytes(pair[:4], "little"), int.from_bytes(pair[4:], "little")
        return self._json("buckets", [start, size]) if size else {}

    def _json(self, name: str, place: Any) -> dict[str, Any]:
        offset, length = _place(name, place)
        content = self._read(length, offset)
        if len(content) != length:
            raise Unsealed(f"the section {name} of the index was cut short")
        try:
            value = loads(str(content, "utf-8"))
        except (ValueError, RecursionError):
            raise Unsealed(f"the section {name} of the index is damaged") from None
        if not isinstance(value, dict):
            raise Unsealed(f"the section {name} of the index is no object")
        return value

    def _read(self, length: int, offset: int) -> bytes:
        os.lseek(self._file, offset, os.SEEK_SET)
        return os.read(self._file, length)

    def close(self) -> None:
        """Let go of the file."""
        os.close(self._file)


def bucket_of(key: str) -> int:
    """The number of the bucket in which things that hang on `key` are kept."""
    return int(fingerprint(key, 2), 16)


def _directory(content: bytes) -> dict[str, Any]:
    try:
        value = loads(str(content, "utf-8"))
    except (ValueError, RecursionError):
        raise Unsealed("the index has no directory") from None
    if not isinstance(value, dict) or value.get("adage") != FORMAT:
        raise Unsealed("the index is of another version")
    if not isinstance(value.get("sections"), dict) or not isinstance(value.get("bytes"), int):
        raise Unsealed("the directory of the index is damaged")
    return value


def _place(name: str, place: Any) -> tuple[int, int]:
    is_pair = isinstance(place, list) and len(place) == 2
    if not is_pair or not all(isinstance(each, int) and each >= 0 for each in place):
        raise Unsealed(f"the place of the section {name} is damaged")
    if place[1] > LARGEST_SECTION:
        raise Unsealed(f"the section {name} has {place[1]} bytes, too many to read in time")
    return place[0], place[1]

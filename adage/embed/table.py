"""A table of word-piece vectors, read from one file without loading it.

In: the path of a table and texts. Out: a unit vector for each text. The file is mapped, and sums
are whole numbers, so that the same text gives the same vector on any machine. Only `mmap`, `zlib`
and `math` are imported: a prompt is read in a hook that has milliseconds.

Layout, little-endian: magic, five u32 (version, pieces, dimensions, bytes of the texts, reserved);
65,536 u16 slots (piece + 1, by crc32 of its bytes, linear probing); u32 offsets of the texts; the
texts; a u16 scale for each piece; its int8 row.
"""

from __future__ import annotations

import math
import mmap
import sys
import zlib

from adage.embed.wordpiece import pieces
from adage.errors import AdageError

MAGIC = b"ADAGEVEC"
VERSION = 1
SLOTS = 65_536
HEADER_BYTES = len(MAGIC) + 5 * 4


class ModelError(AdageError):
    """The table of vectors is missing or is not one."""


class Table:
    """An open table. `dims` is the length of its vectors, `count` how many pieces it knows."""

    __slots__ = ("_offsets", "_rows", "_scales", "_slots", "_texts", "count", "dims")

    def __init__(self, content: memoryview, path: str) -> None:
        """Take the file's bytes apart. Raises `ModelError` when they are not a table."""
        if bytes(content[: len(MAGIC)]) != MAGIC or len(content) < HEADER_BYTES:
            raise ModelError(f"{path} is no table of vectors: reinstall Adage to get it back")
        head = content[len(MAGIC) : HEADER_BYTES].cast("I")
        version, self.count, self.dims, size = head[0], head[1], head[2], head[3]
        if version != VERSION:
            raise ModelError(f"{path} is a table of version {version}, this Adage reads {VERSION}")
        lengths = (2 * SLOTS, 4 * (self.count + 1), size, 2 * self.count, self.count * self.dims)
        if HEADER_BYTES + sum(lengths) != len(content):
            raise ModelError(f"{path} was cut short: reinstall Adage to get it back")
        parts, at = [], HEADER_BYTES
        for length in lengths:
            parts.append(content[at : at + length])
            at += length
        self._slots, self._offsets = parts[0].cast("H"), parts[1].cast("I")
        self._texts, self._scales, self._rows = parts[2], parts[3].cast("H"), parts[4].cast("b")

    def number_of(self, piece: bytes) -> int:
        """The number of the piece spelled by these bytes, or -1."""
        slot = zlib.crc32(piece) % SLOTS
        while number := self._slots[slot]:
            start, end = self._offsets[number - 1], self._offsets[number]
            if self._texts[start:end] == piece:
                return number - 1
            slot = (slot + 1) % SLOTS
        return -1

    def pieces(self, text: str) -> list[int]:
        """The numbers of the pieces that `text` is made of."""
        return pieces(text, self.number_of)

    def embed(self, text: str) -> list[float] | None:
        """The unit vector of `text`, or None when the table knows no piece of it."""
        found = self.pieces(text)
        if not found:
            return None
        total = [0] * self.dims
        for number in found:
            scale, at = self._scales[number], number * self.dims
            row = self._rows[at : at + self.dims]
            total = [a + scale * q for a, q in zip(total, row, strict=True)]
        length = math.sqrt(sum(a * a for a in total))
        return [a / length for a in total] if length else None


def open_table(path: str) -> Table:
    """Map the table at `path`. Raises `ModelError` in one sentence when that fails."""
    if sys.byteorder != "little":
        raise ModelError("the table of vectors is little-endian and this machine is not")
    try:
        with open(path, "rb") as file:
            content = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise ModelError(
            f"the table of vectors {path} cannot be read ({why}); install Adage again"
        ) from error
    return Table(content, path)


def cosine(a: list[float], b: list[float]) -> float:
    """How alike two unit vectors are, rounded so that no machine's last bits decide."""
    return round(sum(x * y for x, y in zip(a, b, strict=True)), 6)

"""Read a file of one JSON object per line so that no damage costs more than itself.

In: the path of a plain or zstd-compressed file. Out: (line, object) pairs, with what could not be
used counted in a `Tally`. Memory is bounded by `read.line_bytes`, whatever the file holds.
"""

from __future__ import annotations

import io
import json
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, BinaryIO

import orjson
import zstandard

from adage.constants import LINE_BYTES
from adage.traces.draft import Tally
from adage.traces.fields import Record

ZSTD_MAGIC = b"\x28\xb5\x2f\xfd"
# Python's own buffer of 8 KB is shorter than many a line.
_BUFFER_BYTES = 1 << 16
_BOM = b"\xef\xbb\xbf"
_LINE_LIMIT = LINE_BYTES.default
_DECODER = json.JSONDecoder()


def read_records(path: Path, tally: Tally) -> Iterator[tuple[int, Record]]:
    """The objects of the file with the line each stands on, counting what is left out."""
    for line, raw, ended in _lines(path, tally):
        try:
            values: Iterable[Any] = (orjson.loads(raw),)
        except ValueError:
            # It is strict: surrogate halves, NaN, very long numbers and bad UTF-8 are read here.
            values = _values(raw, tally, is_first=line == 1, ended=ended)
        for value in values:
            if isinstance(value, dict):
                tally.records += 1
                yield line, value
            else:
                _skip(tally, "not an object")


def read_document(path: Path, tally: Tally) -> Any:
    """The one JSON value of a whole file, or None with the reason in `tally.problem`."""
    try:
        with open_binary(path) as source:
            content = source.read(_LINE_LIMIT + 1)
    except (OSError, EOFError, zstandard.ZstdError) as error:
        tally.problem = f"{path} cannot be read: {reason_of(error)}."
        return None
    if len(content) > _LINE_LIMIT:
        tally.problem = f"{path} is longer than {_LINE_LIMIT} bytes and was left out."
        return None
    text = content.removeprefix(_BOM).replace(b"\x00", b"").decode("utf-8", "replace")
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        tally.problem = f"{path} is not JSON: {_reason_of_json(error)}."
        return None


def open_binary(path: Path) -> BinaryIO:
    """Open a regular file for reading bytes, decompressing it when it is zstd.

    Raises OSError for anything that is not a regular file, so that a pipe cannot block.
    """
    if not stat.S_ISREG(path.stat().st_mode):
        raise OSError("it is not a file")
    plain = path.open("rb", buffering=_BUFFER_BYTES)
    magic = plain.read(len(ZSTD_MAGIC))
    plain.seek(0)
    if magic != ZSTD_MAGIC:
        return plain
    stream = zstandard.ZstdDecompressor().stream_reader(
        plain, read_across_frames=True, closefd=True
    )
    return io.BufferedReader(stream)  # type: ignore[type-var,return-value,unused-ignore]


def reason_of(error: BaseException) -> str:
    """Why the system refused, in its own short words and without the path."""
    if isinstance(error, OSError):
        return (error.strerror or str(error)).lower()
    return "the compressed data is damaged"


def _lines(path: Path, tally: Tally) -> Iterator[tuple[int, bytes, bool]]:
    """(number, bytes, whether a newline ended it) of each line, over-long ones counted and left."""
    try:
        with open_binary(path) as source:
            yield from _split(source, tally)
    except (OSError, EOFError, zstandard.ZstdError) as error:
        tally.problem = f"{path} cannot be read: {reason_of(error)}."


def _split(source: BinaryIO, tally: Tally) -> Iterator[tuple[int, bytes, bool]]:
    number = 0
    while raw := source.readline(_LINE_LIMIT):
        number += 1
        if len(raw) == _LINE_LIMIT and not raw.endswith(b"\n"):
            _skip(tally, "line too long")
            while raw and not raw.endswith(b"\n"):
                raw = source.readline(_LINE_LIMIT)
            continue
        yield number, raw, raw.endswith(b"\n")


def _values(raw: bytes, tally: Tally, *, is_first: bool, ended: bool) -> Iterator[Any]:
    """The JSON values of one line; more than one when a newline was lost between records."""
    content = raw.replace(b"\x00", b"")
    if is_first:
        content = content.removeprefix(_BOM)
    content = content.strip(b" \t\r\n")
    if not content:
        if b"\x00" in raw:
            _skip(tally, "only NUL bytes")
        return
    text = content.decode("utf-8", "replace")
    try:
        yield json.loads(text)
        return
    except (ValueError, RecursionError) as error:
        reason = _reason_of_json(error)
    at, has_restarted = 0, False
    while at < len(text):
        try:
            value, at = _DECODER.raw_decode(text, at)
        except (ValueError, RecursionError):
            _skip(tally, reason if ended or reason != "not JSON" else "cut off at the end")
            if has_restarted or reason != "not JSON":
                return
            at, has_restarted = _restart(text, at), True
            continue
        yield value
        while at < len(text) and text[at].isspace():
            at += 1


def _restart(text: str, at: int) -> int:
    """Where the record that breaks off at `at` begins once more, or the end of the line.

    A writer that died inside a record repeats it whole on the same line. A record opens the same
    way each time, and quotes inside a text are escaped, so the opening cannot occur within one.
    """
    again = text.find(text[at : at + 12], at + 1) if text.startswith('{"', at) else -1
    return again if again >= 0 else len(text)


def _reason_of_json(error: BaseException) -> str:
    if isinstance(error, RecursionError):
        return "nested too deep"
    return "not JSON" if isinstance(error, json.JSONDecodeError) else "number too long"


def _skip(tally: Tally, reason: str) -> None:
    tally.records += 1
    tally.skipped[reason] += 1

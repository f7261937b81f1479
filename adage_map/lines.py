"""A few lines of a transcript as they stand in the file, cut short and with secrets masked.

In: a trace that was read, and the lines wanted. Out: the lines, JSON-able. Only files that the run
itself read are ever opened.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import IO, Any

from adage.constants import LINE_BYTES, MAP_LINES, MAP_LINES_BYTES
from adage.errors import TraceError
from adage.records import Trace
from adage.redact import redact


def read_lines(trace: Trace, first: int, last: int) -> dict[str, Any]:
    """Lines `first` to `last` of the trace's transcript, counted from 1, both included.

    At most `map.lines` lines and `map.lines_bytes` bytes come back; `cut` says when there was more.
    Raises `TraceError` when the file has no lines or cannot be read any more.
    """
    if trace.harness == "opencode":
        raise TraceError("OpenCode keeps its sessions in a database, which has no lines to show")
    first = max(1, first)
    wanted = min(max(last, first), first + MAP_LINES.default - 1)
    try:
        with _open(Path(trace.path)) as file:
            raw = list(islice(_lines(file), first - 1, wanted))
    except OSError as error:
        raise TraceError(f"{trace.path} cannot be read any more: {error.strerror}") from error
    rows, masked, cut = _shorten(raw, first)
    return {
        "trace": trace.id,
        "path": trace.path,
        "from": first,
        "lines": rows,
        "masked": masked,
        "cut": cut or wanted < last,
    }


def _open(path: Path) -> IO[bytes]:
    if path.suffix != ".zst":
        return path.open("rb")
    import zstandard

    return io.BufferedReader(zstandard.open(path, "rb"))


def _lines(file: IO[bytes]) -> Iterator[bytes]:
    # A limit for each line keeps memory bounded even when the file is one endless line.
    return iter(lambda: file.readline(LINE_BYTES.default), b"")


def _shorten(raw: list[bytes], first: int) -> tuple[list[dict[str, Any]], int, bool]:
    rows: list[dict[str, Any]] = []
    left, masked, cut = MAP_LINES_BYTES.default, 0, False
    for number, content in enumerate(raw, first):
        # Masking comes before cutting: half a secret would no longer look like one.
        text, found = redact(content.decode("utf-8", "replace").rstrip("\r\n"))
        encoded = text.encode()
        shown = encoded[:left].decode("utf-8", "ignore")
        rows.append({"line": number, "text": shown, "bytes": len(encoded)})
        masked, cut = masked + found, cut or len(encoded) > left
        left -= len(shown.encode())
        if left <= 0:
            return rows, masked, cut or len(rows) < len(raw)
    return rows, masked, cut

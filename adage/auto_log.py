"""The log of background learning: one line for each run, newest last.

In: a repository's state folder and what a run came to. Out: `auto.log`, readable by its owner only,
with what the run printed and then `2026-06-01T09:00:00Z learned in 3.2 s: 126 sessions ...`. When
it has grown too large it becomes `auto.log.1`.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from adage.store import replace_file

LOG = "auto.log"
OLDER = "auto.log.1"
_LINE = re.compile(r"(\S+Z) (learned|failed|stopped|lost) in ([\d.]+) s: (.*)")


@dataclass(frozen=True, slots=True)
class Run:
    """One background learning: when it ended (ISO, UTC), what became of it, how long it took.

    `result` is learned, failed, stopped (it took too long) or lost (it was killed).
    """

    moment: str
    result: str
    seconds: float
    said: str

    @property
    def went_well(self) -> bool:
        """Whether it learned."""
        return self.result == "learned"


def make_room(folder: Path, most_bytes: int) -> None:
    """Put what stands in a log of `most_bytes` or more in the place of the older one.

    The file itself stays, because the streams of this process lead into it.
    """
    log = folder / LOG
    try:
        if log.stat().st_size < most_bytes:
            return
    except FileNotFoundError:
        return
    replace_file(folder / OLDER, log.read_bytes())
    os.truncate(log, 0)


def write_line(folder: Path, now: float, result: str, seconds: float, said: str) -> None:
    """Append the line of a run that ended at `now`."""
    moment = datetime.fromtimestamp(now, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    line = f"{moment} {result} in {seconds:.1f} s: {' '.join(said.split())}\n"
    handle = os.open(folder / LOG, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    try:
        os.write(handle, line.encode("utf-8", "replace"))
    finally:
        os.close(handle)


def last_run(folder: Path) -> Run | None:
    """The newest run on record, None when there was none."""
    for name in (LOG, OLDER):
        try:
            text = (folder / name).read_text(encoding="utf-8", errors="replace")
        except FileNotFoundError:
            continue
        for line in reversed(text.splitlines()):
            if found := _LINE.fullmatch(line):
                moment, result, seconds, said = found.groups()
                return Run(moment, result, float(seconds), said)
    return None

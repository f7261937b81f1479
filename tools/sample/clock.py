"""Names and times of the sample: ids from a fixed seed, moments from the story's first day.

In: the name of a session. Out: its own random numbers, ids in the shape of each harness, times.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from random import Random

from adage.formulas import arm
from sample.script import Session

SEED = "parcel-2026"
FIRST_DAY = datetime(2026, 6, 8, tzinfo=UTC)
_LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


class Draws:
    """The random draws of one session: the same name gives the same draws, on any machine."""

    def __init__(self, name: str) -> None:
        self.random = Random(f"{SEED}/{name}")

    def hex(self, digits: int) -> str:
        """A run of hexadecimal digits."""
        return f"{self.random.getrandbits(4 * digits):0{digits}x}"

    def letters(self, count: int) -> str:
        """A run of letters and digits."""
        return "".join(_LETTERS[self.random.randrange(62)] for _ in range(count))

    def uuid(self) -> str:
        """A random identifier in the shape of a UUID, version 4."""
        h = self.hex(32)
        return f"{h[:8]}-{h[8:12]}-4{h[13:16]}-a{h[17:20]}-{h[20:]}"

    def until_arm(self, wanted: str, draw: Callable[[], str]) -> str:
        """The first id drawn that falls into the wanted arm."""
        while True:
            found = draw()
            if arm(found)["arm"] == wanted:
                return found


class Clock:
    """The time inside one session; it only goes forward."""

    def __init__(self, session: Session, draws: Draws) -> None:
        hour, minute = session.hour.split(":")
        self.now = FIRST_DAY + timedelta(days=session.day, hours=int(hour), minutes=int(minute))
        self._random = draws.random

    def tick(self, least: int, most: int) -> datetime:
        """Go on by a number of seconds between the two, and some milliseconds."""
        self.now += timedelta(
            seconds=self._random.randrange(least, most + 1),
            milliseconds=self._random.randrange(1000),
        )
        return self.now


def iso(moment: datetime) -> str:
    """A moment as the transcripts write it: UTC to the millisecond."""
    return moment.strftime("%Y-%m-%dT%H:%M:%S.") + f"{moment.microsecond // 1000:03d}Z"


def millis(moment: datetime) -> int:
    """A moment as whole milliseconds since 1970."""
    return int(moment.timestamp() * 1000)

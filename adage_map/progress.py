"""What the learner is doing right now, told to any number of open pages.

In: events as the learner reaches them. Out: Server-Sent Events text, replayed from any id, so a
reload or a second tab misses nothing.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from threading import Condition
from typing import Any

from adage.constants import MAP_KEEP_ALIVE_S, MAP_STREAMS


class Progress:
    """The events so far, numbered from 1, and how many streams are reading them."""

    def __init__(self) -> None:
        """Begin with nothing told."""
        self._events: list[str] = []
        self._changed = Condition()
        self._ended = False
        self.streams = 0

    def tell(self, told: Mapping[str, Any]) -> None:
        """Add one event; `told` must be JSON-able."""
        with self._changed:
            self._events.append(json.dumps(told, ensure_ascii=False))
            self._changed.notify_all()

    def end(self) -> None:
        """Say that no event will follow: every open stream says `done` and closes."""
        with self._changed:
            self._ended = True
            self._changed.notify_all()

    def take_stream(self) -> bool:
        """Reserve one of the few streams; False when all are taken."""
        with self._changed:
            if self.streams >= MAP_STREAMS.default:
                return False
            self.streams += 1
            return True

    def give_stream(self) -> None:
        """Give back what `take_stream` reserved."""
        with self._changed:
            self.streams -= 1

    def stream(self, after: int, is_gone: Callable[[], bool]) -> Iterator[str]:
        """Server-Sent Events after event number `after`, until all is told or `is_gone()`."""
        yield "retry: 2000\n\n"
        silent_s = 0
        while not is_gone():
            fresh, ended = self._wait(after)
            for data in fresh:
                after += 1
                yield f"id: {after}\ndata: {data}\n\n"
            if ended:
                yield f"id: {after}\nevent: done\ndata: {{}}\n\n"
                return
            silent_s = 0 if fresh else silent_s + 1
            if silent_s >= MAP_KEEP_ALIVE_S.default:
                silent_s = 0
                yield ": keep-alive\n\n"

    def _wait(self, after: int) -> tuple[list[str], bool]:
        """Events after number `after` and whether they are the last; waits a second for news."""
        with self._changed:
            if len(self._events) <= after and not self._ended:
                self._changed.wait(timeout=1)
            return self._events[after:], self._ended

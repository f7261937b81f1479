"""When the map was last asked for something, so that a forgotten one can end by itself.

In: a note for each request, and a time that passes. Out: whether nobody has asked for too long.
"""

from __future__ import annotations

from threading import Event


class Activity:
    """Minutes without a request, counted by whoever lets the time pass."""

    def __init__(self) -> None:
        """Begin as if just asked."""
        self._asked = Event()
        self.idle_minutes = 0

    def note(self) -> None:
        """Somebody asked for something."""
        self._asked.set()

    def pass_minute(self, *, is_watched: bool) -> int:
        """Let a minute pass and return how many have passed since the last request.

        `is_watched` says that a page holds a progress stream open, which counts as asking.
        """
        asked = self._asked.is_set() or is_watched
        self._asked.clear()
        self.idle_minutes = 0 if asked else self.idle_minutes + 1
        return self.idle_minutes

"""Where in a session a reflex has its chance, by the same rule as `adage.learn.match`.

In: the steps of a session. Out: its events, and the positions at which a context completes.
An event is (items, clock, segment, batch): its item texts finest first, the tick it happened at,
the prompt it followed and the batch it came in.
"""

from __future__ import annotations

from adage.hook.paths import levels

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    Event = tuple[tuple[str, ...], int, int, int]

PROMPT = "prompt"
LEVELS = 5


class Events:
    """Writes steps as events the way the learner's stage `string` does."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.places: dict[str, list[int]] = {}
        self._segment: int | None = None
        self._clock = -1
        self._seen: tuple[bool, int] | None = None
        self._last: tuple[str, ...] = ()

    def add(self, step: Sequence[Any], segment: int, batch: int) -> None:
        """Append one step of the batch numbered `batch` in the prompt segment `segment`."""
        if segment != self._segment:
            self._segment, self._clock, self._seen = segment, self._clock + 1, None
            self._write((PROMPT,), (PROMPT,), batch)
        items, mark, looks = _read(step)
        if self._last == mark and self._seen is not None:
            # Of files read in a row every one stays known, but they are one event: no new tick.
            if step[0] != "r":
                self._drop()
        elif not (looks and self._seen == (True, batch)):
            self._clock += 1
        self._write(items, mark, batch)
        self._seen = (looks, batch)

    def _write(self, items: tuple[str, ...], mark: tuple[str, ...], batch: int) -> None:
        for item in items:
            self.places.setdefault(item, []).append(len(self.events))
        self.events.append((items, self._clock, self._segment or 0, batch))
        self._last = mark

    def _drop(self) -> None:
        # A repeat of the step before takes its place: one event, no new tick.
        items = self.events.pop()[0]
        for item in items:
            self.places[item].pop()


def _read(step: Sequence[Any]) -> tuple[tuple[str, ...], tuple[str, ...], bool]:
    """The items of a step, what tells it apart from others, and whether it only looks."""
    kind = step[0]
    if kind == "e":
        items = tuple(f"edit:{level}" for level in levels(step[1])[-LEVELS:])
        return items, items, False
    if kind == "r":
        return (f"read:{step[1]}",), ("read", _class(step[1])), True
    if kind == "s":
        failed = step[2] == 0
        items = tuple(text + "!" if failed else text for text in step[1])
        mark = items or (f"{step[4]}!" if failed else step[4],)
        return items, mark, bool(step[3])
    return (), (str(step[1]),), bool(step[2])


def _class(path: str) -> str:
    found = levels(path)
    return found[1] if "/" in path and len(found) > 1 else path


def anchors(events: Events, context: Iterable[str], reach: int, since: int = 0) -> list[int]:
    """Positions from `since` on that complete `context` (items in order) within `reach` ticks.

    Going back, each item is found at the nearest earlier event of the same segment; nearest first
    gives the shortest match, so if any match fits, this one does.
    """
    *before, last = context
    found = []
    for position in events.places.get(last, ()):
        if position < since:
            continue
        at: int | None = position
        for item in reversed(before):
            at = _nearest(events, item, at, position, reach)
            if at is None:
                break
        else:
            found.append(position)
    return found


def _nearest(events: Events, item: str, before: int | None, last: int, reach: int) -> int | None:
    """The nearest event with `item` before `before`, when it is near enough to `last`."""
    for place in reversed(events.places.get(item, ())):
        if before is not None and place < before:
            return place if near(events, place, last, reach) else None
    return None


def near(events: Events, earlier: int, later: int, reach: int) -> bool:
    """Whether two events lie in one segment and at most `reach` ticks apart."""
    one, other = events.events[earlier], events.events[later]
    return one[2] == other[2] and other[1] - one[1] <= reach


def ran_after(events: Events, text: str, position: int) -> bool:
    """Whether the step `text` ran after `position`, red or green."""
    places = (*events.places.get(text, ()), *events.places.get(text + "!", ()))
    return any(place > position for place in places)

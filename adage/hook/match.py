"""Where in a session a reflex has its chance, by the same rule as `adage.learn.match`.

In: the steps of a session. Out: its events, and the positions at which a context completes.
An event is (step, clock, segment, batch): the step, the tick it happened at, the prompt it followed
and the batch it came in. A step carries items: a file at up to five levels, or the steps it runs.
"""

from __future__ import annotations

from adage.hook.paths import levels

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    Event = tuple[Sequence[Any], int, int, int]

PROMPT = "prompt"
ANY_READ = "read:**"
PROMPT_STEP = (PROMPT,)
LEVELS = 5


class Events:
    """Writes steps as events the way the learner's stage `string` does."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self._places: dict[str, list[int]] | None = None
        self._segment: int | None = None
        self._clock = -1
        self._seen: tuple[bool, int] | None = None
        self._last: Any = None

    def add(self, step: Sequence[Any], segment: int, batch: int) -> None:
        """Append one step of the batch numbered `batch` in the prompt segment `segment`."""
        self._places = None
        if segment != self._segment:
            self._segment, self._clock, self._seen = segment, self._clock + 1, None
            self.events.append((PROMPT_STEP, self._clock, segment, batch))
        mark, looks = _mark(step), _looks(step)
        if self._last == mark and self._seen is not None:
            # A repeat of the step before takes its place: one event, no new tick. Of files read in
            # a row every one stays known.
            if step[0] != "r":
                self.events.pop()
        elif not (looks and self._seen == (True, batch)):
            self._clock += 1
        self.events.append((step, self._clock, segment, batch))
        self._last, self._seen = mark, (looks, batch)

    def resume(self, events: list[Event]) -> None:
        """Go on after `events`, which another `Events` had written."""
        self.events, self._places = [*events], None
        if events:
            step, self._clock, self._segment, batch = events[-1]
            self._last, self._seen = _mark(step), (_looks(step), batch)

    @property
    def places(self) -> dict[str, list[int]]:
        """For each item the positions of its events; made only when somebody asks."""
        if self._places is None:
            found: dict[str, list[int]] = {}
            known: dict[str, tuple[str, ...]] = {}
            for position, (step, *_) in enumerate(self.events):
                if step[0] != "e":
                    items = items_of(step)
                else:  # the same few files, again and again
                    items = known.get(step[1]) or known.setdefault(step[1], items_of(step))
                for item in items:
                    found.setdefault(item, []).append(position)
            self._places = found
        return self._places

    def of_batch(self, batch: int) -> list[tuple[str, ...]]:
        """The items of each event of one batch."""
        return [items_of(event[0]) for event in self.events if event[3] == batch]


def items_of(step: Sequence[Any]) -> tuple[str, ...]:
    """The items of a step, finest first: what a context may ask for."""
    kind = step[0]
    if kind == "e":
        return tuple([f"edit:{level}" for level in levels(step[1])[-LEVELS:]])
    if kind == "r":
        return f"read:{step[1]}", ANY_READ
    if kind == "s":
        return tuple([text + "!" for text in step[1]] if step[2] == 0 else step[1])
    return (PROMPT,) if kind == PROMPT else ()


def _looks(step: Sequence[Any]) -> bool:
    """Whether a step only looks at something."""
    kind = step[0]
    return kind == "r" or (kind in ("s", "o") and bool(step[-1 - (kind == "s")]))


def _mark(step: Sequence[Any]) -> Any:
    """What tells a step apart from others: two in a row with the same mark are one event."""
    kind = step[0]
    if kind == "e":
        return step[1]
    if kind == "r":
        return ("read", _class(step[1]))
    if kind == "s":
        return (step[2] == 0, step[1] or step[4])
    return (kind, step[1]) if len(step) > 1 else kind


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

"""A session's memory in one line, so that a long session is remembered as cheaply as a short one.

In: the records since the last such line, that line included. Out: one record of the form
{"e": "Memory", "all": [segment, asks, prompts, shown], "said": {id: [times, batch, segment]},
"near": [card], "lanes": {lane: [batch, [seen], [events]]}, "end": 1}. What lies further back than a
context may reach is thinned out: of each step only the last place counts there, of a read not even
that.
"""

from __future__ import annotations

from adage.hook.match import PROMPT
from adage.hook.memory import CHECKPOINT, Memory, fold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from adage.hook.match import Event

# Distinct steps and files remembered from before the window: older ones only by their class.
MOST_OLD = 40
MOST_READ = 80
MOST_LANES = 8


def checkpoint(records: list[dict[str, Any]], window: int) -> dict[str, Any]:
    """The record that stands for all of `records`; contexts reach back `window` clock ticks."""
    main = fold(records)
    lanes = {"": _lane(main, window)}
    for name in _lanes_of(records):
        lanes[name] = _lane(fold(records, name), window)
    return {
        "e": CHECKPOINT,
        "all": [main.segment, main.asks, main.prompts, main.shown],
        "said": {name: [len(times), *times[-1]] for name, times in main.said.items()},
        "near": sorted(main.cards),
        "lanes": lanes,
        "end": 1,  # tells a whole line from one that was cut
    }


def _lanes_of(records: list[dict[str, Any]]) -> list[str]:
    """The sub-agents that did anything since the last checkpoint, the latest few."""
    found = dict.fromkeys(str(r["lane"]) for r in reversed(records) if r.get("lane"))
    return list(found)[:MOST_LANES]


def _lane(memory: Memory, window: int) -> list[Any]:
    reads = [text for text in memory.seen if text.startswith("read:")]
    kept = [text for text in memory.seen if not text.startswith("read:")]
    return [memory.batch, kept + reads[-MOST_READ:], _thinned(memory.events.events, window)]


def _thinned(events: list[Event], window: int) -> list[Event]:
    """The events that can still matter: all of the window, of older ones the last of each step.

    Reads and steps that no reflex names matter nowhere but at the very end, where the next goes on.
    """
    if not events:
        return []
    start = events[-1][1] - window
    found = [events[-1]]
    known: set[str] = set()
    old = 0
    for event in reversed(events[:-1]):
        is_old = event[1] < start
        name = _name(event[0], is_far=old >= MOST_OLD)
        if name and not (is_old and (name in known or old >= 2 * MOST_OLD)):
            old += is_old
            known.add(name)
            found.append(event)
    return found[::-1]


def _name(step: Any, *, is_far: bool) -> str:
    """By what a step is told apart from others; empty for one that no context may hold."""
    if step[0] == PROMPT:
        return PROMPT
    if step[0] == "e":
        if not is_far:
            return "e" + str(step[1])
        folder, _, name = step[1].rpartition("/")
        return f"e{folder}/*.{name.rpartition('.')[2]}"
    return f"s{step[2] == 0}{step[1]}" if step[0] == "s" and step[1] else ""

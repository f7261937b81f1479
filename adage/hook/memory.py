"""A session's state: the fold of the lines in its file.

In: the records of one session file, oldest first. Out: what happened and what was said when.
Records are of the form that `decide` writes; one of the kind `CHECKPOINT` stands for all before it.
"""

from __future__ import annotations

from adage.hook.match import Events

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any


CHECKPOINT = "Memory"


class Memory:
    """What a session file tells, for one lane (the conversation, or one sub-agent)."""

    __slots__ = (
        "asks",
        "batch",
        "cards",
        "events",
        "lane",
        "prompts",
        "said",
        "seen",
        "segment",
        "shown",
        "skips",
    )

    def __init__(self, lane: str = "") -> None:
        self.events = Events()
        # Of each directive's id: the (batch, segment) at which it was decided, control included.
        self.said: dict[str, list[tuple[int, int]]] = {}
        self.segment = 0
        self.batch = 0
        self.asks = 0
        self.prompts = 0
        self.shown = 0
        # Cards that the prompt came near to, without reaching their threshold.
        self.cards: set[str] = set()
        # Steps that ran and files that were read at any time, red or green; the latest last.
        self.seen: dict[str, None] = {}
        # While records before the last prompt are taken, their events are of no use.
        self.skips = False
        self.lane = lane

    def take(self, record: dict[str, Any]) -> None:
        """Add one record. A record of a form that is not ours changes nothing."""
        kind = record.get("e")
        if kind == CHECKPOINT:
            self._go_on(record)
        if kind == "UserPromptSubmit":
            self.prompts += 1
            if not record.get("c") or self.prompts == 1:
                self.segment += 1
                # Contexts and finish lines never reach back over a prompt.
                self.events = Events()
        if kind == "PostToolBatch" and record.get("lane", "") == self.lane:
            self.batch += 1
            for step in _steps(record.get("s")):
                for text in step[1] if step[0] == "s" else (f"read:{step[1]}",):
                    self.seen.pop(text, None)
                    self.seen[text] = None
                if not self.skips:
                    self.events.add(step, self.segment, self.batch)
        directives = _dicts(record.get("d"))
        self.asks += kind == "Stop" and bool(directives)
        for directive in directives:
            self._take_directive(directive)
        for card in _texts(record.get("cards")):
            self.cards.add(card)

    def _go_on(self, record: dict[str, Any]) -> None:
        """Take the place of what a checkpoint stands for."""
        try:
            totals = record["all"]
            said = {
                name: [(batch, segment)] * times
                for name, (times, batch, segment) in record["said"].items()
            }
            batch, seen, events = record["lanes"].get(self.lane, (0, (), []))
            known = Events()
            known.resume(events)
            cards, seen = set(record["near"]), dict.fromkeys(seen)
            self.segment, self.asks, self.prompts, self.shown = totals
        except (KeyError, TypeError, ValueError, AttributeError, IndexError):
            return
        self.said, self.cards, self.batch, self.seen, self.events = said, cards, batch, seen, known

    def _take_directive(self, directive: dict[str, Any]) -> None:
        name = directive.get("id")
        if isinstance(name, str):
            self.said.setdefault(name, []).append((self.batch, self.segment))
            self.shown += directive.get("kind") != "rewrite"


def fold(records: Iterable[dict[str, Any]], lane: str = "") -> Memory:
    """The memory of a session whose file holds `records`."""
    memory = Memory(lane)
    known = list(records)
    last = _last_prompt(known)
    for place, record in enumerate(known):
        memory.skips = place < last
        memory.take(record)
    return memory


def _last_prompt(records: list[dict[str, Any]]) -> int:
    """The place of the last record that opens a segment, 0 when none does."""
    places = (
        place
        for place in range(len(records) - 1, 0, -1)
        if records[place].get("e") == "UserPromptSubmit" and not records[place].get("c")
    )
    return next(places, 0)


def _dicts(value: Any) -> list[dict[str, Any]]:
    found = value if isinstance(value, list) else []
    return [each for each in found if isinstance(each, dict)]


def _texts(value: Any) -> list[str]:
    return [each for each in (value if isinstance(value, list) else []) if isinstance(each, str)]


def _steps(value: Any) -> list[list[Any]]:
    """The steps of a record that have the form of `adage/hook/steps.py`."""
    return [step for step in (value if isinstance(value, list) else []) if _is_step(step)]


def _is_step(step: Any) -> bool:
    if not isinstance(step, list) or not step:
        return False
    if step[0] in ("e", "r"):
        return len(step) == 2 and isinstance(step[1], str)
    if step[0] == "s":
        texts_fit = len(step) == 5 and isinstance(step[1], list)
        return texts_fit and isinstance(step[4], str) and all(isinstance(t, str) for t in step[1])
    return step[0] == "o" and len(step) == 3

"""The small language in which the story's sessions are written.

In: a script, one line for each turn of the agent. Out: turns with their calls, and asides.

    read PATH   search WORD in DIR   list DIR   edit PATH     tools of the agent
    $ COMMAND   ! COMMAND                                     a command that works, one that fails
    unread PATH   refused COMMAND   interrupted COMMAND       calls that never ran
    A ++ B                                                    two calls in one turn
    look N   look *                                           N turns of looking around; * fills up
    agent TEXT                                                a sub-agent, whose script is `lane`
    note NAME   stop NAME                                     Adage speaks; Adage asks to finish
    ask TEXT   queue TEXT   rewind TEXT                       prompts of the person
    compact   strange                                         compaction; a record nobody knows
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from sample.world import AREAS

ASIDES = ("note", "stop", "ask", "queue", "rewind", "compact", "strange")


@dataclass(frozen=True)
class Session:
    """One session of the story. `turns` counts model calls, the closing answer included."""

    name: str
    day: int
    hour: str
    prompt: str
    word: str
    area: str
    script: str
    turns: int = 0
    harness: str = "claude"
    arm: str = "treated"
    answer: str = "Done."
    lane: str = ""
    cut: bool = False
    file: str = ""
    id: str = ""


@dataclass(frozen=True)
class Call:
    """One tool call of a script: its verb and what follows it."""

    verb: str
    rest: str


@dataclass(frozen=True)
class Turn:
    """One model call with the tool calls it makes."""

    calls: tuple[Call, ...]


@dataclass(frozen=True)
class Aside:
    """What stands between turns: a note of Adage, a prompt, a compaction, a strange record."""

    kind: str
    text: str


@dataclass
class _Walk:
    """Looks around an area, one place after the other."""

    places: tuple[str, ...]
    at: int = 0

    def next(self) -> Turn:
        line = self.places[self.at % len(self.places)]
        self.at += 1
        return Turn((_call(line),))


def _call(line: str) -> Call:
    verb, _, rest = line.strip().partition(" ")
    return Call(verb, rest)


def read_script(session: Session, random: Random) -> list[Turn | Aside]:
    """The turns and asides of a session; `look *` fills it up to `session.turns`."""
    lines = [
        line.strip()
        for line in session.script.replace("{word}", session.word)
        .replace("{file}", session.file)
        .strip()
        .splitlines()
    ]
    walk = _Walk(_shuffled(AREAS[session.area], random))
    return list(_items(lines, walk, _missing(session, lines)))


def _shuffled(places: tuple[str, ...], random: Random) -> tuple[str, ...]:
    """The places in another order, in which no two neighbours are of one kind if that can be."""
    left = sorted(places, key=lambda _: random.random())
    order: list[str] = []
    while left:
        kind = order[-1].split()[0] if order else ""
        order.append(next((place for place in left if place.split()[0] != kind), left[0]))
        left.remove(order[-1])
    return tuple(order)


def _items(lines: list[str], walk: _Walk, missing: int) -> Iterator[Turn | Aside]:
    for line in lines:
        verb, _, rest = line.partition(" ")
        if verb == "look":
            for _ in range(missing if rest == "*" else int(rest)):
                yield walk.next()
        elif verb in ASIDES:
            yield Aside(verb, rest)
        else:
            yield Turn(tuple(_call(part) for part in line.split(" ++ ")))


def _missing(session: Session, lines: list[str]) -> int:
    """How many turns `look *` stands for; 0 without one."""
    if "look *" not in lines:
        return 0
    fixed = 1  # the closing answer is a turn of its own
    for line in lines:
        verb, _, rest = line.partition(" ")
        if verb == "look":
            fixed += 0 if rest == "*" else int(rest)
        elif verb not in ASIDES:
            fixed += 1
    if fixed > session.turns:
        raise ValueError(f"{session.name}: {fixed} turns are written, {session.turns} wanted")
    return session.turns - fixed

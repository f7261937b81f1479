"""What a repository's sessions showed of commands: who ran them, and where they passed.

In: traces. Out: `Shown`, which answers for any first words of a command in how many sessions it ran
and in how many it passed at least once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from adage.records import Trace

Words = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Seen:
    """Sessions in which a command ran, and those in which it passed at least once."""

    ran: int = 0
    passed: int = 0


@dataclass(slots=True)
class Shown:
    """The commands of all sessions, by their words, each with the roots that ran and passed it."""

    ran: dict[Words, set[str]] = field(default_factory=dict)
    passed: dict[Words, set[str]] = field(default_factory=dict)

    def of(self, starts: Sequence[Words]) -> Seen:
        """What is known of all commands that begin with one of `starts`."""
        ran, passed = (_roots(each, starts) for each in (self.ran, self.passed))
        return Seen(len(ran), len(passed))


def what_sessions_showed(traces: Iterable[Trace]) -> Shown:
    """Collect the shell steps of `traces`. What a person's own words started counts like any."""
    found = Shown()
    for trace in traces:
        for step in trace.steps:
            if step.tool == "shell":
                words = tuple(step.key.removeprefix("sh:").split(" "))
                found.ran.setdefault(words, set()).add(trace.root)
                if step.ok:
                    found.passed.setdefault(words, set()).add(trace.root)
    return found


def _roots(known: dict[Words, set[str]], starts: Sequence[Words]) -> set[str]:
    return {
        root
        for words, roots in known.items()
        if any(words[: len(start)] == start for start in starts)
        for root in roots
    }

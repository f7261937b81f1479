"""What a repository's sessions showed of commands: who ran them, and where they passed.

In: traces. Out: `Shown`, which answers for any first words of a command in how many sessions it ran
and in how many it passed at least once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from adage.learn.packed import Packed
from adage.records import Step, Trace

Words = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Seen:
    """Sessions in which a command ran, and those in which it passed at least once."""

    ran: int = 0
    passed: int = 0


@dataclass(slots=True)
class Roots:
    """The sessions that ran one command, and those in which it passed."""

    ran: set[str] = field(default_factory=set)
    passed: set[str] = field(default_factory=set)


@dataclass(slots=True)
class Shown:
    """The commands of all sessions, by their program and then by all their words."""

    commands: dict[str, dict[Words, Roots]] = field(default_factory=dict)

    def of(self, starts: Sequence[Words]) -> Seen:
        """What is known of all commands that begin with one of `starts`."""
        ran: set[str] = set()
        passed: set[str] = set()
        for start in starts:
            for words, roots in self.commands.get(start[0], {}).items():
                if words[: len(start)] == start:
                    ran |= roots.ran
                    passed |= roots.passed
        return Seen(len(ran), len(passed))


def what_sessions_showed(traces: Iterable[Trace]) -> Shown:
    """Collect the shell steps of `traces`, sub-agents' among their session's."""
    found = Shown()
    for trace in traces:
        for step in _different(trace.steps):
            if step.tool == "shell":
                words = tuple(step.key.removeprefix("sh:").split(" "))
                roots = found.commands.setdefault(words[0], {}).setdefault(words, Roots())
                roots.ran.add(trace.root)
                if step.ok:
                    roots.passed.add(trace.root)
    return found


def _different(steps: Sequence[Step]) -> Iterator[Step]:
    """Each different step once, wherever it stands: what is repeated need not be made anew."""
    if not isinstance(steps, Packed):
        yield from steps
        return
    for kind in set(steps.shelf.kind[steps.first : steps.end]):
        yield steps.shelf.kinds[kind]

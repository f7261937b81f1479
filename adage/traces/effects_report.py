"""Which rule gave each of a repository's commands its effect, and which commands no rule knows.

In: sessions and rules. Out: rows counted over all shell commands that ran, most frequent first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from adage.records import Effect, Session
from adage.redact import redact
from adage.traces.effects import UNKNOWN, Rules
from adage.traces.keys import command_key
from adage.traces.normalise import NEVER_RAN
from adage.traces.shell import Part, split
from adage.traces.shell_steps import is_idle


@dataclass(frozen=True, slots=True)
class EffectRow:
    """Commands of one key: their effect, the rule that gave it, how often they ran."""

    effect: Effect
    rule: str
    key: str
    count: int

    @property
    def is_known(self) -> bool:
        """Whether a rule gave the effect."""
        return self.rule != UNKNOWN


def report_effects(sessions: Sequence[Session], rules: Rules) -> tuple[EffectRow, ...]:
    """A row for every key of a shell command, most frequent first."""
    counts: Counter[tuple[Effect, str, str]] = Counter()
    for part in _parts(sessions):
        effect, rule = rules.effect("shell", part)
        counts[effect, rule, redact(command_key(part))[0]] += 1
    rows = (EffectRow(effect, rule, key, n) for (effect, rule, key), n in counts.items())
    return tuple(sorted(rows, key=lambda row: (-row.count, row.key, row.rule)))


def share_known(rows: Sequence[EffectRow]) -> float:
    """The share of commands that got their effect from a rule; 1.0 when there are none."""
    total = sum(row.count for row in rows)
    return sum(row.count for row in rows if row.is_known) / total if total else 1.0


def _parts(sessions: Sequence[Session]) -> Iterator[Part]:
    for session in sessions:
        for call in session.calls:
            if call.tool == "shell" and call.outcome not in NEVER_RAN:
                yield from (part for part in split(call.text, call.shell) if not is_idle(part))

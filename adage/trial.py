"""Trial: what would be learned with other thresholds, or had we stopped on another day.

In: a reading, the settings it was learned with, and a `Trial`. Out: the same as `learn` gives; a
trial is the learner itself, so it agrees with a run under those settings, and nothing is written.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from adage.records import Reading
from adage.settings import Settings


@dataclass(frozen=True, slots=True)
class Trial:
    """Other values of some constants, by key, and the last moment to look at (seconds), if any."""

    values: tuple[tuple[str, float], ...] = ()
    until: float | None = None

    @classmethod
    def of(cls, values: Mapping[str, float], until: float | None = None) -> Trial:
        """A trial of these values. Raises `ConfigError` for an unknown key or a bad value."""
        checked = Settings(values).overrides
        return cls(tuple(sorted(checked.items())), until)

    def settings(self, base: Settings) -> Settings:
        """`base` with this trial's values on top."""
        origins = {key: path for key, path in base.origins.items() if key not in dict(self.values)}
        return Settings(base.overrides | dict(self.values), origins)

    def reading(self, whole: Reading) -> Reading:
        """The sessions of `whole` that had ended by `until`."""
        return whole if self.until is None else reading_until(whole, self.until)


def reading_until(reading: Reading, moment: float) -> Reading:
    """What could have been read at `moment` (seconds): sessions that had ended by then."""
    sessions = tuple(s for s in reading.sessions if s.end <= moment)
    late = {s.root for s in reading.sessions} - {s.root for s in sessions}
    ledger = tuple(
        each
        for each in reading.ledger
        if each.session not in late and all(entry.time <= moment for entry in each.entries)
    )
    return replace(reading, sessions=sessions, ledger=ledger)

"""Resume: run the learner again from the first stage that a changed constant touches.

In: the records of an earlier run and the keys of the constants that have changed. Out: the records
that still hold, to be handed to `learn` as `kept`. They hold only for the same reading and day.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from adage.learn import STAGES
from adage.records import StageRecord


def records_that_hold(
    records: Mapping[str, StageRecord], changed: Iterable[str]
) -> dict[str, StageRecord]:
    """The records of every stage before the first that read one of `changed`."""
    keys = frozenset(changed)
    held: dict[str, StageRecord] = {}
    for stage in STAGES:
        record = records.get(stage.name)
        if record is None or record.constants & keys:
            break
        held[stage.name] = record
    return held

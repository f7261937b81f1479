"""One object of a run by its id, with all that is known of it.

In: a run and an id as the world writes it: `r:REFLEX`, `s:TRACE`, `e:TRACE:STEP`, `l:PROTOTYPE`.
Out: the record as JSON-able data, or None.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adage.records import Prototype
from adage_map.plain import as_plain
from adage_map.runs import LearnerRun


def find_object(run: LearnerRun, name: str) -> dict[str, Any] | None:
    """The record that `name` stands for, with its id and kind, or None."""
    kind, _, rest = name.partition(":")
    find = {"r": _reflex, "s": _trace, "e": _step, "l": _prototype}.get(kind)
    found = find(run, rest) if find else None
    return None if found is None else {"id": name, **found}


def _reflex(run: LearnerRun, name: str) -> dict[str, Any] | None:
    for reflex in run.index.reflexes:
        if reflex.id == name:
            return {"kind": "reflex", "record": as_plain(reflex)}
    return None


def _trace(run: LearnerRun, name: str) -> dict[str, Any] | None:
    for trace in run.traces:
        if trace.id == name:
            record = as_plain(trace)
            record["steps"] = len(trace.steps)
            return {"kind": "trace", "record": record}
    return None


def _step(run: LearnerRun, name: str) -> dict[str, Any] | None:
    of, _, number = name.rpartition(":")
    for trace in run.traces:
        if trace.id != of:
            continue
        for step in trace.steps:
            if str(step.idx) == number:
                return {"kind": "step", "trace": of, "path": trace.path, "record": as_plain(step)}
    return None


def _prototype(run: LearnerRun, name: str) -> dict[str, Any] | None:
    record = run.records.get("label")
    if record is None:
        return None
    for prototype in _prototypes(record.detail):
        if str(prototype.id) == name:
            return {"kind": "prototype", "record": as_plain(prototype)}
    return None


def _prototypes(detail: Any) -> list[Prototype]:
    """The prototypes that a stage's detail holds, wherever it keeps them."""
    if isinstance(detail, Prototype):
        return [detail]
    held = detail.values() if isinstance(detail, Mapping) else detail
    held = getattr(detail, "prototypes", held)
    return [item for item in held if isinstance(item, Prototype)]

"""What the scenery of a chapter needs beside the things: blocks of the world's document.

In: a `Stage`. Out: JSON-able mappings, read by the chapter's own file in the page.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from adage_map.layout_speak import (
    COINS,
    COLUMN,
    ENDINGS,
    LINE,
    LONG,
    RADIUS,
    ROW,
    STACK,
    post,
    risen,
)
from adage_map.rehearse import HOOKS
from adage_map.stage import Stage
from adage_map.words import readable


def speak_scene(stage: Stage) -> dict[str, Any] | None:
    """The ring's posts, what rose at the moment of saying, and the three endings."""
    found = stage.cast.rehearsal
    if found is None:
        return None
    moment = found.moments[found.at]
    said, stopped = risen(stage)
    counts = Counter(each.hook for each in found.moments)
    hooks = []
    for number, name in enumerate(HOOKS):
        x, z = post(stage, number)
        top = 2.0 + STACK * min(counts[name], COLUMN)
        hooks.append({"name": name, "count": counts[name], "x": x, "z": z, "top": top})
    gates = dict(moment.stopped)
    return {
        "radius": RADIUS,
        "coins": COINS,
        "line": [LINE, LINE + LONG],
        "ending": {"z": ENDINGS, "row": ROW},
        "x": found.x,
        "moment": f"m:{found.at}",
        "hooks": hooks,
        "said": [_capsule(stage, row) for row in said],
        "told": f"r:{found.told.id}",
        "stopped": [
            _capsule(stage, row) | {"gate": gates[stage.things[row].id[2:]]} for row in stopped
        ],
        "endings": [{"outcome": e.outcome, "batches": list(e.batches)} for e in found.endings],
    }


def _capsule(stage: Stage, row: int) -> dict[str, Any]:
    capsule = stage.cast.capsules[stage.things[row].ref]
    return {"id": capsule.id, "words": readable(capsule.pattern.steps)}

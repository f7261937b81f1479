"""What the scenery of a chapter needs beside the things: blocks of the world's document.

In: a `Stage`. Out: JSON-able mappings, read by the chapter's own file in the page.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from adage_map import layout_prove as prove
from adage_map.facts_similar import is_closed
from adage_map.layout_similar import RADIUS as SPHERE
from adage_map.layout_similar import middles_of, spot
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
from adage_map.likeness import Likeness
from adage_map.proof import Histogram
from adage_map.rehearse import HOOKS
from adage_map.stage import Stage
from adage_map.things import shorten
from adage_map.words import item_words, readable


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


def similar_scene(stage: Stage) -> dict[str, Any] | None:
    """Links, the middles of groups, the rings of families, and the thresholds that were weighed."""
    found = stage.cast.likeness
    if found is None:
        return None
    x, y, z = spot(stage, np.zeros(3))
    limit = len(stage.rows["request"])
    return {
        "centre": [x, y, z],
        "radius": SPHERE,
        "links": [[i, j] for i, j, _ in found.links if i < limit and j < limit],
        "groups": [
            {"at": _at(stage, middle), "group": group, "size": found.groups.count(group)}
            for group, middle in sorted(middles_of(found).items())
        ],
        "families": list(_families(stage, found)),
        "cuts": [[round(c.cosine, 4), c.k, c.n, round(c.lb, 4)] for c in found.cuts],
        "cards": [
            {
                "traces": card.traces,
                "passing": card.passing,
                "text": shorten(card.requests[0].text),
                "files": len(card.files),
                "check": card.check,
            }
            for card in found.cards
        ],
        "given": stage.cast.presented.number if stage.cast.presented else -1,
    }


def _families(stage: Stage, found: Likeness) -> Iterator[dict[str, Any]]:
    """Each family's middle, the share of its ring that is drawn, and its words."""
    middles = middles_of(found)
    place_of = {(a.request.trace, a.request.line): n for n, a in enumerate(found.asked)}
    for family in found.families:
        first = family.requests[0]
        group = found.groups[place_of[first.trace, first.line]]
        if group not in middles:
            continue
        yield {
            "at": _at(stage, middles[group]),
            "size": len(family.requests),
            "share": round(family.routed / (family.roots or 1), 4),
            "closed": is_closed(family, stage.cast.run.settings),
            "route": item_words(family.route) if family.route else "",
            "routed": family.routed,
            "roots": family.roots,
            "text": shorten(first.text),
            "mine": family is found.chosen,
        }


def _at(stage: Stage, direction: NDArray[np.float64]) -> list[float]:
    return [round(value, 3) for value in spot(stage, direction)]


def prove_scene(stage: Stage) -> dict[str, Any] | None:
    """Pillars by task and arm, the differences, and the boards of sums."""
    found = stage.cast.proof
    if found is None:
        return None
    tasks = []
    for number, task in enumerate(found.tasks):
        arms = {
            treated: [t.turns for t in found.trials if t.task == task and t.treated == treated]
            for treated in (True, False)
        }
        tasks.append(
            {
                "x": prove.task_x(stage, number),
                "pillars": [
                    [
                        prove.pillar(stage, task, treated=treated),
                        prove.height(stage, sum(turns) / len(turns)),
                        round(sum(turns) / len(turns), 2),
                    ]
                    for treated, turns in arms.items()
                ],
                "d": round(found.d[number], 3),
            }
        )
    return {
        "tasks": tasks,
        "zero": prove.ZERO,
        "mean": prove.hang(found, found.mean),
        "board": prove.BOARD,
        "rail": prove.RAIL,
        "t": prove.on_axis(stage, found.mean),
        "none": prove.on_axis(stage, 0.0),
        "ends": [prove.on_axis(stage, found.lower), prove.on_axis(stage, found.upper)],
        "shuffles": _bars(stage, found.histogram),
        "flips": _bars(stage, found.flips),
    }


def _bars(stage: Stage, histogram: Histogram) -> list[list[float]]:
    """x0, x1 and the count's share of the highest, for each bin that holds anything."""
    most = max(histogram.counts)
    return [
        [prove.on_axis(stage, low), prove.on_axis(stage, high), round(count / most, 4)]
        for low, high, count in zip(
            histogram.edges, histogram.edges[1:], histogram.counts, strict=False
        )
        if count
    ]

"""Moves of chapter 2: steps become letters on strings, and strings give candidates."""

from __future__ import annotations

from collections import defaultdict
from math import cos, sin, sqrt

from adage.constants import HALF_LIFE_DAYS
from adage.formulas import half_life_weight
from adage.records import DAY_S
from adage_map.cast import Cast
from adage_map.frame import FAILED, LIT, SOLID, Frame
from adage_map.layout_read import join_results
from adage_map.stage import (
    GOLDEN_ANGLE,
    HEIGHT,
    KEPT_PAN,
    LENGTH,
    PAN_X,
    PAN_Z,
    STAIR_DEPTH,
    TRAY,
    Stage,
    candidate,
    pan_width,
)
from adage_map.things import Thing


def wells(stage: Stage, frame: Frame) -> None:
    """Steps gather in the well of the prototype that means the same."""
    filled: dict[int, int] = defaultdict(int)
    for row in stage.rows["step"]:
        well = stage.prototype_of.get(stage.things[row].label, -1)
        if well not in stage.wells:
            frame.scale[row] = 0
            continue
        x, z = stage.wells[well]
        place = filled[well]
        filled[well] += 1
        radius, angle = 0.26 * sqrt(place % 19), place * GOLDEN_ANGLE
        y = 0.6 + 0.34 * (place // 19)
        frame.place(row, x + radius * cos(angle), y, z + radius * sin(angle), 0.8)
    frame.look(stage.rows["step"], tone=1.0)
    # Many wells are smaller, so that neighbours stay apart.
    size = min(1.0, 6.5 / sqrt(max(1, len(stage.wells))))
    for row in stage.rows["prototype"]:
        x, z = stage.wells[_prototype_id(stage.things[row])]
        frame.place(row, x, 0.1, z, size)
    for kind in ("sheet", "line", "result"):
        frame.look(stage.rows[kind], tone=0.5)
        if kind != "sheet":
            join_results(stage, frame)


def strings(stage: Stage, frame: Frame) -> None:
    """Steps come back as letters on one string per session."""
    lay_strings(stage, frame)
    frame.look(stage.rows["prototype"], scale=0.0)


def grow(stage: Stage, frame: Frame) -> None:
    """The hero's pattern lights up wherever it occurs; the rest steps back."""
    lit = set(hero_steps(stage))
    for row in stage.rows["step"]:
        frame.tone[row] = 1.0 if row in lit else 0.22
        if row in lit:
            frame.at[row, 1] += 1.6
            frame.style[row] = LIT


def shrink(stage: Stage, frame: Frame) -> None:
    """Every candidate stands at the low end of its posterior."""
    lay_strings(stage, frame)
    frame.look(stage.rows["step"], tone=0.12)
    rows = [r for r in stage.rows["reflex"] if candidate(stage, r)]
    ranked = sorted(rows, key=lambda r: (candidate(stage, r).q05, r))
    for place, row in enumerate(ranked):
        x = stage.x("patterns", 1 + (LENGTH - 2) * (place + 0.5) / max(1, len(ranked)))
        mine = row == stage.hero
        frame.place(row, x, HEIGHT * candidate(stage, row).q05, 0.0, 0.9 if mine else 0.5)
        frame.tone[row] = 1.0 if mine else 0.8
    if stage.hero in rows:
        frame.style[stage.hero] = LIT


def age(stage: Stage, frame: Frame) -> None:
    """Old sessions count less: their steps shrink to their weight."""
    frame.look(stage.rows["step"], tone=1.0)
    for row in stage.rows["step"]:
        frame.scale[row] *= max(0.12, session_weight(stage.cast, stage.things[row].lane))
    for row in stage.rows["reflex"]:
        frame.scale[row] = min(0.3, float(frame.scale[row]))
    frame.look(stage.rows["reflex"], tone=0.15, style=SOLID)


def calibrate(stage: Stage, frame: Frame) -> None:
    """Candidates move over to the rate predicted for them, and up or down to the rate seen."""
    lay_strings(stage, frame)
    frame.look(stage.rows["step"], tone=0.1)
    rows = [r for r in stage.rows["reflex"] if candidate(stage, r)]
    taken: dict[int, int] = defaultdict(int)
    for row in stage.rows["reflex"]:
        if row not in rows:
            frame.look([row], scale=0)
    for row in rows:
        found = candidate(stage, row)
        x, y = stage.predicted(found.mean), HEIGHT * found.mean_cal
        place = taken[round(found.mean * 40)]
        taken[round(found.mean * 40)] += 1
        mine = row == stage.hero
        depth = 0.0 if mine else -STAIR_DEPTH + 1.1 * (1 + place % 7)
        frame.place(row, x, y + 0.35, depth, 0.9 if mine else 0.5)
        frame.look([row], tone=1.0 if mine else 0.75, style=LIT if mine else SOLID)


def balance(stage: Stage, frame: Frame) -> None:
    """Candidates that shorten the description stay on the pan; the others slide to the tray."""
    lay_strings(stage, frame)
    frame.look(stage.rows["step"], tone=0.12)
    kept, tray = stage.pans()
    for row in stage.rows["reflex"]:
        if row not in kept and row not in tray:
            frame.look([row], scale=0)
    for rows, (x0, y, z0), across in (
        (kept, KEPT_PAN, pan_width(len(kept))),
        (tray, TRAY, pan_width(len(tray))),
    ):
        for place, row in enumerate(rows):
            x, z = x0 + PAN_X * (place % across + 0.5), z0 + PAN_Z * (place // across + 0.5)
            frame.place(row, stage.x("patterns", x), y, z)
    frame.look(kept, tone=1.0, style=SOLID)
    frame.look(tray, tone=0.4, style=SOLID)
    frame.look([stage.hero] if stage.hero >= 0 else [], tone=1.0, style=LIT)


def fold(stage: Stage, frame: Frame) -> None:
    """What is left takes the shape in which it will be delivered."""
    rows_of: dict[str, list[int]] = defaultdict(list)
    for row in stage.rows["reflex"]:
        capsule = stage.cast.capsules[stage.things[row].ref]
        if capsule.reflex is None:
            frame.tone[row] = 0.2
        else:
            rows_of[capsule.reflex.shape].append(row)
    for shape in stage.shapes:
        for place, row in enumerate(rows_of[shape]):
            x = stage.x("patterns", 8.0 + 2.2 * (place % 11))
            frame.place(row, x, 2.2 + 1.0 * (place // 11), stage.shelf_z(shape))
            frame.look([row], tone=1.0, style=SOLID)
    frame.look([stage.hero] if stage.hero >= 0 else [], style=LIT)


def lay_strings(stage: Stage, frame: Frame) -> None:
    """Every step that became an event on its session's string."""
    for row in stage.rows["step"]:
        thing = stage.things[row]
        clocks = stage.clocks[stage.cast.lanes[thing.lane].id]
        frame.place(row, *stage.string(row), 0.85 if thing.ref in clocks else 0.0)
        frame.style[row] = FAILED if thing.ok == 0 else SOLID
    frame.look(stage.rows["step"], tone=1.0)


def _prototype_id(thing: Thing) -> int:
    return int(thing.id[2:])


def hero_steps(stage: Stage) -> list[int]:
    """Rows of the hero's context and steps in the sessions that support it."""
    hero = stage.cast.hero
    if hero is None:
        return []
    supporting = {witness.trace for witness in hero.supporting}
    wanted = set(hero.trigger) | set(hero.steps)
    rows = []
    for lane, trace in enumerate(stage.cast.lanes):
        if trace.id not in supporting:
            continue
        for step in trace.steps:
            row = stage.by_step.get(f"{trace.id}:{step.idx}")
            named = {step.key, *(f"edit:{level}" for level in step.levels), *step.levels}
            if row is not None and lane >= 0 and named & wanted:
                rows.append(row)
    return rows


def session_weight(cast: Cast, lane: int) -> float:
    """What a lane's session counts at the newest session's end, by its age."""
    newest = max(trace.end for trace in cast.run.traces)
    days = (newest - cast.lanes[lane].end) / DAY_S
    return half_life_weight(days, cast.run.settings[HALF_LIFE_DAYS])

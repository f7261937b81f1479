"""Moves of chapter 3 after the gates: what would telling change?

Reflexes line up at the back by what telling adds to their step; the hero stands between its two
ridges, untold and told; those that would change too little go to the quiet shelf in front.
"""

from __future__ import annotations

from adage_map.frame import LIT, RIMMED, Frame
from adage_map.stage import HEIGHT, LENGTH, Stage, judged_rows

# Z of the wall of reflexes, of the two ridges, and of the quiet shelf.
WALL, UNTOLD, TOLD, SHELF = -9.0, 2.0, 6.0, 8.0


def ridges(stage: Stage, frame: Frame) -> None:
    """Every reflex at the height of its uplift; the hero between its two ridges."""
    frame.look(stage.rows["step"], tone=0.08)
    for row in stage.rows["bead"]:
        frame.look([row], scale=0)
    rows = weighed(stage)
    for row in judged_rows(stage):
        if row not in rows:
            frame.look([row], scale=0)
    for place, (row, u) in enumerate(rows.items()):
        x = stage.x("evidence", 2 + (LENGTH - 4) * (place + 0.5) / len(rows))
        frame.place(row, x, HEIGHT * max(0.0, u) + 0.5, WALL, 0.9)
        frame.look([row], tone=0.9, style=RIMMED)
    hero = stage.cast.hero
    if hero is not None and hero.p_self is not None and hero.p_follow is not None:
        middle = (hero.p_self + hero.p_follow) / 2
        frame.place(stage.hero, stage.rate(middle), HEIGHT * 0.92, (UNTOLD + TOLD) / 2)
        frame.look([stage.hero], tone=1.0, style=LIT)


def quiet_shelf(stage: Stage, frame: Frame) -> None:
    """Reflexes that agents follow anyway are put aside, for a person to look through."""
    quiet = [row for row in weighed(stage) if is_quiet(stage, row)]
    pitch = min(8.0, (LENGTH - 6) / min(8, max(1, len(quiet))))
    for place, row in enumerate(quiet):
        x = stage.x("evidence", 4 + pitch * (place % 8))
        frame.place(row, x, 1.0, SHELF + 2.0 * (place // 8))
        frame.look([row], tone=1.0, style=RIMMED)
    frame.look([row for row in weighed(stage) if row not in quiet], tone=0.5)
    if stage.hero >= 0 and stage.hero not in quiet:
        frame.look([stage.hero], tone=1.0, style=LIT)


def weighed(stage: Stage) -> dict[int, float]:
    """The uplift of each reflex that has one, by its row; the lowest first."""
    found = []
    for row in judged_rows(stage):
        reflex = stage.cast.capsules[stage.things[row].ref].reflex
        if reflex is not None and reflex.u is not None and reflex.strength != "dropped":
            found.append((reflex.u, reflex.id, row))
    return {row: u for u, _, row in sorted(found)}


def is_quiet(stage: Stage, row: int) -> bool:
    """Whether telling a reflex would change too little to be worth saying."""
    reflex = stage.cast.capsules[stage.things[row].ref].reflex
    return reflex is not None and reflex.quiet

"""Moves of chapter 6: reflexes come down their belt and are sealed into the book."""

from __future__ import annotations

from adage_map.frame import LIT, RIMMED, SOLID, Frame
from adage_map.stage import Stage, judged_rows


def belts(stage: Stage, frame: Frame) -> None:
    """Reflexes of this repository's own evidence come down their belt; the others are empty."""
    for kind in ("request", "card"):
        frame.look(stage.rows[kind], scale=0)
    order = {reflex.id: place for place, reflex in enumerate(stage.cast.run.index.reflexes)}
    for row in judged_rows(stage):
        reflex = stage.cast.capsules[stage.things[row].ref].reflex
        place = order.get(reflex.id, -1) if reflex else -1
        frame.look(stage.beads_of(row), scale=0)
        for bead in stage.beads_of(row):
            frame.at[bead] = frame.at[row]
        if place < 0:
            frame.look([row], tone=0.2)
            continue
        x = stage.x("package", 2.2 + 1.65 * (place % 9))
        frame.place(row, x, 1.0 + 1.1 * (place // 36), 2.2 * (place // 9 % 4) - 3.3, 0.8)
        frame.look([row], tone=1.0, style=RIMMED)
    frame.look(stage.rows["book"], scale=1.0, style=SOLID)
    frame.place(stage.rows["book"][0], stage.x("package", 24), 1.2, 0.0)


def seal(stage: Stage, frame: Frame) -> None:
    """The reflexes go into the book; it closes and gets its sixteen characters."""
    book = stage.rows["book"][0]
    x, y, z = (float(value) for value in frame.at[book])
    inside = {f"r:{reflex.id}" for reflex in stage.cast.run.index.reflexes}
    for row in judged_rows(stage):
        if stage.things[row].id in inside:
            frame.place(row, x, y, z, 0)
            for bead in stage.beads_of(row):
                frame.place(bead, x, y, z, 0)
    frame.style[book] = RIMMED


def change_one(stage: Stage, frame: Frame) -> None:
    """One reflex is taken out and changed: the sixteen characters all change."""
    book = stage.rows["book"][0]
    if stage.hero >= 0:
        x, y, z = (float(value) for value in frame.at[book])
        frame.place(stage.hero, x, y + 4.2, z)
        frame.look([stage.hero], tone=1.0, style=LIT)
    frame.style[book] = LIT

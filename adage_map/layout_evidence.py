"""Moves of chapter 3: reflexes are counted again and judged."""

from __future__ import annotations

from collections import defaultdict
from math import cos, pi, sin

from adage_map.frame import HOLLOW, LIT, RIMMED, SOLID, Frame
from adage_map.stage import HEIGHT, LENGTH, Stage, judged_rows, strength


def recount(stage: Stage, frame: Frame) -> None:
    """Each opportunity sends one bead to its reflex: filled when the step was taken."""
    frame.look(stage.rows["step"], tone=0.5)
    for row in stage.rows["reflex"]:
        if stage.cast.capsules[stage.things[row].ref].reflex is None:
            frame.place(row, stage.x("patterns", LENGTH), -1.5, 0.0, 0)
    order = judged_rows(stage)
    pitch = min(2.4, 30.0 / max(1, len(order)))
    for place, row in enumerate(order):
        z = (place - (len(order) - 1) / 2) * pitch
        frame.place(row, stage.x("evidence", 2), 0.8, z)
        beads = stage.beads_of(row)
        step = min(0.75, (LENGTH - 6) / max(1, stage.most))
        for number, bead in enumerate(beads):
            frame.place(bead, stage.x("evidence", 4.5 + step * number), 0.6, z)
            frame.style[bead] = SOLID if stage.things[bead].ok else HOLLOW


def tube(stage: Stage, frame: Frame) -> None:
    """A reflex rises to the lower bound of its rate and stands on the cliff of Wilson's bound."""
    stand_on_cliff(stage, frame)
    frame.look(stage.rows["step"], tone=0.3)
    light_hero(stage, frame)


def gates(stage: Stage, frame: Frame) -> None:
    """Gates decide how hard a reflex may be pushed; its rim says the answer."""
    for row in judged_rows(stage):
        reflex = stage.cast.capsules[stage.things[row].ref].reflex
        weak = reflex is None or reflex.strength in ("nascent", "forming", "")
        frame.look([row], tone=0.55 if weak else 1.0, style=RIMMED)


def spread(stage: Stage, frame: Frame) -> None:
    """The hero's beads gather by task: one task alone proves nothing."""
    if stage.hero < 0:
        return
    tasks: dict[str, list[int]] = defaultdict(list)
    witnesses = stage.cast.beads.get(stage.things[stage.hero].ref, ())
    for bead in stage.beads_of(stage.hero):
        if task := witnesses[stage.things[bead].ref].task:
            tasks[task].append(bead)
    x, y, z = (float(value) for value in frame.at[stage.hero])
    for number, task in enumerate(sorted(tasks)):
        angle = 2 * pi * number / len(tasks)
        for place, bead in enumerate(tasks[task]):
            radius = 2.6 + 0.75 * place
            frame.place(bead, x + radius * cos(angle), y, z + radius * sin(angle))
    others = [row for row in stage.rows["reflex"] if row != stage.hero]
    frame.look(others, tone=0.14)
    for row in others:
        frame.look(stage.beads_of(row), tone=0.12)


def dead_end(stage: Stage, frame: Frame) -> None:
    """Known failures come forward; whatever would call one is barred."""
    stand_on_cliff(stage, frame)
    for row in judged_rows(stage):
        frame.look([row, *stage.beads_of(row)], tone=0.25)
        frame.style[row] = RIMMED
    for place, row in enumerate(inhibited(stage)):
        frame.place(row, stage.x("evidence", 4 + 4.0 * (place % 7)), 2.0, 18.0 + 2.5 * (place // 7))
        frame.look([row], tone=1.0)
        beads = stage.beads_of(row)
        pitch = min(0.6, 7.0 / max(1, len(beads)))
        for number, bead in enumerate(beads):
            x, z = float(frame.at[row, 0]), float(frame.at[row, 2])
            frame.place(bead, x, 0.4, z + 0.9 + pitch * number)
            frame.tone[bead] = 1.0
    for place, row in enumerate(barred(stage)):
        frame.place(row, stage.x("evidence", 6.5 + 4.0 * place), -1.2, 18.0)
        frame.tone[row] = 0.8


def stand_on_cliff(stage: Stage, frame: Frame) -> None:
    """Each reflex at its lower bound, above its count and rate, on the column of its beads."""
    taken: dict[tuple[int, int], int] = defaultdict(int)
    for row in judged_rows(stage):
        reflex = stage.cast.capsules[stage.things[row].ref].reflex
        if reflex is None:
            continue
        x, z = stage.cliff(reflex.k, reflex.n)
        z -= 1.3 * taken[reflex.k, reflex.n]
        taken[reflex.k, reflex.n] += 1
        frame.place(row, x, HEIGHT * reflex.lb + 0.5, z)
        frame.look([row], tone=0.9, style=SOLID)
        beads = stage.beads_of(row)
        for number, bead in enumerate(beads):
            y = HEIGHT * reflex.lb * (number + 0.5) / len(beads)
            frame.place(bead, x, y, z, min(1.0, 2.2 * reflex.lb * HEIGHT / max(1, len(beads))))
            frame.look([bead], tone=1.0, style=SOLID if stage.things[bead].ok else HOLLOW)


def light_hero(stage: Stage, frame: Frame) -> None:
    """The hero in the colour of what is being followed."""
    if stage.hero >= 0:
        frame.look([stage.hero], tone=1.0, style=LIT)


def inhibited(stage: Stage) -> list[int]:
    """Rows of the dead ends."""
    return [row for row in judged_rows(stage) if strength(stage, row) == "inhibit"]


def barred(stage: Stage) -> list[int]:
    """Rows of reflexes that the interlock took out."""
    return [
        row
        for row in judged_rows(stage)
        if (reflex := stage.cast.capsules[stage.things[row].ref].reflex) is not None
        and reflex.gate == "interlock"
    ]

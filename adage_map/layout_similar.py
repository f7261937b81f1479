"""Moves of chapter 4: requests on a globe, the groups they form, the cards they fold into."""

from __future__ import annotations

from collections import Counter, defaultdict

import numpy as np
from numpy.typing import NDArray

from adage_map.frame import LIT, SOLID, Frame
from adage_map.likeness import REQUESTS, Likeness
from adage_map.stage import LENGTH, Stage
from adage_map.things_similar import requests_of

RADIUS, HIGH = 7.5, 9.0
# How far a member of a group goes toward its middle.
PULL = 0.7
# Z of the row of cards, and how far apart they lie.
CARDS, PITCH = 13.0, 4.2
IN_ROW = 7


def globe(stage: Stage, frame: Frame) -> None:
    """Every request at its direction."""
    for kind in ("step", "reflex", "bead"):
        frame.look(stage.rows[kind], scale=0)
    lay_globe(stage, frame)


def lay_globe(stage: Stage, frame: Frame) -> None:
    """Requests on the globe; whatever else there is stays as it is."""
    for row in stage.rows["request"]:
        frame.place(row, *spot(stage, likeness(stage).points[stage.things[row].ref]))
        frame.look([row], tone=1.0, style=SOLID)


def alike(stage: Stage, frame: Frame) -> None:
    """Requests that are alike enough to none step back."""
    linked = likeness(stage).linked
    for row in stage.rows["request"]:
        held = stage.things[row].ref in linked
        frame.look([row], scale=1.15 if held else 0.8, tone=1.0 if held else 0.32)


def groups(stage: Stage, frame: Frame) -> None:
    """The members of a group draw together; who is alone stays."""
    found = likeness(stage)
    middles = middles_of(found)
    frame.look(stage.rows["request"], scale=1.0)
    for row in stage.rows["request"]:
        place = stage.things[row].ref
        middle = middles.get(found.groups[place])
        if middle is None:
            frame.tone[row] = 0.3
            continue
        toward = (1 - PULL) * found.points[place] + PULL * middle
        frame.place(row, *spot(stage, toward / (np.linalg.norm(toward) or 1.0)))
        frame.tone[row] = 1.0


def families(stage: Stage, frame: Frame) -> None:
    """Requests that started the same way stay bright, the followed family brightest."""
    found = likeness(stage)
    started = {
        (request.trace, request.line)
        for family in found.families
        for request in family.requests
        if family.gate not in ("route", "tasks")
    }
    mine = _members(found)
    for row in stage.rows["request"]:
        asked = found.asked[stage.things[row].ref].request
        key = (asked.trace, asked.line)
        frame.tone[row] = 1.0 if key in started or key in mine else 0.3
        frame.style[row] = LIT if key in mine else SOLID


def threshold(stage: Stage, frame: Frame) -> None:
    """Only what the threshold lets in stays."""
    inside = likeness(stage).inside
    for row in stage.rows["request"]:
        held = stage.things[row].ref in inside
        frame.look([row], tone=1.0 if held else 0.16, style=LIT if held else SOLID)


def cards(stage: Stage, frame: Frame) -> None:
    """Sessions that asked alike and edited alike fold into a card; their requests lie on it."""
    found = likeness(stage)
    frame.look(stage.rows["request"], tone=0.22, style=SOLID)
    taken: Counter[int] = Counter()
    for row in stage.rows["card"]:
        number = stage.things[row].ref
        x, z = card_spot(stage, number, len(found.cards))
        frame.place(row, x, 0.4, z)
        frame.look([row], tone=1.0, style=SOLID)
        for place in requests_of(found, number):
            request = stage.rows["request"][place]
            if frame.at[request, 2] >= CARDS - PITCH:
                continue
            at = taken[number]
            taken[number] += 1
            frame.place(
                request, x - 1.1 + 0.55 * (at % 5), 0.8 + 0.45 * (at // 10),
                z - 0.4 + 0.7 * (at // 5 % 2), 0.6,
            )  # fmt: skip
            frame.look([request], tone=1.0)


def deliver(stage: Stage, frame: Frame) -> None:
    """One card comes forward; it comes once in a session."""
    frame.look(stage.rows["card"], tone=0.4)
    frame.look(stage.rows["request"], tone=0.2)
    row = stage.rows["card"][_told_card(stage)]
    frame.place(row, stage.x("similar", LENGTH / 2), 7.5, CARDS - 4, 1.5)
    frame.look([row], tone=1.0, style=LIT)


def _told_card(stage: Stage) -> int:
    presented = stage.cast.presented
    return presented.number if presented else 0


def likeness(stage: Stage) -> Likeness:
    """The likeness, which there is wherever this chapter is shown."""
    found = stage.cast.likeness
    if found is None:
        raise ValueError("this run has no requests to compare, so there is no chapter about them")
    return found


def spot(stage: Stage, direction: NDArray[np.float64]) -> tuple[float, float, float]:
    """A direction on the globe as a place."""
    x, y, z = (float(value) for value in direction)
    return stage.x("similar", LENGTH / 2) + RADIUS * x, HIGH + RADIUS * y, RADIUS * z


def middles_of(found: Likeness) -> dict[int, NDArray[np.float64]]:
    """The direction of each group of two or more."""
    members: dict[int, list[int]] = defaultdict(list)
    for place, group in enumerate(found.groups[:REQUESTS]):
        members[group].append(place)
    middles = {}
    for group, places in members.items():
        if len(places) > 1:
            middle = found.points[places].sum(axis=0)
            middles[group] = middle / (float(np.linalg.norm(middle)) or 1.0)
    return middles


def card_spot(stage: Stage, number: int, count: int) -> tuple[float, float]:
    """X and Z of a card: in rows of seven, each row centred."""
    row, place = divmod(number, IN_ROW)
    wide = min(IN_ROW, count - row * IN_ROW)
    x = stage.x("similar", LENGTH / 2 + PITCH * (place - (wide - 1) / 2))
    return x, CARDS + 3.4 * row


def _members(found: Likeness) -> set[tuple[str, int]]:
    chosen = found.chosen
    return {(r.trace, r.line) for r in chosen.requests} if chosen else set()

"""The places of one world: where its bays, lanes, strings, wells and the evidence floor are.

In: a `Cast`. Out: a `Stage`, asked by the moves of each chapter. X runs along the pipeline, Z
across the sessions, Y is how sure we are.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from math import cos, log, pi, sin, sqrt
from typing import Any

from adage.constants import MIN_SUPPORT, NASCENT_FLOOR
from adage_map.cast import Cast, detail
from adage_map.things import KINDS, Thing

BAY = 40.0
LENGTH = 32.0
HEIGHT = 10.0
SHELF_STEP = 5.2
# Corners (x, y, z) of the two pans in chapter 2, and the room a capsule takes on one.
KEPT_PAN = (1.0, 3.6, -9.0)
TRAY = (17.5, 1.4, -9.0)
PAN_X, PAN_Z = 2.3, 1.5
# How far the staircase of calibration, and the ridges of uplift, reach to either side.
STAIR_DEPTH = 4.0
GOLDEN_ANGLE = pi * (3 - sqrt(5))
SHAPES = (
    *("run", "sequence", "obligation", "advise", "read-batch", "avoid"),
    *("repair", "scope", "look-ups", "hot-files"),
)
# The bays in the order of the pipeline; a part that a run does not have gets no room.
BAYS = ("read", "patterns", "evidence", "similar", "package", "speak", "prove")
ALWAYS = ("read", "patterns", "evidence", "package")


class Stage:
    """The places of one cast's world, worked out once and used by every step's verb."""

    def __init__(self, cast: Cast) -> None:
        self.cast = cast
        self.things = cast.things
        # The evidence floor begins where a reflex can begin: below these nothing is created.
        self.fewest = cast.run.settings[MIN_SUPPORT]
        self.lowest = min(0.9, cast.run.settings[NASCENT_FLOOR])
        self.parts = cast.parts
        bays = [bay for bay in BAYS if bay in ALWAYS or bay in cast.parts]
        self.bays = {bay: number for number, bay in enumerate(bays)}
        self.gap = min(2.2, 34.0 / max(1, len(cast.lanes)))
        self.rows = {kind: cast.rows(kind) for kind in KINDS}
        self.beads: dict[int, list[int]] = defaultdict(list)
        for row in self.rows["bead"]:
            self.beads[self.things[row].owner].append(row)
        self.hero = cast.hero_row()
        self.by_step = {self.things[row].id[2:]: row for row in self.rows["step"]}
        shown = {capsule.reflex.shape for capsule in cast.capsules if capsule.reflex}
        self.shapes = [shape for shape in SHAPES if shape in shown]
        self.prototype_of: Mapping[str, int] = getattr(detail(cast.run, "label"), "of", {})
        self.wells = self._wells()
        self.clocks = clocks_of(cast)
        self.levels = {name: levels_of(clocks) for name, clocks in self.clocks.items()}
        longest = max((max(c.values(), default=0) for c in self.clocks.values()), default=1)
        self.tick = min(1.0, (LENGTH - 2) / max(1, longest))
        self.dense = max((len(self._calls(lane)) for lane in range(len(cast.lanes))), default=1)
        self.most = max((c.reflex.n for c in cast.capsules if c.reflex), default=1)

    def x(self, bay: str, offset: float = 0.0) -> float:
        """The X at `offset` into a bay."""
        return self.bays[bay] * BAY + offset

    def z(self, lane: int) -> float:
        """The Z of a session's lane."""
        return (lane - (len(self.cast.lanes) - 1) / 2) * self.gap if lane >= 0 else 0.0

    def slot(self, thing: Thing, half: float = 0.25) -> float:
        """The X of a transcript line on its sheet."""
        pitch = min(1.6, (LENGTH - 2) / max(1, self.dense))
        return self.x("read", 1 + pitch * (thing.ref + half))

    def string(self, row: int) -> tuple[float, float, float]:
        """Where a step stands on its session's string: by its clock, batches stacked upward."""
        thing = self.things[row]
        trace = self.cast.lanes[thing.lane]
        clock, level = (
            self.clocks[trace.id].get(thing.ref, 0),
            self.levels[trace.id].get(thing.ref, 0),
        )
        x = self.x("patterns", 1 + clock * self.tick)
        return x, 0.5 + 0.32 * min(level, 8), self.z(thing.lane)

    def cliff(self, k: float, n: float) -> tuple[float, float]:
        """X and Z of k of n on the evidence floor: opportunities along, rate from back to front."""
        most = log(max(self.most, 25) / self.fewest)
        along = log(max(n, self.fewest) / self.fewest) / most
        rate = max(self.lowest, k / n if n else 0.0)
        depth = (rate - self.lowest) / (1 - self.lowest)
        return self.x("evidence", 1 + (LENGTH - 2) * along), -14.0 + 28.0 * depth

    def predicted(self, rate: float) -> float:
        """The X of a rate in the bay of patterns, where X stands for a rate."""
        return self.x("patterns", 1 + (LENGTH - 2) * rate)

    def rate(self, rate: float) -> float:
        """The X of a rate in the bay of evidence, where X stands for a rate."""
        return self.x("evidence", 1 + (LENGTH - 2) * rate)

    def shelf_z(self, shape: str) -> float:
        """The Z of a delivery shape's own shelf: as many shelves as the run has shapes."""
        pitch = min(4.0, 24.0 / max(1, len(self.shapes)))
        return pitch * (self.shapes.index(shape) - (len(self.shapes) - 1) / 2)

    def pans(self) -> tuple[list[int], list[int]]:
        """Rows of the candidates that were kept, and of those that would cost more bits."""
        kept: list[int] = []
        tray: list[int] = []
        for row in self.rows["reflex"]:
            found = candidate(self, row)
            if found is not None and found.gate in ("", "bits"):
                (tray if found.gate else kept).append(row)
        return kept, tray

    def deciding(self, bead: int) -> tuple[float, float, float]:
        """Where a bead comes from: the step that decided, or its session's string."""
        thing = self.things[bead]
        if thing.lane < 0:
            return self.x("patterns", LENGTH), -1.5, 0.0
        trace = self.cast.lanes[thing.lane]
        for step in trace.steps:
            row = self.by_step.get(f"{trace.id}:{step.idx}")
            if step.line == thing.line and row is not None:
                return self.string(row)
        return self.x("patterns", 1), 0.5, self.z(thing.lane)

    def beads_of(self, owner: int) -> list[int]:
        """Rows of a capsule's beads."""
        return self.beads[owner]

    def _calls(self, lane: int) -> list[int]:
        return [row for row in self.rows["line"] if self.things[row].lane == lane]

    def _wells(self) -> dict[int, tuple[float, float]]:
        """Prototype wells on a disc: sectors by effect, the most used nearest to the centre."""
        wells: dict[int, tuple[float, float]] = {}
        labels = detail(self.cast.run, "label")
        groups = defaultdict(list)
        for prototype in labels.prototypes if labels else ():
            groups[int(prototype.effect)].append(prototype)
        total = sum(sqrt(len(group)) for group in groups.values()) or 1.0
        start = 0.0
        for effect in sorted(groups):
            share = 2 * pi * sqrt(len(groups[effect])) / total
            ranked = sorted(groups[effect], key=lambda p: (-p.roots, p.id))
            for place, prototype in enumerate(ranked):
                radius = 4.0 + 11.0 * sqrt((place + 0.5) / len(ranked))
                angle = start + share * (0.12 + 0.76 * ((place * 0.618034 + 0.5) % 1.0))
                x = self.x("patterns", LENGTH / 2) + radius * cos(angle)
                wells[prototype.id] = (x, radius * sin(angle))
            start += share
        return wells


def clocks_of(cast: Cast) -> dict[str, dict[int, int]]:
    """For each shown session the clock of each of its steps that became an event."""
    strings = detail(cast.run, "string")
    clocks: dict[str, dict[int, int]] = {trace.id: {} for trace in cast.lanes}
    if not strings:
        return clocks
    number_of = {number: trace.id for number, trace in enumerate(strings.traces)}
    prompt = strings.ids.get("prompt", -1)
    offset: dict[str, int] = defaultdict(int)
    last: dict[str, int] = {}
    columns = zip(strings.label, strings.trace, strings.clock, strings.step, strict=True)
    for label, trace_number, clock, step in columns:
        name = number_of[int(trace_number)]
        # A request opens a segment but is no step; its event points at the step before it.
        if name not in clocks or int(label) == prompt:
            continue
        if int(clock) < last.get(name, 0):
            offset[name] += last[name] + 1
        last[name] = int(clock)
        clocks[name][int(step)] = offset[name] + int(clock)
    return clocks


def pan_width(count: int) -> int:
    """How many capsules stand side by side on a pan that holds so many."""
    return max(3, min(6, round(sqrt(count))))


def levels_of(clocks: Mapping[int, int]) -> dict[int, int]:
    """For each step how many steps before it share its tick."""
    seen: dict[int, int] = defaultdict(int)
    levels: dict[int, int] = {}
    for idx in sorted(clocks):
        levels[idx] = seen[clocks[idx]]
        seen[clocks[idx]] += 1
    return levels


def judged_rows(stage: Stage) -> list[int]:
    """Rows of the capsules that were judged, in their fixed order."""
    return [
        row
        for row in stage.rows["reflex"]
        if stage.cast.capsules[stage.things[row].ref].reflex is not None
    ]


def strength(stage: Stage, row: int) -> str:
    """How hard a capsule may be pushed; empty before it was judged."""
    reflex = stage.cast.capsules[stage.things[row].ref].reflex
    return reflex.strength if reflex else ""


def candidate(stage: Stage, row: int) -> Any:
    """The candidate of a capsule, or None."""
    return stage.cast.capsules[stage.things[row].ref].candidate

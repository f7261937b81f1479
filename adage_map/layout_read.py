"""Moves of the overview and of chapter 1: transcripts come apart into steps."""

from __future__ import annotations

from collections import defaultdict

from adage.records import Trace
from adage_map.frame import FAILED, GHOST, LIT, SOLID, Frame
from adage_map.stage import LENGTH, SHELF_STEP, Stage
from adage_map.things import Thing


def before(stage: Stage, frame: Frame) -> None:
    """Everything is still in the transcripts; what comes later waits under the table."""
    lay_sheets(stage, frame)
    join_results(stage, frame)
    for row in stage.rows["step"]:
        thing = stage.things[row]
        frame.place(
            row, stage.slot(thing=stage.things[thing.owner], half=0.5), 0.3, stage.z(thing.lane), 0
        )
    for row in stage.rows["prototype"]:
        frame.place(row, stage.x("patterns"), -1.5, 0.0, 0)
    for row in stage.rows["reflex"]:
        frame.place(row, stage.x("patterns", LENGTH), -1.5, 0.0, 0)
    for row in stage.rows["bead"]:
        frame.place(row, *stage.deciding(row), 0)
    for kind in ("hook", "moment", "coin", "batch"):
        for row in stage.rows[kind]:
            frame.place(row, stage.x("package", LENGTH), 0.5, stage.z(stage.things[row].lane), 0)
    for row in stage.rows["task"]:
        frame.place(row, stage.x("package", LENGTH), 0.5, 0.0, 0)
    for kind in ("request", "card"):
        for row in stage.rows[kind]:
            frame.place(row, stage.x("read", 1), 0.3, stage.z(stage.things[row].lane), 0)
    frame.place(stage.rows["book"][0], stage.x("package", LENGTH / 2), 1.2, 0.0, 0)


def sheets(stage: Stage, frame: Frame) -> None:
    """One sheet per session; its calls and results in the order in which they were written."""
    before(stage, frame)
    frame.look(range(len(stage.things)), tone=1.0, style=SOLID)
    for row in stage.rows["result"]:
        thing = stage.things[row]
        frame.place(row, stage.slot(thing, half=0.75), 0.22, stage.z(thing.lane))


def join(stage: Stage, frame: Frame) -> None:
    """A result slides onto the call it answers."""
    join_results(stage, frame)


def split(stage: Stage, frame: Frame) -> None:
    """A compound command breaks into its steps; a failure marks only what failed."""
    parts: dict[int, list[int]] = defaultdict(list)
    for row in stage.rows["step"]:
        parts[stage.things[row].owner].append(row)
    pitch = min(1.6, (LENGTH - 2) / max(1, stage.dense))
    for owner, rows in parts.items():
        line = stage.things[owner]
        for part, row in enumerate(rows):
            x = stage.slot(line, half=0.5) + (part - (len(rows) - 1) / 2) * min(0.55, pitch * 0.6)
            frame.place(row, x, 1.3 + 0.5 * (part % 2), stage.z(line.lane))
            frame.style[row] = FAILED if stage.things[row].ok == 0 else SOLID
    frame.look(stage.rows["line"], tone=0.45)
    frame.look(stage.rows["result"], tone=0.3)


def mask(stage: Stage, frame: Frame) -> None:
    """Steps that differ only in their specifics turn out to be one template."""
    alike = set(most_alike(stage.things))
    for row in stage.rows["step"]:
        frame.tone[row] = 1.0 if row in alike else 0.25
        if row in alike:
            frame.at[row, 1] = 3.2
            frame.style[row] = LIT


def shelf(stage: Stage, frame: Frame) -> None:
    """Steps go to the rank of their effect: the further right, the less they may be pushed."""
    counts: dict[tuple[int, int], int] = defaultdict(int)
    for row in stage.rows["step"]:
        thing = stage.things[row]
        place = counts[thing.effect, thing.lane]
        counts[thing.effect, thing.lane] += 1
        x = stage.x("read", 3 + SHELF_STEP * thing.effect + 0.62 * (place % 6) - 1.55)
        frame.place(row, x, 0.9 + 0.62 * (place // 6), stage.z(thing.lane))
    frame.look(stage.rows["step"], tone=1.0)
    for row in stage.rows["step"]:
        frame.style[row] = FAILED if stage.things[row].ok == 0 else SOLID
    for kind in ("line", "result"):
        frame.look(stage.rows[kind], scale=0)
    frame.look(stage.rows["sheet"], tone=0.5)


def exposed(stage: Stage, frame: Frame) -> None:
    """Steps that the agent had been told are no evidence."""
    for row in stage.rows["step"]:
        if is_exposed(stage.cast.lanes[stage.things[row].lane], stage.things[row].ref):
            frame.look([row], style=GHOST, tone=0.6)
        else:
            frame.tone[row] = 0.85


def lay_sheets(stage: Stage, frame: Frame) -> None:
    """The sheets and the calls written on them."""
    for row in stage.rows["sheet"]:
        frame.place(row, stage.x("read", LENGTH / 2), 0.0, stage.z(stage.things[row].lane))
    for row in stage.rows["line"]:
        thing = stage.things[row]
        frame.place(row, stage.slot(thing), 0.22, stage.z(thing.lane))


def join_results(stage: Stage, frame: Frame) -> None:
    """Every result on the call it answers."""
    for kind, y in (("line", 0.22), ("result", 0.46)):
        for row in stage.rows[kind]:
            thing = stage.things[row]
            frame.place(row, stage.slot(thing, half=0.5), y, stage.z(thing.lane))
    frame.look(stage.rows["line"] + stage.rows["result"], tone=1.0)


def most_alike(things: tuple[Thing, ...]) -> list[int]:
    """Rows of the template that stands for the most different texts (`{...}` ones first)."""
    groups: dict[str, list[int]] = defaultdict(list)
    for row, thing in enumerate(things):
        if thing.kind == "step" and not thing.label.startswith(("edit:", "read:")):
            groups[thing.label].append(row)
    if not groups:
        return []

    def rank(key: str) -> tuple[bool, bool, int, str]:
        masked = any(mark in key for mark in ("{id}", "{sha}", "{ver}", "{uuid}"))
        return (not masked, "{" not in key, -len({things[row].text for row in groups[key]}), key)

    return groups[min(groups, key=rank)]


def is_exposed(trace: Trace, idx: int) -> bool:
    """Whether the agent had been told this step's key before it took the step."""
    step = next((s for s in trace.steps if s.idx == idx), None)
    return step is not None and any(d.pos <= idx and step.key in d.keys for d in trace.directives)

"""Moves of chapter 7: a session meets the book at seven hooks; a directive has three endings."""

from __future__ import annotations

from collections import defaultdict
from math import cos, pi, sin

from adage.formulas import arm
from adage_map.frame import FAILED, LIT, RIMMED, SOLID, Frame
from adage_map.rehearse import HOOKS, Moment, Rehearsal
from adage_map.stage import LENGTH, Stage, judged_rows

RADIUS = 9.0
STACK, COLUMN = 0.56, 16
# Z of the line of coins, and of the first of the three endings.
COINS, ENDINGS, ROW = 14.0, 11.5, 3.2
# X at which the line of coins begins in its bay, and its length.
LINE, LONG = 5.0, 22.0


def ring(stage: Stage, frame: Frame) -> None:
    """The book comes to the middle of seven hooks; the session's events stand on their posts."""
    centre = stage.x("speak", LENGTH / 2)
    take_book(stage, frame, centre)
    for kind in ("step", "prototype"):
        frame.look(stage.rows[kind], scale=0)
    lay_posts(stage, frame)
    filled: dict[int, int] = defaultdict(int)
    for row in stage.rows["moment"]:
        hook = stage.things[stage.things[row].owner].ref
        number = filled[hook]
        filled[hook] += 1
        angle, out = bearing(hook), RADIUS + 0.62 * (number // COLUMN)
        x, z = centre + out * sin(angle), -out * cos(angle)
        frame.place(row, x, 1.95 + STACK * (number % COLUMN), z)


def lay_posts(stage: Stage, frame: Frame) -> None:
    """The seven posts on their ring."""
    for row in stage.rows["hook"]:
        x, z = post(stage, stage.things[row].ref)
        frame.place(row, x, 0.8, z)
        frame.look([row], tone=1.0, style=SOLID)


def meet(stage: Stage, frame: Frame) -> None:
    """One event meets the book: what passes the gates rises high, what a gate stops stays low."""
    centre = stage.x("speak", LENGTH / 2)
    found = rehearsal(stage)
    frame.look(stage.rows["moment"], tone=0.3)
    row = stage.rows["moment"][found.at] if found.at < len(stage.rows["moment"]) else -1
    if row >= 0:
        frame.place(row, centre, 1.6, 5.4, 1.5)
        frame.look([row], tone=1.0, style=LIT)
    said, stopped = risen(stage)
    for rows, y, tone, style in ((said, 5.4, 1.0, LIT), (stopped, 3.4, 0.6, RIMMED)):
        for place, one in enumerate(rows):
            x = centre + 6.5 * (place - (len(rows) - 1) / 2)
            frame.place(one, x, y, 0.0)
            frame.look([one], tone=tone, style=style)


def coin(stage: Stage, frame: Frame) -> None:
    """Each session falls onto the line at the number that its id gives."""
    for kind in ("hook", "moment", "book", "reflex"):
        frame.look(stage.rows[kind], tone=0.14, style=SOLID)
    share = rehearsal(stage).share
    taken: dict[int, int] = defaultdict(int)
    for row in stage.rows["coin"]:
        value = float(arm(stage.things[row].id[2:], share)["x"])
        place = taken[round(value * 30)]
        taken[round(value * 30)] += 1
        frame.place(row, stage.x("speak", along(value)), 0.3 + 0.3 * place, COINS, 0.42)
        frame.look([row], tone=1.0, style=SOLID)


def words(stage: Stage, frame: Frame) -> None:
    """What was said comes forward, as the agent reads it."""
    frame.look(stage.rows["coin"], scale=0)
    for kind in ("hook", "moment"):
        frame.look(stage.rows[kind], tone=0.3)
    frame.look(stage.rows["book"], tone=0.5)
    said, stopped = risen(stage)
    frame.look(stopped, scale=0)
    centre = stage.x("speak", LENGTH / 2)
    for place, row in enumerate(said):
        frame.place(row, centre + 6.5 * (place - (len(said) - 1) / 2), 6.4, 0.0)
        frame.look([row], tone=1.0, style=LIT)


def endings(stage: Stage, frame: Frame) -> None:
    """The directive waits three tool batches: it is followed, ignored, or it misfires."""
    said, _ = risen(stage)
    centre = stage.x("speak", LENGTH / 2)
    for place, row in enumerate(said):
        frame.place(row, centre + 5.0 * (place - (len(said) - 1) / 2), 4.2, 0.0, 0.9)
    for row in stage.rows["batch"]:
        thing = stage.things[row]
        frame.place(row, centre - 3.0 + 5.0 * thing.owner, 0.7, ENDINGS + ROW * thing.ref, 1.5)
        frame.style[row] = SOLID if thing.ok else FAILED


def plug(stage: Stage, frame: Frame) -> None:
    """The hook fails; the session's events go on in one unbroken line."""
    frame.look(stage.rows["batch"], scale=0)
    frame.look(stage.rows["hook"], tone=0.2)
    frame.look(stage.rows["book"], tone=0.25, style=SOLID)
    said, _ = risen(stage)
    for row in said:
        frame.place(row, stage.x("speak", LENGTH / 2), 1.2, 0.0, 0)
    rows = stage.rows["moment"]
    pitch = (LENGTH - 2) / max(1, len(rows) - 1)
    for place, row in enumerate(rows):
        frame.place(row, stage.x("speak", 1 + pitch * place), 0.5, ENDINGS, min(1.0, pitch / 0.7))
        frame.look([row], tone=1.0, style=SOLID)


def take_book(stage: Stage, frame: Frame, x: float) -> None:
    """Move the book with all that is sealed in it."""
    book = stage.rows["book"][0]
    inside = {f"r:{reflex.id}" for reflex in stage.cast.run.index.reflexes}
    frame.place(book, x, 1.2, 0.0, 0.72)
    frame.look([book], style=RIMMED)
    for row in judged_rows(stage):
        held = stage.things[row].id in inside
        frame.place(row, x, 1.2, 0.0, 0) if held else frame.look([row], scale=0)
        frame.look(stage.beads_of(row), scale=0)


def along(value: float) -> float:
    """Where a number between 0 and 1 lies on the line of coins."""
    return LINE + LONG * value


def bearing(hook: int) -> float:
    """The angle of a hook's post: once round, the busiest one beside the book and not before it."""
    return 2 * pi * (hook + 0.5) / len(HOOKS) - 0.95


def post(stage: Stage, hook: int) -> tuple[float, float]:
    """X and Z of a hook's post."""
    angle = bearing(hook)
    return stage.x("speak", LENGTH / 2) + RADIUS * sin(angle), -RADIUS * cos(angle)


def rehearsal(stage: Stage) -> Rehearsal:
    """The rehearsal, which there is wherever this chapter is shown."""
    found = stage.cast.rehearsal
    if found is None:
        raise ValueError("nothing is said in this run, so there is no chapter about it")
    return found


def moment_of(stage: Stage) -> Moment:
    """The moment at which something was said."""
    found = rehearsal(stage)
    return found.moments[found.at]


def risen(stage: Stage) -> tuple[list[int], list[int]]:
    """Rows of the capsules that were said, and of those that a gate stopped."""
    row_of = {stage.things[row].id: row for row in judged_rows(stage)}
    moment = moment_of(stage)
    said = [row_of[f"r:{name}"] for name in moment.said if f"r:{name}" in row_of]
    stopped = [row_of[f"r:{name}"] for name, _ in moment.stopped if f"r:{name}" in row_of]
    return said, stopped

"""Moves of chapter 8: sessions stand by their task and arm, and chance is tried out on them."""

from __future__ import annotations

from collections import Counter

from adage_map.frame import LIT, SOLID, Frame
from adage_map.proof import Proof, Trial
from adage_map.stage import HEIGHT, LENGTH, Stage

# Half the distance between a task's two pillars, as a share of the room that a task has.
APART = 0.24
# Height of the line from which differences hang or rise, and how far the largest reaches.
ZERO, REACH = 6.0, 5.0
# Z of the board on which sums are counted, and Y of the rail back to the first bay.
BOARD, RAIL = -7.0, -6.0
# How many sessions stand behind each other on the rail.
DEEP = 4


def pillars(stage: Stage, frame: Frame) -> None:
    """Each task as two pillars, with and without; its sessions stand at their number of turns."""
    for kind in ("hook", "moment", "batch", "reflex"):
        frame.look(stage.rows[kind], scale=0)
    frame.look(stage.rows["book"], tone=0.25, style=SOLID)
    frame.look(stage.rows["coin"], scale=0)
    lay_pillars(stage, frame)
    for row in stage.rows["task"]:
        frame.place(row, task_x(stage, stage.things[row].ref), 0.4, 0.0, 0)


def lay_pillars(stage: Stage, frame: Frame) -> None:
    """Each session of the proof at its task, its arm and its number of turns."""
    level: Counter[tuple[str, bool, int]] = Counter()
    for row, trial in trials_by_row(stage).items():
        key = (trial.task, trial.treated, trial.turns)
        x, y = pillar(stage, trial.task, treated=trial.treated), height(stage, trial.turns)
        frame.place(row, x, y, 0.8 * level[key], 0.5)
        frame.look([row], tone=1.0, style=SOLID)
        level[key] += 1


def differences(stage: Stage, frame: Frame) -> None:
    """The difference lifts off each pair and hangs from the line of none."""
    frame.look(list(trials_by_row(stage)), tone=0.22)
    found = proof(stage)
    for row in stage.rows["task"]:
        number = stage.things[row].ref
        frame.place(row, task_x(stage, number), hang(found, found.d[number]), 3.0, 1.5)
        frame.look([row], tone=1.0, style=SOLID)


def shuffle(stage: Stage, frame: Frame) -> None:
    """Labels are shuffled within each task: half of the sessions change sides, none its task."""
    found = proof(stage)
    frame.look(stage.rows["task"], scale=0)
    for row, trial in trials_by_row(stage).items():
        swapped = trial.session in found.swapped
        side = trial.treated != swapped
        x = pillar(stage, trial.task, treated=side)
        frame.place(row, x, 0.42 * height(stage, trial.turns), 2.0 + float(frame.at[row, 2]), 0.42)
        frame.look([row], tone=1.0 if swapped else 0.5, style=LIT if swapped else SOLID)


def flips(stage: Stage, frame: Frame) -> None:
    """One pattern of signs of all: every other task is turned over."""
    found = proof(stage)
    frame.look(list(trials_by_row(stage)), tone=0.1, style=SOLID)
    for row in stage.rows["task"]:
        number = stage.things[row].ref
        turned = number % 2 == 1
        value = -found.d[number] if turned else found.d[number]
        frame.place(row, task_x(stage, number), 0.45 * hang(found, value), 3.0, 1.2)
        frame.look([row], tone=1.0, style=LIT if turned else SOLID)


def interval(stage: Stage, frame: Frame) -> None:
    """The differences on one axis, and the stretch in which their mean likely lies."""
    found = proof(stage)
    frame.look(list(trials_by_row(stage)), scale=0)
    taken: Counter[int] = Counter()
    for row in stage.rows["task"]:
        value = found.d[stage.things[row].ref]
        x = on_axis(stage, value)
        place = taken[round(x)]
        taken[round(x)] += 1
        frame.place(row, x, 0.9 + 1.2 * place, 2.0, 1.5)
        frame.look([row], tone=1.0, style=SOLID)


def go_back(stage: Stage, frame: Frame) -> None:
    """The sessions take the rail under the table: told or not, they are read again."""
    frame.look(stage.rows["task"], scale=0)
    start, end = stage.x("prove", LENGTH), stage.x("read", 0)
    rows = trials_by_row(stage)
    for place, row in enumerate(rows):
        part = (place // DEEP) / max(1, (len(rows) - 1) // DEEP)
        x = start + (end - start) * part * 0.2
        frame.place(row, x, RAIL, 1.6 * (place % DEEP - (DEEP - 1) / 2), 0.8)
        frame.look([row], tone=1.0, style=SOLID)


def proof(stage: Stage) -> Proof:
    """The proof, which there is wherever this chapter is shown."""
    found = stage.cast.proof
    if found is None:
        raise ValueError("no task of this run was done both with Adage and without")
    return found


def trials_by_row(stage: Stage) -> dict[int, Trial]:
    """The coin of each session that is part of the proof."""
    trials = {f"a:{trial.session}": trial for trial in proof(stage).trials}
    return {
        row: trials[stage.things[row].id]
        for row in stage.rows["coin"]
        if stage.things[row].id in trials
    }


def task_x(stage: Stage, number: int) -> float:
    """The middle between a task's two pillars."""
    return stage.x("prove", 1 + (LENGTH - 2) * (number + 0.5) / len(proof(stage).tasks))


def pillar(stage: Stage, task: str, *, treated: bool) -> float:
    """The X of one of a task's pillars: with Adage on the left."""
    found = proof(stage)
    room = (LENGTH - 2) / len(found.tasks)
    return task_x(stage, found.tasks.index(task)) + APART * room * (-1 if treated else 1)


def height(stage: Stage, turns: float) -> float:
    """The Y of so many turns."""
    most = max(trial.turns for trial in proof(stage).trials)
    return 0.4 + HEIGHT * turns / most


def hang(found: Proof, value: float) -> float:
    """The Y of a difference: at the line of none, below it for fewer turns."""
    most = max(abs(each) for each in found.d) or 1.0
    return ZERO + REACH * value / most


def on_axis(stage: Stage, value: float) -> float:
    """The X of a difference on the axis of the board, none in the middle."""
    reach = proof(stage).histogram.edges[-1]
    return stage.x("prove", LENGTH / 2 + (LENGTH / 2 - 1) * max(-1.0, min(1.0, value / reach)))

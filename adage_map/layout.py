"""All keyframes of the tour in order, and their arrays as bytes.

In: a `Stage`. Out: one `Frame` to set out from and one per step, in the order of the tour. A step
whose part of the run is not there is left out. Pure: the same cast gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from adage_map import layout_evidence as evidence
from adage_map import layout_loop as loop
from adage_map import layout_package as package
from adage_map import layout_patterns as patterns
from adage_map import layout_prove as prove
from adage_map import layout_read as read
from adage_map import layout_similar as similar
from adage_map import layout_speak as speak
from adage_map import layout_uplift as uplift
from adage_map.frame import Frame
from adage_map.stage import Stage


@dataclass(frozen=True, slots=True)
class Move:
    """One step: its id, what it does, and the kinds of thing it is about.

    Lists show those kinds and the camera frames them. `needs` is the part of a run without which
    there is no such step. `quick` steps make up the quick tour.
    """

    id: str
    run: Callable[[Stage, Frame], None]
    subjects: tuple[str, ...]
    needs: str = ""
    quick: bool = False


MOVES = (
    Move("loop/1", loop.overview, ("sheet", "reflex", "book"), quick=True),
    Move("read/1", read.sheets, ("line", "result")),
    Move("read/2", read.join, ("line", "result")),
    Move("read/3", read.split, ("step",)),
    Move("read/4", read.mask, ("step",), quick=True),
    Move("read/5", read.shelf, ("step",)),
    Move("read/6", read.exposed, ("step",)),
    Move("patterns/1", patterns.wells, ("prototype", "step")),
    Move("patterns/2", patterns.strings, ("step",)),
    Move("patterns/3", patterns.grow, ("step",), quick=True),
    Move("patterns/4", patterns.shrink, ("reflex",)),
    Move("patterns/5", patterns.age, ("step",)),
    Move("patterns/6", patterns.calibrate, ("reflex",), "calibrate"),
    Move("patterns/7", patterns.balance, ("reflex",)),
    Move("patterns/8", patterns.fold, ("reflex",)),
    Move("evidence/1", evidence.recount, ("reflex", "bead")),
    Move("evidence/2", evidence.tube, ("reflex", "bead"), quick=True),
    Move("evidence/3", evidence.gates, ("reflex",)),
    Move("evidence/4", evidence.spread, ("bead",)),
    Move("evidence/5", evidence.dead_end, ("reflex",)),
    Move("evidence/6", uplift.ridges, ("reflex",), "uplift", quick=True),
    Move("evidence/7", uplift.quiet_shelf, ("reflex",), "uplift"),
    Move("similar/1", similar.globe, ("request",), "similar"),
    Move("similar/2", similar.alike, ("request",), "similar"),
    Move("similar/3", similar.groups, ("request",), "similar"),
    Move("similar/4", similar.families, ("request",), "similar", quick=True),
    Move("similar/5", similar.threshold, ("request",), "threshold"),
    Move("similar/7", similar.cards, ("card", "request"), "cards"),
    Move("similar/8", similar.deliver, ("card",), "given"),
    Move("package/1", package.belts, ("reflex", "book")),
    Move("package/3", package.seal, ("book",), quick=True),
    Move("package/4", package.change_one, ("book", "reflex")),
    Move("speak/1", speak.ring, ("hook", "moment", "book"), "speak"),
    Move("speak/2", speak.meet, ("reflex", "moment"), "speak"),
    Move("speak/3", speak.coin, ("coin",), "speak", quick=True),
    Move("speak/4", speak.words, ("reflex",), "speak"),
    Move("speak/5", speak.endings, ("batch", "reflex"), "speak"),
    Move("speak/6", speak.plug, ("moment",), "speak"),
    Move("prove/1", prove.pillars, ("coin",), "prove"),
    Move("prove/2", prove.differences, ("task",), "prove"),
    Move("prove/3", prove.shuffle, ("coin",), "prove", quick=True),
    Move("prove/4", prove.flips, ("task",), "prove"),
    Move("prove/5", prove.interval, ("task",), "prove"),
    Move("prove/7", prove.go_back, ("coin",), "prove"),
)


def moves_of(stage: Stage) -> tuple[Move, ...]:
    """The steps that this run can show."""
    return tuple(move for move in MOVES if not move.needs or move.needs in stage.parts)


def lay_out(stage: Stage) -> list[Frame]:
    """The frame to set out from, then one frame per step."""
    frame = Frame.empty(len(stage.things))
    read.before(stage, frame)
    frames = [frame]
    for move in moves_of(stage):
        frame = frame.next()
        move.run(stage, frame)
        frames.append(frame)
    return frames


def positions(frames: Sequence[Frame]) -> NDArray[np.float32]:
    """Keyframes x things x 3, little-endian float32."""
    return np.stack([frame.at for frame in frames]).astype("<f4")

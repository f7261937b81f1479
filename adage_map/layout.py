"""All keyframes of the tour in order, and their arrays as bytes.

In: a `Cast`. Out: one `Frame` to set out from and one per step, in the order of the tour. Pure:
the same cast gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from adage_map import layout_evidence as evidence
from adage_map import layout_patterns as patterns
from adage_map import layout_read as read
from adage_map.frame import Frame
from adage_map.stage import Stage

Move = Callable[[Stage, Frame], None]

# Step id, its move, and the kinds of thing it is about: what lists show and the camera frames.
MOVES: tuple[tuple[str, Move, tuple[str, ...]], ...] = (
    ("loop/1", evidence.overview, ("sheet", "reflex", "book")),
    ("read/1", read.sheets, ("line", "result")),
    ("read/2", read.join, ("line", "result")),
    ("read/3", read.split, ("step",)),
    ("read/4", read.mask, ("step",)),
    ("read/5", read.shelf, ("step",)),
    ("read/6", read.exposed, ("step",)),
    ("patterns/1", patterns.wells, ("prototype", "step")),
    ("patterns/2", patterns.strings, ("step",)),
    ("patterns/3", patterns.grow, ("step",)),
    ("patterns/4", patterns.shrink, ("reflex",)),
    ("patterns/5", patterns.age, ("step",)),
    ("patterns/7", patterns.balance, ("reflex",)),
    ("patterns/8", patterns.fold, ("reflex",)),
    ("evidence/1", evidence.recount, ("reflex", "bead")),
    ("evidence/2", evidence.tube, ("reflex", "bead")),
    ("evidence/3", evidence.gates, ("reflex",)),
    ("evidence/4", evidence.spread, ("bead",)),
    ("evidence/5", evidence.dead_end, ("reflex",)),
    ("package/1", evidence.belts, ("reflex", "book")),
    ("package/3", evidence.seal, ("book",)),
    ("package/4", evidence.change_one, ("book", "reflex")),
)


def lay_out(stage: Stage) -> list[Frame]:
    """The frame to set out from, then one frame per step."""
    frame = Frame.empty(len(stage.things))
    read.before(stage, frame)
    frames = [frame]
    for _, move, _ in MOVES:
        frame = frame.next()
        move(stage, frame)
        frames.append(frame)
    return frames


def positions(frames: Sequence[Frame]) -> NDArray[np.float32]:
    """Keyframes x things x 3, little-endian float32."""
    return np.stack([frame.at for frame in frames]).astype("<f4")

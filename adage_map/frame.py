"""One moment of the world: where every thing is and how it looks.

A `Frame` holds arrays with one row per thing: position (x, y, z), scale (0 = not there yet), tone
(1 = full colour, 0 = the ground's) and style. Layout makes each frame out of the one before it, so
what a step does not mention stays where it was.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

SOLID, HOLLOW, GHOST, FAILED, LIT, RIMMED = range(6)
STYLES = ("solid", "hollow", "ghost", "failed", "lit", "rimmed")

Rows = Sequence[int]


@dataclass(slots=True)
class Frame:
    """Positions `at` (N x 3 float32), `scale` and `tone` (N float32), `style` (N int8)."""

    at: NDArray[np.float32]
    scale: NDArray[np.float32]
    tone: NDArray[np.float32]
    style: NDArray[np.int8]

    @classmethod
    def empty(cls, count: int) -> Frame:
        """`count` things at the origin, none of them there yet."""
        return cls(
            np.zeros((count, 3), np.float32),
            np.zeros(count, np.float32),
            np.ones(count, np.float32),
            np.zeros(count, np.int8),
        )

    def next(self) -> Frame:
        """The frame after this one, before anything has changed in it."""
        return Frame(self.at.copy(), self.scale.copy(), self.tone.copy(), self.style.copy())

    def place(self, row: int, x: float, y: float, z: float, scale: float = 1.0) -> None:
        """Put one thing somewhere."""
        self.at[row] = (x, y, z)
        self.scale[row] = scale

    def look(
        self,
        rows: Rows,
        scale: float | None = None,
        tone: float | None = None,
        style: int | None = None,
    ) -> None:
        """Change how things look; None leaves a property as it is."""
        chosen = list(rows)
        if scale is not None:
            self.scale[chosen] = scale
        if tone is not None:
            self.tone[chosen] = tone
        if style is not None:
            self.style[chosen] = style

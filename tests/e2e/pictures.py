"""Screenshots as arrays: is something drawn, and did it change?"""

from __future__ import annotations

import io
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

Pixels = NDArray[np.uint8]


def picture(target: Any) -> Pixels:
    """A screenshot of a page or a locator: height x width x 3."""
    with Image.open(io.BytesIO(target.screenshot(animations="disabled"))) as image:
        return np.asarray(image.convert("RGB"))


def drawn_share(pixels: Pixels) -> float:
    """The share of pixels that differ from the most common colour: 0 for an empty canvas."""
    codes = pixels.astype(np.uint32) @ np.array([65536, 256, 1], dtype=np.uint32)
    _, counts = np.unique(codes, return_counts=True)
    return 1 - float(counts.max()) / codes.size


def changed_share(before: Pixels, after: Pixels, tolerance: int = 12) -> float:
    """The share of pixels of which a channel differs by more than `tolerance`."""
    assert before.shape == after.shape, (before.shape, after.shape)
    apart = np.abs(before.astype(np.int16) - after.astype(np.int16)).max(axis=2)
    return float((apart > tolerance).mean())

"""Things as triangles: cut where their paint changes, hollow where nothing was counted."""

from __future__ import annotations

import numpy as np
import pytest

from adage_map.frame import FAILED, GHOST, HOLLOW, LIT, RIMMED, SOLID
from adage_map.stills.bodies import Array, Made, Seen, ball, cut, triangles
from adage_map.stills.style import read_colours

COLOURS = read_colours("light")


def drawn(style: int, tone: float = 1.0, scale: float = 1.0) -> tuple[Array, Array]:
    """One ball in front of an eye on the Z axis."""
    described = {
        "solids": [{"name": "bead", "round": True, "positions": [], "normals": []}],
        "rows": [[1, 1, 1, *COLOURS["bead"], *COLOURS["prime"]]],
        "solidOf": [0],
    }
    seen = Seen(
        at=np.zeros((1, 3), np.float32),
        scale=np.array([scale], np.float32),
        tone=np.array([tone], np.float32),
        style=np.array([style], np.uint8),
        eye=np.array((0, 0, 20), np.float32),
        distance=20.0,
        theme=COLOURS,
    )
    return triangles(seen, Made.of(described))


def area(corners: Array) -> float:
    one, two = corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]
    return float(np.linalg.norm(np.cross(one, two), axis=1).sum() / 2)


def near(colours: Array, name: str) -> int:
    return int((np.abs(colours - np.array(COLOURS[name])).max(axis=2) < 0.12).all(axis=1).sum())


def test_a_ball_is_round_and_closed() -> None:
    corners = ball(20, 12)
    assert np.allclose(np.linalg.norm(corners, axis=2), 0.5, atol=1e-6)
    assert area(corners) == pytest.approx(np.pi, rel=0.04)


@pytest.mark.parametrize(("axis", "value"), [(1, 0.12), (0, -0.13), (2, 0.0)])
def test_a_cut_keeps_the_surface_and_parts_it(axis: int, value: float) -> None:
    whole = ball(9, 6)
    corners, normals = cut(whole, whole * 2, axis, value)
    assert area(corners) == pytest.approx(area(whole), rel=1e-4)
    assert corners.shape == normals.shape
    sides = corners[:, :, axis] - value
    assert not ((sides > 1e-5).any(axis=1) & (sides < -1e-5).any(axis=1)).any()


def test_what_is_not_there_yet_is_not_drawn() -> None:
    assert len(drawn(SOLID, scale=0.0)[0]) == 0


def test_hollow_and_ghost_show_less_and_less() -> None:
    solid, hollow, ghost = (area(drawn(style)[0]) for style in (SOLID, HOLLOW, GHOST))
    assert solid > hollow > ghost > 0


@pytest.mark.parametrize(
    ("style", "name"), [(FAILED, "danger"), (RIMMED, "prime"), (LIT, "accent")]
)
def test_paint_says_what_happened(style: int, name: str) -> None:
    assert near(drawn(style)[1], name) > 10
    if name == "danger":
        assert near(drawn(SOLID)[1], name) == 0


def test_without_tone_a_thing_fades_into_the_ground() -> None:
    assert np.allclose(drawn(SOLID, tone=0.0)[1], 1.0)

"""The things of one step as coloured triangles, lit as the page's shader lights them.

In: a frame's arrays and what each thing is made of. Out: corners and colours, both M x 3 x 3,
the colours from 0 to 1. The styles are those of `frame.py`; `js/shaders.js` says the same for
the page.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from adage_map.frame import FAILED, GHOST, HOLLOW, LIT, RIMMED

Array = NDArray[np.float32]

# Numbers of the page's shader: the lamp, the rim of hollow bodies, where paint ends.
LAMP = np.array((-0.35, 0.86, 0.45), np.float32) / np.float32(np.sqrt(0.35**2 + 0.86**2 + 0.45**2))
OPEN_RIM = 0.62
NOTCH, BAND, STRIPE = 0.12, 0.13, 0.1
FOG = 0.45
UNSEEN = 0.02
# A still has time for round balls: sides and rings, fewer where there are very many.
FINE, PLAIN, MANY = (20, 12), (10, 6), 4000


@dataclass(frozen=True, slots=True)
class Seen:
    """One step's arrays (N rows), the eye, the distance to what it looks at, and the colours."""

    at: Array
    scale: Array
    tone: Array
    style: NDArray[np.uint8]
    eye: Array
    distance: float
    theme: Mapping[str, Sequence[float]]


@dataclass(frozen=True, slots=True)
class Made:
    """What things are made of: size, body and rim colour (N x 3 each), and the solid of each."""

    solids: Sequence[Mapping[str, Any]]
    size: Array
    body: Array
    rim: Array
    solid: NDArray[np.int64]

    @classmethod
    def of(cls, described: Mapping[str, Any]) -> Made:
        """What `describe` answered, as arrays."""
        rows = np.asarray(described["rows"], np.float32).reshape(-1, 9)
        solid = np.asarray(described["solidOf"], np.int64)
        return cls(described["solids"], rows[:, 0:3], rows[:, 3:6], rows[:, 6:9], solid)


def triangles(seen: Seen, made: Made) -> tuple[Array, Array]:
    """Corners and colours of everything that is there."""
    corners, colours = [np.zeros((0, 3, 3), np.float32)], [np.zeros((0, 3, 3), np.float32)]
    for number, solid in enumerate(made.solids):
        here = np.flatnonzero((made.solid == number) & (seen.scale >= UNSEEN))
        for style in np.unique(seen.style[here]):
            rows = here[seen.style[here] == style]
            found = _bodies(seen, made, rows, int(style), *_mesh(solid, int(style), len(rows)))
            corners.append(found[0])
            colours.append(found[1])
    return np.concatenate(corners), np.concatenate(colours)


def _mesh(solid: Mapping[str, Any], style: int, count: int) -> tuple[Array, Array]:
    """Corners and normals (T x 3 x 3) of a solid, cut where its paint changes."""
    if solid["round"]:
        shape = FINE if count < MANY else PLAIN
        corners = ball(*shape)
        normals = corners * 2
    else:
        corners = np.asarray(solid["positions"], np.float32).reshape(-1, 3, 3)
        normals = np.asarray(solid["normals"], np.float32).reshape(-1, 3, 3)
    for axis, value in _cuts(style):
        corners, normals = cut(corners, normals, axis, value)
    return corners, normals


def _cuts(style: int) -> tuple[tuple[int, float], ...]:
    if style == FAILED:
        return ((1, NOTCH),)
    if style in (LIT, RIMMED):
        half = STRIPE if style == LIT else BAND
        return ((0, -half), (0, half))
    return ()


def ball(sides: int, rings: int) -> Array:
    """A sphere of radius 0.5 as triangles."""
    across = np.linspace(0, 2 * np.pi, sides + 1)
    down = np.linspace(0, np.pi, rings + 1)
    turn, tilt = np.meshgrid(across, down)
    points = 0.5 * np.stack(
        [np.sin(tilt) * np.sin(turn), np.cos(tilt), np.sin(tilt) * np.cos(turn)]
    )
    grid = np.moveaxis(points, 0, -1)
    p, q, r, s = grid[:-1, :-1], grid[1:, :-1], grid[1:, 1:], grid[:-1, 1:]
    faces = np.stack([np.stack([p, q, r], 2), np.stack([p, r, s], 2)]).reshape(-1, 3, 3)
    return faces.astype(np.float32)


def cut(corners: Array, normals: Array, axis: int, value: float) -> tuple[Array, Array]:
    """The same faces, none of which lies on both sides of a plane across an axis."""
    above = corners[:, :, axis] > value
    mixed = above.any(axis=1) & ~above.all(axis=1)
    made: list[tuple[Array, Array]] = [(corners[~mixed], normals[~mixed])]
    for face, normal, up in zip(corners[mixed], normals[mixed], above[mixed], strict=True):
        alone = int(np.flatnonzero(up == (up.sum() == 1))[0])
        a, b, c = alone, (alone + 1) % 3, (alone + 2) % 3
        (ab, nab), (ac, nac) = (_between(face, normal, a, other, axis, value) for other in (b, c))
        pieces = np.stack([(face[a], ab, ac), (ab, face[b], face[c]), (ab, face[c], ac)])
        sides = np.stack(
            [(normal[a], nab, nac), (nab, normal[b], normal[c]), (nab, normal[c], nac)]
        )
        made.append((pieces.astype(np.float32), sides.astype(np.float32)))
    return np.concatenate([m[0] for m in made]), np.concatenate([m[1] for m in made])


def _between(
    face: Array, normal: Array, a: int, b: int, axis: int, value: float
) -> tuple[Array, Array]:
    share = (value - face[a, axis]) / (face[b, axis] - face[a, axis])
    return face[a] + share * (face[b] - face[a]), normal[a] + share * (normal[b] - normal[a])


def _bodies(
    seen: Seen, made: Made, rows: NDArray[np.int64], style: int, local: Array, normals: Array
) -> tuple[Array, Array]:
    """One solid in one style, wherever it stands: R rows x T faces, as R * T triangles."""
    size = made.size[rows][:, None, None, :]
    corners = local[None] * size * seen.scale[rows][:, None, None, None]
    corners = (corners + seen.at[rows][:, None, None, :]).astype(np.float32)
    # Flat shading divides by the size, as bodies are longer one way than another.
    turned = normals[None] / size
    turned /= np.maximum(np.linalg.norm(turned, axis=-1, keepdims=True), 1e-6)
    turned = np.broadcast_to(turned, corners.shape)
    paint = np.broadcast_to(made.body[rows][:, None, None, :], corners.shape).copy()
    _painted(paint, seen, made, rows, style, local.mean(axis=1))
    colours = _lit(paint, turned @ LAMP, corners, seen, rows)
    corners, colours = corners.reshape(-1, 3, 3), colours.reshape(-1, 3, 3)
    if style not in (HOLLOW, GHOST):
        return corners, colours
    kept = _open(corners, turned.reshape(-1, 3, 3), seen.eye)
    if style == GHOST:
        kept &= np.tile(_dashed(local.mean(axis=1)), len(rows))
    return corners[kept], colours[kept]


def _painted(
    paint: Array, seen: Seen, made: Made, rows: NDArray[np.int64], style: int, middle: Array
) -> None:
    """The notch of a failure, the band of a rim, the stripe of what is followed."""
    if style == FAILED:
        paint[:, middle[:, 1] > NOTCH] = seen.theme["danger"]
    elif style == RIMMED:
        inside = np.abs(middle[:, 0]) < BAND
        paint[:, inside] = made.rim[rows][:, None, None, :]
    elif style == LIT:
        inside = np.abs(middle[:, 0]) < STRIPE
        accent = np.asarray(seen.theme["accent"], np.float32)
        paint[:, inside] = 0.15 * paint[:, inside] + 0.85 * accent


def _lit(paint: Array, light: Array, corners: Array, seen: Seen, rows: NDArray[np.int64]) -> Array:
    """Lamp, distance and tone, in the shader's words."""
    bright = light[..., None]
    lit = np.where(bright > 0, paint + (1 - paint) * bright * 0.16, paint * (1 + bright * 0.18))
    near, far = seen.distance * 0.9, seen.distance * 2.6
    depth = np.linalg.norm(corners - seen.eye, axis=-1)[..., None]
    part = np.clip((depth - near) / (far - near), 0, 1)
    fog = part * part * (3 - 2 * part) * FOG
    share = seen.tone[rows][:, None, None, None] * (1 - fog)
    ground = np.asarray(seen.theme["ground"], np.float32)
    colours: Array = (ground + (lit - ground) * share).astype(np.float32)
    return colours


def _open(corners: Array, normals: Array, eye: Array) -> NDArray[np.bool_]:
    """Of a hollow body only what is seen from the side is there."""
    view = eye - corners.mean(axis=1)
    view /= np.linalg.norm(view, axis=-1, keepdims=True)
    normal = normals.mean(axis=1)
    normal /= np.maximum(np.linalg.norm(normal, axis=-1, keepdims=True), 1e-6)
    facing: NDArray[np.bool_] = np.abs((view * normal).sum(axis=-1)) <= OPEN_RIM
    return facing


def _dashed(middle: Array) -> NDArray[np.bool_]:
    """A ghost's rim is broken into dashes around its middle."""
    turns = np.arctan2(middle[:, 0], middle[:, 1]) * 2.2
    broken: NDArray[np.bool_] = (turns - np.floor(turns)) <= 0.5
    return broken

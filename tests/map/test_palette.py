"""Colours of the effects: told apart by everyone, seen on both grounds. Computed from the CSS."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

CSS = Path(__file__).parents[2] / "adage_map" / "static" / "app.css"
Floats = NDArray[np.float64]

# Machado, Oliveira and Fernandes (2009), full severity, in linear RGB.
VISIONS: dict[str, list[list[float]]] = {
    "normal": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    "protan": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "deutan": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "tritan": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
}


def colours(theme: str) -> dict[str, Floats]:
    """The variables of a theme as linear RGB."""
    css = CSS.read_text(encoding="utf-8")
    opening = ":root {" if theme == "light" else ':root[data-theme="dark"] {'
    block = css.split(opening, 1)[1].split("}", 1)[0]
    found = re.findall(r"--([\w-]+): #([0-9a-f]{6});", block)
    return {name: linear(value) for name, value in found}


def linear(value: str) -> Floats:
    parts = np.array([int(value[i : i + 2], 16) / 255 for i in (0, 2, 4)])
    return np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)


def lab(rgb: Floats) -> Floats:
    to_xyz = np.array(
        [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
    )
    x, y, z = to_xyz @ rgb / np.array([0.95047, 1.0, 1.08883])
    fx, fy, fz = (v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in (x, y, z))
    return np.array([116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)])


def contrast(a: Floats, b: Floats) -> float:
    weights = np.array([0.2126, 0.7152, 0.0722])
    light, dark = sorted((float(weights @ a), float(weights @ b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_effects_are_apart_in_four_kinds_of_vision(theme: str) -> None:
    found = colours(theme)
    effects = [found[f"effect-{rank}"] for rank in range(6)]
    for name, matrix in VISIONS.items():
        seen = [lab(np.clip(np.array(matrix) @ colour, 0, 1)) for colour in effects]
        closest = min(float(np.linalg.norm(a - b)) for a, b in combinations(seen, 2))
        assert closest >= 20, (theme, name, closest)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_marks_and_words_stand_out_from_the_ground(theme: str) -> None:
    found = colours(theme)
    for name in (*(f"effect-{rank}" for rank in range(6)), "accent", "danger", "bead"):
        assert contrast(found[name], found["ground"]) >= 3, (theme, name)
    for name in ("ink", "muted"):
        assert contrast(found[name], found["ground"]) >= 4.5, (theme, name)
        assert contrast(found[name], found["raised"]) >= 4.5, (theme, name)
    assert contrast(found["on-accent"], found["accent"]) >= 4.5
    assert contrast(found["accent"], found["ground"]) >= 4.5

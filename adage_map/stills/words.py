"""Labels over a picture and the caption under it, as the page's Save PNG writes them.

In: a picture, its labels with their places, the caption. Out: the picture with them. Of two labels
that would lie on each other the one that matters more stays.
"""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw, ImageFont

from adage_map.stills.style import Look, Rgb, look_of

# Sizes in CSS pixels, as in `js/save.js`.
FOOT, MARGIN = 76, 20
TITLE, TEXT, LEADING = 16, 12.5, 17
PAD_X, PAD_Y, RADIUS = 8, 2, 6

Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Paper:
    """What words are written with: pixels per CSS pixel, colours, and the looks of labels."""

    scale: float
    theme: Mapping[str, Rgb]
    looks: Mapping[str, Look]


def write_labels(picture: Image.Image, labels: Sequence[Mapping[str, Any]], paper: Paper) -> int:
    """Write as many labels as have room, and say how many those are."""
    pen = ImageDraw.Draw(picture, "RGBA")
    taken: list[Box] = []
    for label in labels:
        look = look_of(label["look"], paper.looks)
        text = _broken(label["text"], look)
        box = _place(pen, label["point"], text, look, paper, picture.size)
        if box is None or any(_overlap(box, other, paper.scale) for other in taken):
            continue
        taken.append(box)
        _write(pen, box, text, look, paper)
    return len(taken)


def add_caption(picture: Image.Image, title: str, text: str, paper: Paper) -> Image.Image:
    """The picture with a foot under it: the step's title and its words."""
    scale = paper.scale
    width, height = picture.size
    made = Image.new("RGB", (width, height + round(FOOT * scale)), _ink(paper, "ground"))
    made.paste(picture)
    pen = ImageDraw.Draw(made)
    pen.line((0, height, width, height), fill=_ink(paper, "rule"), width=max(1, round(scale)))
    bold, plain = _font(TITLE * scale, bold=True), _font(TEXT * scale)
    x, y = MARGIN * scale, height + 18 * scale
    pen.text((x, y), title, fill=_ink(paper, "ink"), font=bold, anchor="lm")
    for number, line in enumerate(_wrapped(pen, text, plain, width - 2 * x)):
        place = (x, y + (22 + LEADING * number) * scale)
        pen.text(place, line, fill=_ink(paper, "muted"), font=plain, anchor="lm")
    return made


def _wrapped(
    pen: ImageDraw.ImageDraw, text: str, font: ImageFont.FreeTypeFont, width: float
) -> list[str]:
    """Two lines at most; what does not fit ends in an ellipsis."""
    per_line = max(20, int(width / pen.textlength("i", font=font)))
    lines = textwrap.wrap(text, per_line, max_lines=2, placeholder=" …")
    while lines and max(pen.textlength(line, font=font) for line in lines) > width:
        per_line -= 2
        lines = textwrap.wrap(text, per_line, max_lines=2, placeholder=" …")
    return lines


def _broken(text: str, look: Look) -> str:
    if not look.chars:
        return text
    return "\n".join(part for line in text.split("\n") for part in textwrap.wrap(line, look.chars))


def _place(
    pen: ImageDraw.ImageDraw,
    point: Mapping[str, float],
    text: str,
    look: Look,
    paper: Paper,
    size: tuple[int, int],
) -> Box | None:
    """Above its point and inside the picture; None when the point is outside."""
    scale = paper.scale
    x, y = point["x"] * scale, point["y"] * scale
    if not (0 <= x <= size[0] and 0 <= y <= size[1]):
        return None
    wide, high = _measure(pen, text, look, scale)
    left = min(size[0] - wide - 6 * scale, max(6 * scale, x - wide / 2))
    top = max(4 * scale, y - high - 10 * scale)
    return left, top, left + wide, top + high


def _measure(pen: ImageDraw.ImageDraw, text: str, look: Look, scale: float) -> tuple[float, float]:
    font = _font(look.size * scale, bold=look.bold, mono=look.mono)
    lines = text.split("\n")
    wide = max(pen.textlength(line, font=font) for line in lines)
    return wide + 2 * PAD_X * scale, (1.5 * look.size * len(lines) + 2 * PAD_Y) * scale


def _overlap(a: Box, b: Box, scale: float) -> bool:
    x, y = 4 * scale, 2 * scale
    return a[0] < b[2] + x and b[0] < a[2] + x and a[1] < b[3] + y and b[1] < a[3] + y


def _write(pen: ImageDraw.ImageDraw, box: Box, text: str, look: Look, paper: Paper) -> None:
    scale = paper.scale
    if look.ground or look.border:
        pen.rounded_rectangle(
            box,
            radius=RADIUS * scale,
            fill=(*_ink(paper, "ground"), round(255 * look.ground)),
            outline=_ink(paper, look.border) if look.border else None,
            width=max(1, round(scale)),
        )
    font = _font(look.size * scale, bold=look.bold, mono=look.mono)
    for number, line in enumerate(text.split("\n")):
        y = box[1] + (PAD_Y + 1.5 * look.size * (number + 0.5)) * scale
        place = (box[0] + PAD_X * scale, y)
        pen.text(place, line, fill=_ink(paper, look.colour), font=font, anchor="lm")


def _ink(paper: Paper, name: str) -> tuple[int, int, int]:
    red, green, blue = (round(255 * part) for part in paper.theme[name])
    return red, green, blue


@cache
def _font(size: float, bold: bool = False, mono: bool = False) -> ImageFont.FreeTypeFont:
    """A font that comes with PyVista's own requirements, so that stills look alike everywhere."""
    name = f"DejaVuSans{'Mono' if mono else ''}{'-Bold' if bold else ''}.ttf"
    found = find_spec("matplotlib")
    folder = Path(found.origin).parent if found and found.origin else Path()
    return ImageFont.truetype(folder / "mpl-data" / "fonts" / "ttf" / name, round(size))

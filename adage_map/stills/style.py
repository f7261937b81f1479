"""The page's style sheet as numbers and words, so that stills and page never disagree.

In: `app.css`. Out: the colours of a theme, and the look of each kind of label.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

SHEET = Path(__file__).resolve().parent.parent / "static" / "app.css"
REM = 16.0

Rgb = tuple[float, float, float]

_BLOCK = re.compile(r'^:root(\[data-theme="(\w+)"\])? \{(.*?)\}', re.MULTILINE | re.DOTALL)
_COLOUR = re.compile(r"--([\w-]+): #([0-9a-f]{6})")
_LABEL = re.compile(
    r"^(\.label(?:\.[\w-]+)?(?:, \.label\.[\w-]+)*) \{(.*?)\}", re.MULTILINE | re.DOTALL
)
_SIZE = re.compile(r"(?:font-size: |font: \d+ )([\d.]+)rem")
_WIDTH = re.compile(r"max-width: min\((\d+)ch")


@dataclass(frozen=True, slots=True)
class Look:
    """How a label is written: sizes in CSS pixels, colours by their names in the theme.

    `ground` is how opaque its ground is, 0 to 1; `chars` is where its lines break, 0 nowhere.
    """

    size: float = 12.5
    colour: str = "ink"
    border: str = ""
    ground: float = 0.82
    bold: bool = False
    mono: bool = False
    chars: int = 0


def read_colours(theme: str, sheet: str | None = None) -> dict[str, Rgb]:
    """Every colour of a theme by its name, as red, green and blue from 0 to 1."""
    text = sheet if sheet is not None else SHEET.read_text(encoding="utf-8")
    found: dict[str, Rgb] = {}
    for _, name, body in _BLOCK.findall(text):
        if name in ("", theme):
            found |= {key: _rgb(value) for key, value in _COLOUR.findall(body)}
    return found


def read_looks(sheet: str | None = None) -> dict[str, Look]:
    """The look of each kind of label by its class; the plain one has no name."""
    text = sheet if sheet is not None else SHEET.read_text(encoding="utf-8")
    looks = {"": Look()}
    for selector, body in _LABEL.findall(text):
        for name in re.findall(r"\.label\.([\w-]+)", selector) or [""]:
            looks[name] = _changed(looks.get(name, looks[""]), body)
    return looks


def look_of(name: str, looks: Mapping[str, Look]) -> Look:
    """The look of a label's class; an effect's label has that effect's colour."""
    if name.startswith("effect-"):
        return replace(looks[""], colour=name, bold=True)
    return looks.get(name, looks[""])


def _changed(look: Look, body: str) -> Look:
    colour = re.search(r"(?<![\w-])color: var\(--([\w-]+)\)", body)
    border = re.search(r"border: 1px solid var\(--([\w-]+)\)", body)
    size, chars = _SIZE.search(body), _WIDTH.search(body)
    ground = look.ground
    if "background: none" in body:
        ground = 0.0
    elif "background: var(--ground)" in body:
        ground = 1.0
    return replace(
        look,
        colour=colour[1] if colour else look.colour,
        border=border[1] if border else look.border,
        size=float(size[1]) * REM if size else look.size,
        chars=int(chars[1]) if chars and "pre-wrap" in body else look.chars,
        bold=look.bold or re.search(r"(?:font-weight|font): 600", body) is not None,
        mono=look.mono or "monospace" in body,
        ground=ground,
    )


def _rgb(digits: str) -> Rgb:
    red, green, blue = (int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4))
    return red, green, blue

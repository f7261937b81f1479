"""Draw the stills of the sample that the page without JavaScript and the documentation show.

    python -m tools.docs.stills

In: the sample, as a real `adage map` answers. Out: in `adage_map/static/stills` one
CHAPTER-THEME.webp for each chapter and theme. Needs the extra `stills`. Run it again, and commit
the result, when the map has changed its looks or the sample its numbers.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from PIL import Image

from adage_map.stills import THEMES, Wanted, draw, key_steps

FOLDER = Path(__file__).resolve().parent.parent.parent / "adage_map" / "static" / "stills"
# Twice as wide as high: the whole table of the overview fits, and words stay readable at 700 px.
SIZE, SCALE = (1280, 640), 1.45
MOST_BYTES = 60_000


def make(folder: Path) -> None:
    """Draw both sets and replace what is in the folder."""
    document = _sample()
    chapters = {step: chapter for chapter, step in key_steps(document).items()}
    folder.mkdir(exist_ok=True)
    for old in folder.glob("*.webp"):
        old.unlink()
    with tempfile.TemporaryDirectory(prefix="adage-stills-") as drawn:
        for theme in THEMES:
            wanted = Wanted(tuple(chapters), theme=theme, size=SIZE, scale=SCALE, caption=False)
            for still in draw(document, Path(drawn), wanted, os.environ):
                _pack(still.path, folder / f"{chapters[still.step]}-{theme}.webp")


def _sample() -> dict[str, Any]:
    with tempfile.TemporaryDirectory(prefix="adage-stills-") as home:
        command = [sys.executable, "-m", "adage", "map", "--sample", "--get", "/api/v1/world"]
        done = subprocess.run(
            command, capture_output=True, text=True, check=True, env={**os.environ, "HOME": home}
        )
    document: dict[str, Any] = json.loads(done.stdout)
    return document


def _pack(drawn: Path, path: Path) -> None:
    """As good as fits into the bytes that a page may spend on one picture."""
    with Image.open(drawn) as picture:
        for quality in (88, 80, 72, 64):
            picture.save(path, quality=quality, method=6)
            if path.stat().st_size <= MOST_BYTES:
                break
    print(path.name, path.stat().st_size)


if __name__ == "__main__":
    make(FOLDER)

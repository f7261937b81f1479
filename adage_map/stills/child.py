"""The process that draws: `python -m adage_map.stills.child`, started by `adage_map.stills`.

In: one request as JSON on the standard input. Out: a PNG for each step, and one line of JSON for
each on the standard output. Drawing without a graphics library ends in a signal, not an exception,
which is why it happens in a process of its own.
"""

from __future__ import annotations

import base64
import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

MISSING = 3


def main() -> int:
    """Draw what is asked for. `MISSING` says that a package of the extra is not installed."""
    try:
        for line in _draw(json.load(sys.stdin)):
            print(json.dumps(line), flush=True)
    except ModuleNotFoundError as error:
        print(json.dumps({"missing": error.name}), flush=True)
        return MISSING
    return 0


def _draw(request: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    from adage_map.stills.bodies import Made, Seen, triangles
    from adage_map.stills.scene import Canvas
    from adage_map.stills.script import describe
    from adage_map.stills.style import read_colours, read_looks
    from adage_map.stills.words import FOOT, Paper, add_caption, write_labels

    document, scale = request["document"], request["scale"]
    width, height = request["size"]
    if request["caption"]:
        height -= round(FOOT * scale)
    theme = read_colours(request["theme"])
    canvas = Canvas((width, height), theme["ground"], scale)
    if not request["steps"]:
        canvas.try_out()
        return
    size = (round(width / scale), round(height / scale))
    told = describe(document, theme, request["steps"], size)
    made, paper = Made.of(told), Paper(scale, theme, read_looks())
    places = np.frombuffer(base64.b64decode(document["frames"]), "<f4")
    places = places.reshape(len(document["looks"]), -1, 3)
    for step in told["steps"]:
        number = step["frame"]
        scales, tones, styles = _looks(document["looks"][number])
        eye = np.asarray(step["eye"], np.float32)
        seen = Seen(places[number], scales, tones, styles, eye, step["distance"], theme)
        picture = canvas.draw(step, *triangles(seen, made))
        labels = write_labels(picture, step["labels"], paper)
        if request["caption"]:
            words = f"{request['source']}. {step['text']}"
            picture = add_caption(picture, step["title"], words, paper)
        path = Path(request["folder"]) / f"{step['id'].replace('/', '-')}.png"
        picture.save(path, optimize=True)
        yield {"step": step["id"], "path": str(path), "labels": labels, "title": step["title"]}
    canvas.close()


def _looks(text: str) -> tuple[Any, Any, Any]:
    """Scale, tone and style of every thing, as `world.py` packs them."""
    columns = np.frombuffer(base64.b64decode(text), np.uint8).reshape(-1, 3)
    scale, tone = (columns[:, place].astype(np.float32) / 100 for place in (0, 1))
    return scale, tone, columns[:, 2]


if __name__ == "__main__":
    sys.exit(main())

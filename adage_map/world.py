"""A run of the learner as one world: what the page draws, says and lists.

In: a run. Out: a `World`: a JSON-able document and the keyframes as bytes (float32, little-endian,
keyframes x things x 3). Nothing is computed here that the learner should have recorded: positions,
words and looks are made of its records.
"""

from __future__ import annotations

import base64
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from adage.constants import FIRE_LB, PRIME_KEEP, PRIME_NEW
from adage.formulas import wilson_lower
from adage.records import Effect
from adage_map.captions import CHAPTERS, Chapter, StepWords, write_caption
from adage_map.cast import Run, build_cast, detail
from adage_map.details import glossary_rows, reflex_details, registry, session_details
from adage_map.facts import constant_facts, gather_facts
from adage_map.frame import STYLES, Frame
from adage_map.layout import Move, lay_out, moves_of, positions
from adage_map.layout_uplift import SHELF, TOLD, UNTOLD, WALL
from adage_map.scenes import prove_scene, similar_scene, speak_scene
from adage_map.stage import (
    BAY,
    HEIGHT,
    KEPT_PAN,
    LENGTH,
    PAN_X,
    PAN_Z,
    SHELF_STEP,
    STAIR_DEPTH,
    TRAY,
    Stage,
    pan_width,
)
from adage_map.things import KINDS, Thing

# Frames of a small world travel inside the page, so that the first picture needs no second request.
EMBEDDED_BYTES = 1_500_000


@dataclass(frozen=True, slots=True)
class World:
    """`document` is embedded in the page and served as JSON; `frames` are the positions."""

    document: dict[str, Any]
    frames: bytes


def build_world(run: Run) -> World:
    """The world of one run. The same run gives the same document and the same bytes."""
    cast = build_cast(run)
    stage = Stage(cast)
    moves = moves_of(stage)
    frames = lay_out(stage)
    facts = gather_facts(cast)
    words = facts | constant_facts(run.settings)
    content = positions(frames).tobytes()
    document = {
        "version": 1,
        "source": run.source,
        "title": run.title,
        "generation": run.index.generation,
        "hero": cast.things[cast.hero_row()].id if cast.hero else "",
        "facts": facts,
        "constants": constant_facts(run.settings),
        "chapters": list(_chapters(words, {move.id for move in moves})),
        "steps": [_step(move, stage, frame) for move, frame in zip(moves, frames[1:], strict=True)],
        "things": _columns(cast.things),
        "looks": [_looks(frame) for frame in frames],
        "kinds": KINDS,
        "styles": STYLES,
        "effects": [effect.word for effect in Effect],
        "reflexes": reflex_details(cast),
        "sessions": session_details(cast),
        "places": _places(stage),
        "similar": similar_scene(stage),
        "speak": speak_scene(stage),
        "prove": prove_scene(stage),
        "registry": registry(run.settings),
        "glossary": glossary_rows(),
        "shown": {"sessions": len(cast.lanes), "things": len(cast.things)},
        "frames": base64.b64encode(content).decode() if len(content) <= EMBEDDED_BYTES else "",
    }
    return World(document, content)


def _chapters(facts: Mapping[str, Any], shown: Collection[str]) -> Iterator[dict[str, Any]]:
    """The chapters of which this run can show anything."""
    for chapter in CHAPTERS:
        steps = [words for words in chapter.steps if f"{chapter.id}/{words.number}" in shown]
        if steps:
            yield _chapter(chapter, steps, facts)


def _chapter(
    chapter: Chapter, shown: Sequence[StepWords], facts: Mapping[str, Any]
) -> dict[str, Any]:
    steps = []
    for words in shown:
        caption = write_caption(words, facts)
        steps.append(
            {
                "id": f"{chapter.id}/{words.number}",
                "number": words.number,
                "title": caption.title,
                "text": caption.text,
                "state": caption.state,
                "fields": sorted(caption.fields),
            }
        )
    return {
        "number": chapter.number,
        "id": chapter.id,
        "title": chapter.title,
        "about": chapter.about,
        "steps": steps,
    }


def _step(move: Move, stage: Stage, frame: Frame) -> dict[str, Any]:
    rows = [row for kind in move.subjects for row in stage.rows[kind] if is_subject(frame, row)]
    shown = frame.at[rows] if rows else np.zeros((1, 3), np.float32)
    return {
        "id": move.id,
        "subjects": move.subjects,
        "quick": move.quick,
        "box": [_floats(shown.min(axis=0)), _floats(shown.max(axis=0))],
    }


def is_subject(frame: Frame, row: int) -> bool:
    """Whether a step is about a thing: it is there and has not stepped back into the ground."""
    return bool(frame.scale[row] > 0 and frame.tone[row] > 0.3)


def _columns(things: Sequence[Thing]) -> dict[str, list[Any]]:
    """The things as columns: one list for each property is a third of the size of objects."""
    names = ("id", "solid", "label", "effect", "lane", "ref", "owner", "text", "line", "ok")
    columns: dict[str, list[Any]] = {
        name: [getattr(thing, name) for thing in things] for name in names
    }
    columns["kind"] = [KINDS.index(thing.kind) for thing in things]
    return columns


def _looks(frame: Frame) -> str:
    """Scale (x 100), tone (x 100) and style of every thing, one byte each, as base64."""
    columns = (
        np.clip(np.rint(frame.scale * 100), 0, 255),
        np.clip(np.rint(frame.tone * 100), 0, 255),
        frame.style,
    )
    return base64.b64encode(np.stack(columns, axis=1).astype(np.uint8).tobytes()).decode()


def _places(stage: Stage) -> dict[str, Any]:
    wells = {str(number): [round(x, 3), round(z, 3)] for number, (x, z) in stage.wells.items()}
    return {
        "bay": BAY,
        "length": LENGTH,
        "height": HEIGHT,
        "bays": {name: number * BAY for name, number in stage.bays.items()},
        "depth": round(stage.gap * max(1, len(stage.cast.lanes)), 3),
        "gap": round(stage.gap, 3),
        "tick": round(stage.tick, 4),
        "dense": stage.dense,
        "shelf": SHELF_STEP,
        "shapes": [[shape, round(stage.shelf_z(shape), 3)] for shape in stage.shapes],
        "wells": wells,
        "pans": {
            name: _pan(corner, len(rows))
            for name, corner, rows in zip(
                ("kept", "tray"), (KEPT_PAN, TRAY), stage.pans(), strict=True
            )
        },
        "cliff": _cliff(stage),
        "stairs": _stairs(stage),
        "uplift": {"wall": WALL, "untold": UNTOLD, "told": TOLD, "shelf": SHELF},
        "gates": {
            "fire": stage.cast.run.settings[FIRE_LB],
            "prime": stage.cast.run.settings[PRIME_NEW],
            "keep": stage.cast.run.settings[PRIME_KEEP],
        },
    }


def _stairs(stage: Stage) -> dict[str, Any]:
    """The staircase of calibration and the rates seen that it was made of."""
    found = detail(stage.cast.run, "calibrate")
    if not found:
        return {}
    curve = found.calibration
    columns = {"x": curve.x, "y": curve.y, "weight": curve.weight, "fitted": curve.fitted}
    rounded = {name: [round(value, 4) for value in values] for name, values in columns.items()}
    sizes = Counter(curve.folds.values())
    return {**rounded, "folds": [sizes[fold] for fold in sorted(sizes)], "depth": STAIR_DEPTH}


def _pan(corner: tuple[float, float, float], count: int) -> list[float]:
    """A pan as x0, z0, x1, z1 and its height, x from the bay's start."""
    x, y, z = corner
    across = pan_width(count)
    deep = max(1, -(-count // across))
    return [x - 0.3, z - 0.3, x + PAN_X * across + 0.3, z + PAN_Z * deep + 0.3, y - 0.6]


def _cliff(stage: Stage) -> dict[str, Any]:
    """Wilson's bound over all counts and rates, as a grid of points: rates x counts x (x, y, z)."""
    most = max(stage.most, 25)
    few, low = stage.fewest, stage.lowest
    counts = sorted({round(few * (most / few) ** (part / 16)) for part in range(17)})
    rates = [low + (1 - low) * part / 12 for part in range(13)]
    rows = []
    for rate in rates:
        row = []
        for count in counts:
            x, z = stage.cliff(rate * count, count)
            row.append(
                [round(x, 3), round(HEIGHT * wilson_lower(rate * count, count), 3), round(z, 3)]
            )
        rows.append(row)
    return {"counts": counts, "rates": rates, "points": rows}


def _floats(values: NDArray[np.float32]) -> list[float]:
    return [round(float(value), 3) for value in values]

"""A map as a folder: `adage map --export DIR`, to look at without Adage.

In: a run. Out: `index.html` with its files, which works from a file server and from `file://`
without a network. Without `include_text` it holds no words of the person and no paths.
"""

from __future__ import annotations

import base64
import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flask import render_template
from markupsafe import Markup

from adage.errors import AdageError
from adage_map.app import Context, create_app
from adage_map.inline import inline_page
from adage_map.redacted import redact_world
from adage_map.runs import Loaded, world_json
from adage_map.stills import shipped_stills

# Says that a folder is one of ours and may be written over.
MARK = ".adage-export"


@dataclass(frozen=True, slots=True)
class Exported:
    """What was written: the page, its size in bytes with all files, and what was removed."""

    page: Path
    size: int
    removed: Counter[str]


def export(context: Context, loaded: Loaded, folder: Path, *, include_text: bool) -> Exported:
    """Write the run's map into `folder`, which must be new, empty, or an older export.

    Raises `AdageError` when the folder holds anything else, cannot be written, or when the run has
    nothing to show.
    """
    document, removed = document_of(loaded, include_text=include_text)
    html = _page(context, document)
    prepare_folder(folder, MARK, "export")
    try:
        inline_page(html, folder)
    except OSError as error:
        raise AdageError(f"{folder} cannot be written: {error.strerror}") from error
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    return Exported(folder / "index.html", size, removed)


def document_of(loaded: Loaded, *, include_text: bool) -> tuple[dict[str, Any], Counter[str]]:
    """A run's document with its frames, and what was removed from it: private words, unless asked.

    Raises `AdageError` when the run has nothing to show.
    """
    if loaded.run is None or not loaded.world:
        raise AdageError(f"the run {loaded.name} has nothing to export: {loaded.state}")
    document, removed = json.loads(loaded.world), Counter[str]()
    if not include_text:
        document, removed = redact_world(document, loaded.run)
    document["frames"] = base64.b64encode(loaded.frames).decode()
    return document, removed


def _page(context: Context, document: dict[str, object]) -> str:
    world = world_json(document).decode()
    with create_app(context).app_context():
        return render_template(
            "map.html",
            world_json=Markup(world),  # noqa: S704 - `world_json` made it safe inside a data block
            chapters=document["chapters"],
            stills=shipped_stills(document),
        )


def prepare_folder(folder: Path, mark: str, name: str) -> None:
    """Make a folder ours: new, empty, or one that holds our `mark` from an earlier `--name`.

    Raises `AdageError` when it holds anything else or cannot be written.
    """
    try:
        if folder.is_dir() and any(folder.iterdir()) and not (folder / mark).is_file():
            raise AdageError(
                f"{folder} holds other files, which --{name} would mix with. Name a new folder"
            )
        folder.mkdir(parents=True, exist_ok=True)
        (folder / mark).write_text(f"made by adage map --{name}\n", encoding="utf-8")
    except OSError as error:
        raise AdageError(f"{folder} cannot be written: {error.strerror}") from error

"""Pictures of the map without a browser: `adage map --stills DIR`.

In: a world's document with its frames, and what is wanted. Out: one PNG for each step, drawn by a
process of its own (`child.py`), whose end by a signal becomes a sentence here.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Any

from adage.errors import AdageError
from adage_map.redacted import TITLE

# Says that a folder is one of ours and may be written over.
MARK = ".adage-stills"
SHIPPED = Path(__file__).resolve().parent.parent / "static" / "stills"
THEMES = ("light", "dark")
SIZE = (1600, 900)
SCALE = 1.6
# Must be `child.MISSING`, which is not imported: the child's own imports belong to its process.
MISSING = 3
EXTRA = "python -m pip install 'adage-map[stills]'"
# VTK otherwise looks for an X server first, and warns that there is none.
WINDOW = {"VTK_DEFAULT_OPENGL_WINDOW": "vtkEGLRenderWindow"}


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which steps, as `theme` "light" or "dark", `size` in pixels, `scale` pixels per CSS pixel.

    The size includes the caption's foot, if there is one. `source` opens the caption.
    """

    steps: tuple[str, ...]
    theme: str = "light"
    size: tuple[int, int] = SIZE
    scale: float = SCALE
    caption: bool = True
    source: str = ""


@dataclass(frozen=True, slots=True)
class Still:
    """One picture: its step, where it was written, and how many labels had room."""

    step: str
    path: Path
    labels: int


def chosen_steps(document: Mapping[str, Any], *, every: bool = False) -> tuple[str, ...]:
    """The first step of each chapter and the stops of the quick tour, or every step."""
    firsts = {chapter["steps"][0]["id"] for chapter in document["chapters"]}
    steps = document["steps"]
    return tuple(step["id"] for step in steps if every or step["quick"] or step["id"] in firsts)


def key_steps(document: Mapping[str, Any]) -> dict[str, str]:
    """The step that stands for each chapter: its first stop of the quick tour, or its first."""
    quick = {step["id"] for step in document["steps"] if step["quick"]}
    return {
        chapter["id"]: next((s["id"] for s in chapter["steps"] if s["id"] in quick), "")
        or chapter["steps"][0]["id"]
        for chapter in document["chapters"]
    }


def shipped_stills(document: Mapping[str, Any]) -> dict[str, str]:
    """What the pictures that come with the page show, by chapter; only the sample has some.

    The words are those of the step that stands for the chapter, for people who do not see it.
    """
    if document.get("source") != "sample":
        return {}
    states = {s["id"]: s["state"] for chapter in document["chapters"] for s in chapter["steps"]}
    return {
        chapter: states[step]
        for chapter, step in key_steps(document).items()
        if (SHIPPED / f"{chapter}-light.webp").is_file()
    }


def source_of(document: Mapping[str, Any]) -> str:
    """Whose traces a picture shows, as the page's ribbon says it."""
    if document["source"] == "sample":
        return "Sample traces"
    removed = document["title"] == TITLE
    return "Your repository" if removed else f"Your repository: {document['title']}"


def try_out(environ: Mapping[str, str]) -> None:
    """Draw nothing, to see whether pictures can be drawn here. Raises `AdageError` as `draw`."""
    for _ in draw({}, Path(), Wanted(()), environ):
        pass


def draw(
    document: Mapping[str, Any], folder: Path, wanted: Wanted, environ: Mapping[str, str]
) -> Iterator[Still]:
    """Draw the wanted steps into `folder`, one after the other; the document holds its frames.

    Raises `AdageError` when the extra is not installed or the machine cannot draw.
    """
    request = {"document": document, "folder": str(folder), **asdict(wanted)}
    command = [sys.executable, "-m", "adage_map.stills.child"]
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as said:
        with subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=said,
            text=True,
            env={**WINDOW, **environ} if sys.platform == "linux" else dict(environ),
        ) as child:
            yield from _stills(child, json.dumps(request))
        if child.returncode:
            raise AdageError(_sentence(child.returncode, _last_line(said)))


def _stills(child: subprocess.Popen[str], request: str) -> Iterator[Still]:
    assert child.stdin is not None
    assert child.stdout is not None
    try:
        child.stdin.write(request)
        child.stdin.close()
    except BrokenPipeError:
        return
    for line in child.stdout:
        told = json.loads(line)
        if "step" in told:
            yield Still(told["step"], Path(told["path"]), told["labels"])


def _sentence(code: int, said: str) -> str:
    """What it means that the process ended so, and what to do."""
    if code == MISSING:
        return (
            "stills are drawn with PyVista, which is not installed here. "
            f"Install it (about 760 MB) with: {EXTRA}"
        )
    if code < 0 or code > 128:
        return (
            "the process that draws stills was ended by the system "
            f"(signal {-code if code < 0 else code - 128}). It most likely found no graphics "
            "library: install libEGL, on Debian and Ubuntu with: apt-get install libegl1"
        )
    return f"the process that draws stills failed: {said or f'it ended with {code}'}"


def _last_line(said: IO[str]) -> str:
    said.seek(0)
    return next((line.strip() for line in reversed(said.readlines()) if line.strip()), "")

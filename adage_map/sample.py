"""The sample's world, kept from start to start so that the first picture needs no learner.

In: how to learn the sample, and a folder of Adage's own. Out: its run. The kept world is named by
a fingerprint of everything it was made from, so it cannot outlive the code or the transcripts.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from adage_map.runs import SAMPLE, Loaded, count_run

PACKAGES = (Path(__file__).resolve().parent.parent / "adage", Path(__file__).resolve().parent)


def load_sample(learn: Callable[[], Loaded], folder: Path) -> Loaded:
    """The sample's run: its world as kept in `folder`, or learned now and kept there.

    A folder that cannot be written to costs time at each start and nothing else.
    """
    kept = folder / f"sample-{fingerprint(PACKAGES)}.world"
    found = read_kept(kept)
    if found is not None:
        return replace(found, fill=learn)
    learned = learn()
    if learned.state == "ready":
        keep(kept, learned)
    return learned


def read_kept(path: Path) -> Loaded | None:
    """What `keep` wrote, without records, or None when it is not there or not whole."""
    try:
        head, _, body = path.read_bytes().partition(b"\n")
        told = json.loads(head)
        world, frames = body[: told["world"]], body[told["world"] :]
        if len(frames) != told["frames"]:
            return None
        return Loaded(
            SAMPLE, told["title"], "ready", world=world, frames=frames, counts=told["counts"]
        )
    except (OSError, ValueError, KeyError, TypeError):
        return None


def keep(path: Path, loaded: Loaded) -> None:
    """Write the world and frames of `loaded`, whole or not at all, in place of older ones."""
    sizes = {"world": len(loaded.world), "frames": len(loaded.frames)}
    head = json.dumps({"title": loaded.title, **sizes, "counts": count_run(loaded.run)})
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(head.encode() + b"\n" + loaded.world + loaded.frames)
        os.replace(name, path)
        for older in path.parent.glob("sample-*.world"):
            if older != path:
                older.unlink(missing_ok=True)
    except OSError:
        return


def fingerprint(packages: tuple[Path, ...]) -> str:
    """16 hex digits over the names and contents of all code and sample transcripts."""
    digest = hashlib.sha256()
    for path in _sources(packages):
        content = path.read_bytes()
        digest.update(f"{path.as_posix()}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()[:16]


def _sources(packages: tuple[Path, ...]) -> Iterator[Path]:
    """Code and data that a world is made from: not the sentence model, not what the page loads."""
    for package in packages:
        for path in sorted(package.rglob("*")):
            parts = path.relative_to(package).parts
            skipped = parts[0] in ("static", "templates") or parts[:2] == ("data", "model")
            if not skipped and "__pycache__" not in parts and path.is_file():
                yield path

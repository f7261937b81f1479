"""What the files in a repository's root folder say about how it is worked with. A read-only look.

In: the root folder, and the names of files to look for. Out: evidence by name (`script:test`), each
with the place it was found (`package.json: scripts.test`). Nothing is run, no link is followed.
"""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from adage.hook.look import look

_NAME = r"[A-Za-z0-9][\w./-]*"
_TARGET = re.compile(rf"^{_NAME}(?:[ \t]+{_NAME})*[ \t]*:(?!=)", re.MULTILINE)
_RECIPE = re.compile(r"^@?([A-Za-z_][\w-]*)(?:[ \t]+[^:\n]*)?:(?!=)", re.MULTILINE)
_MANAGERS = ("pnpm", "yarn", "bun", "npm")


def look_at(root: Path, names: Iterable[str], most_bytes: int) -> dict[str, str]:
    """The evidence in `root`, by name; files of more than `most_bytes` are not read."""
    found = {f"file:{name}": name for name in names if _is_there(root, name)}
    for name, read in _READERS.items():
        text = look(str(root), name, most_bytes)
        if text is not None:
            for evidence, place in read(text):
                found.setdefault(evidence, f"{name}: {place}")
    return found


def _is_there(root: Path, name: str) -> bool:
    """Whether there is such a file. An environment's interpreter is a link, and is not followed."""
    try:
        os.lstat(root / name)
    except OSError:
        return False
    return not (root / name.split("/")[0]).is_symlink()


def _package(text: str) -> Iterator[tuple[str, str]]:
    value = _json(text)
    scripts, manager = value.get("scripts"), value.get("packageManager")
    if isinstance(manager, str) and (name := manager.split("@")[0]) in _MANAGERS:
        yield f"packages:{name}", "packageManager"
    if isinstance(scripts, dict):
        for name in scripts:
            yield f"script:{name}", f"scripts.{name}"


def _json(text: str) -> Mapping[str, Any]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _makefile(text: str) -> Iterator[tuple[str, str]]:
    for target in _TARGET.finditer(text):
        for name in target.group(0).rstrip(":").split():
            yield f"make:{name}", name


def _justfile(text: str) -> Iterator[tuple[str, str]]:
    for recipe in _RECIPE.finditer(text):
        yield f"just:{recipe.group(1)}", recipe.group(1)


def _mise(text: str) -> Iterator[tuple[str, str]]:
    tasks = _toml(text).get("tasks")
    for name in tasks if isinstance(tasks, dict) else ():
        yield f"mise:{name}", f"tasks.{name}"


def _pyproject(text: str) -> Iterator[tuple[str, str]]:
    for name in _tables(_toml(text), ""):
        yield f"table:{name}", name


def _tables(value: Mapping[str, Any], before: str) -> Iterator[str]:
    for name, inner in value.items():
        if isinstance(inner, dict):
            yield before + name
            yield from _tables(inner, f"{before}{name}.")


def _toml(text: str) -> Mapping[str, Any]:
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError):
        return {}


_READERS = {
    "package.json": _package,
    "Makefile": _makefile,
    "justfile": _justfile,
    "Justfile": _justfile,
    "mise.toml": _mise,
    "pyproject.toml": _pyproject,
}

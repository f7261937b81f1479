"""Paths as the index names them: relative to the repository, and their classes from fine to coarse.

In: a path as an agent wrote it. Out: the same path seen from the repository's root, and its levels.
The same rules as `adage.traces.path_class`, without its imports.
"""

from __future__ import annotations

import os

OUTSIDE = "{path}"
TEMPORARY = "{tmp}"
# Only compared with, never opened.
_TEMPORARY = (
    "/tmp/",  # noqa: S108
    "/private/tmp/",
    "/var/folders/",
    "/private/var/folders/",
    "/var/tmp/",  # noqa: S108
    "/dev/shm/",  # noqa: S108
    "$TMPDIR",
    "${TMPDIR",
    "$TMP",
    "${TMP",
    "$TEMP",
    "${TEMP",
)


def relative(path: str, root: str, cwd: str) -> str:
    """`path` (seen from `cwd`) relative to `root`; `{tmp}` or `{path}` when it lies outside."""
    path = path.strip().replace("\\", "/")
    is_absolute = path.startswith(("/", "~", "$"))
    full = path if is_absolute else f"{cwd}/{path}"
    full = os.path.normpath(full) if path else cwd
    if full == root:
        return "."
    if full.startswith(root.rstrip("/") + "/"):
        return full[len(root.rstrip("/")) + 1 :]
    if f"{full}/".startswith(_TEMPORARY):
        return TEMPORARY
    return OUTSIDE


def levels(path: str) -> tuple[str, ...]:
    """The classes of a relative path, finest first, each once: itself, `dir/*.ext`, ... `**`."""
    if path in (OUTSIDE, TEMPORARY):
        return (path,)
    folder, _, name = path.rpartition("/")
    # What `os.path.splitext` gives, in a third of its time: leading dots begin no extension.
    dot = name.rfind(".")
    extension = name[dot:].lower() if dot > 0 and name[:dot].strip(".") else ""
    found = [path]
    if folder:
        found += [f"{folder}/*{extension}", f"{folder.split('/')[0]}/**/*{extension}"]
    return tuple(dict.fromkeys([*found, f"**/*{extension}", "**"]))

"""Hand over: put what one learning gave where the hook, and a person, will look for it.

In: a repository's state folder, its root and the sealed index. Out: files, each replaced whole:
`index.json` to read, `index.sealed` for the hook, `verified.json` for the rewrite of the
interpreter.
"""

from __future__ import annotations

import json
from pathlib import Path

from adage.hook.places import INDEX, VERIFIED
from adage.install.venv import verify
from adage.learn.seal_sections import sections
from adage.records import Index
from adage.settings import Settings
from adage.store import replace_file

READABLE = "index.json"


def hand_over(folder: Path, root: Path, index: Index, settings: Settings) -> Path:
    """Write all files; the path of the readable index.

    Raises `AdageError` when the folder cannot be written.
    """
    replace_file(folder / READABLE, index.content)
    replace_file(folder / INDEX, sections(index, settings))
    refresh_stamp(folder, root)
    return folder / READABLE


def refresh_stamp(folder: Path, root: Path) -> None:
    """Look at the repository's `.venv` again; without one that holds pytest there is no stamp."""
    stamp = verify(root)
    if isinstance(stamp, str):
        (folder / VERIFIED).unlink(missing_ok=True)
    else:
        replace_file(folder / VERIFIED, json.dumps(stamp).encode())

"""Whether a repository's `.venv` holds pytest: asked once, kept as a stamp that the hook can check.

In: a repository. Out: the stamp, `{python, config}`, or the reason why there is none.
"""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

PYTHON = ".venv/bin/python"


def verify(root: Path) -> dict[str, Any] | str:
    """The stamp for the repository's `.venv`, or one sentence that says why there is none."""
    python = root / PYTHON
    try:
        found = (root / ".venv" / "pyvenv.cfg").stat()
    except OSError:
        return f"{root} has no .venv: commands stay as they are"
    try:
        done = subprocess.run(
            [str(python), "-I", "-c", "import pytest"],
            cwd=root,
            capture_output=True,
            timeout=60,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"{python} cannot be run ({error}): commands stay as they are"
    if done.returncode != 0:
        return f"{python} does not hold pytest: commands stay as they are"
    return {"python": PYTHON, "config": [found.st_size, found.st_mtime_ns]}

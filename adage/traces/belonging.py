"""Which working folders belong to a repository: its own tree and the trees of its git worktrees.

In: the repository's folder. Out: a test for the `cwd` that a transcript names.
"""

from __future__ import annotations

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

from adage.traces.draft import Wanted


@dataclass(frozen=True, slots=True)
class LiesWithin:
    """Whether a folder lies in one of `roots`; a plain object, so that another process can ask."""

    roots: tuple[str, ...]

    def __call__(self, cwd: str) -> bool:
        """Whether `cwd` is one of the roots or lies below one."""
        if not cwd:
            return False
        forms = {_folded(form) for form in _forms(cwd)}
        return any(f == root or f.startswith(root + "/") for f in forms for root in self.roots)


def wanted_in(repo: Path) -> Wanted:
    """A test whether a folder lies in `repo` or in one of its git worktrees."""
    roots = (_folded(form) for root in roots_of(repo) for form in _forms(root))
    return LiesWithin(tuple(dict.fromkeys(roots)))


def roots_of(repo: Path) -> tuple[str, ...]:
    """The repository's folder and those of its worktrees, as git lists them."""
    try:
        listed = subprocess.run(
            ["git", "-C", str(repo), "worktree", "list", "--porcelain", "-z"],
            capture_output=True,
            check=False,
        )
    except OSError:
        return (str(repo),)
    lines = listed.stdout.decode("utf-8", "surrogateescape").split("\0")
    trees = [line.removeprefix("worktree ") for line in lines if line.startswith("worktree ")]
    return (str(repo), *trees)


def _forms(folder: str) -> tuple[str, str]:
    """The folder as written and with its links resolved; a transcript may name either."""
    return folder, os.path.realpath(folder)


def _folded(folder: str) -> str:
    """One spelling for comparison: forward slashes, and no case on a Windows drive."""
    plain = folder.replace("\\", "/").rstrip("/")
    return plain.lower() if plain[1:2] == ":" else plain

"""Which files of a repository git ignores: they are never named to an agent.

In: the repository's folder, and paths below it. Out: those that git ignores.
"""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path


def ignored_by_git(repo: Path) -> Callable[[Sequence[str]], frozenset[str]]:
    """A function from repository-relative paths to those that git ignores in `repo`.

    Where git cannot tell (it is missing, or `repo` is no work tree) it names none.
    """

    def ignored(paths: Sequence[str]) -> frozenset[str]:
        try:
            found = subprocess.run(
                ["git", "-C", str(repo), "check-ignore", "-z", "--stdin"],
                input="\0".join(paths).encode("utf-8", "surrogateescape"),
                capture_output=True,
                check=False,
            )
        except OSError:
            return frozenset()
        names = found.stdout.decode("utf-8", "surrogateescape").split("\0")
        return frozenset(name for name in names if name)

    return ignored

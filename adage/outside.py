"""What the learner needs beside the traces: the sentence model, and what git ignores.

In: a repository's root. Out: functions that `learn` takes. Both are looked up by whoever starts a
learning, since a stage reads nothing but its arguments.
"""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Collection, Sequence
from pathlib import Path

from adage.embed import bundled_path, open_table

Embed = Callable[[str], list[float] | None]
Ignored = Callable[[Sequence[str]], Collection[str]]


def sentence_model() -> Embed:
    """The bundled model: a text's unit vector, or None for a text without known words.

    Raises `ModelError` when the model file is missing or broken.
    """
    return open_table(bundled_path()).embed


def ignored_by_git(root: Path | None) -> Ignored | None:
    """Which of some repository paths git ignores in `root`; None without a repository.

    Where git cannot be asked every path counts as ignored: better no name than a private one.
    """
    if root is None:
        return None

    def ask(paths: Sequence[str]) -> Collection[str]:
        command = ["git", "-C", str(root), "check-ignore", "-z", "--stdin"]
        given = "\0".join(paths).encode("utf-8", "surrogateescape")
        try:
            done = subprocess.run(command, input=given, capture_output=True, check=False)
        except OSError:
            return frozenset(paths)
        # git says 0 when it ignores some of them, 1 when none, more when it could not tell.
        if done.returncode > 1:
            return frozenset(paths)
        return frozenset(done.stdout.decode("utf-8", "surrogateescape").split("\0")) - {""}

    return ask

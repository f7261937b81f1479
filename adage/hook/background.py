"""Start the learner and return at once.

In: the repository, and how often it may be learned. Out: nothing; `adage learn --auto` in a process
of its own that outlives the hook, in a session of its own and without the hook's streams, so that
the client waits for none. The learner itself keeps others away and says when it last ran.
"""

from __future__ import annotations

import os
import sys

from adage.hook.places import LEARNED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


def start_learner(
    root: str, folder: str, every_s: float, now: float, environ: Mapping[str, str]
) -> bool:
    """Start `adage learn --auto` for `root` unless it ran less than `every_s` seconds ago.

    Whether it could be started; a machine that cannot must still get its answer.
    """
    if environ.get("ADAGE_NO_LEARN") == "1" or not _is_due(folder, every_s, now):
        return False
    words = [sys.executable, "-I", "-m", "adage", "learn", "--auto", "--", root]
    try:
        nowhere = [(os.POSIX_SPAWN_OPEN, stream, os.devnull, os.O_RDWR, 0) for stream in (0, 1, 2)]
        os.posix_spawn(sys.executable, words, environ, file_actions=nowhere, setsid=True)
    except (OSError, NotImplementedError, AttributeError):
        return False
    return True


def _is_due(folder: str, every_s: float, now: float) -> bool:
    """Whether enough time has passed. The learner sets the stamp: a start that fails sets none."""
    try:
        age = now - os.stat(os.path.join(folder, LEARNED)).st_mtime
    except FileNotFoundError:
        return True
    return not 0 <= age < every_s

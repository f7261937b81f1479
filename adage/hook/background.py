"""Start the learner and return at once.

In: the repository, and when it was last learned. Out: nothing; a process of its own that outlives
the hook, in a session of its own and without the hook's streams, so that the client waits for none.
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
    """Start `adage learn` for `root` unless it was started less than `every_s` seconds ago.

    Whether it could be started; a machine that cannot must still get its answer.
    """
    if environ.get("ADAGE_NO_LEARN") == "1" or not _is_due(folder, every_s, now):
        return False
    words = [sys.executable, "-I", "-m", "adage", "learn", root]
    try:
        nowhere = [(os.POSIX_SPAWN_OPEN, stream, os.devnull, os.O_RDWR, 0) for stream in (0, 1, 2)]
        os.posix_spawn(sys.executable, words, environ, file_actions=nowhere, setsid=True)
    except (OSError, NotImplementedError, AttributeError):
        return False
    return True


def _is_due(folder: str, every_s: float, now: float) -> bool:
    """Whether enough time has passed; if so, the stamp is set so that others stay away."""
    stamp = os.path.join(folder, LEARNED)
    try:
        if now - os.stat(stamp).st_mtime < every_s:
            return False
        os.utime(stamp, (now, now))
    except FileNotFoundError:
        os.close(os.open(stamp, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    return True

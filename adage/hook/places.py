"""Where things are for one hook: the repository, and Adage's own folder for it.

In: the environment and the event's folder. Out: paths. The same folders as `adage.paths` names; a
test compares them.
"""

from __future__ import annotations

import os

from adage.hook.arm import fingerprint

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

HASH_HEX = 16
INDEX = "index.sealed"
OFF = "off"
REWRITES_OFF = "rewrites-off"
VERIFIED = "verified.json"
SESSIONS = "sessions"
LEARNED = "learn.stamp"
_NAME = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")


def state_folder(environ: Mapping[str, str]) -> str:
    """Adage's own folder."""
    home = environ.get("HOME") or environ.get("USERPROFILE") or "~"
    data = environ.get("XDG_DATA_HOME") or os.path.join(home, ".local", "share")
    return environ.get("ADAGE_HOME") or os.path.join(data, "adage")


def repository_root(folder: str) -> str:
    """The nearest folder from `folder` up that is a git work tree; empty when there is none."""
    at = os.path.realpath(folder)
    while True:
        try:
            os.lstat(os.path.join(at, ".git"))
            return at
        except OSError:
            above = os.path.dirname(at)
            if above == at:
                return ""
            at = above


def repository_state(state: str, root: str) -> str:
    """Adage's own folder for the repository at `root`."""
    # Bytes of a path that are not UTF-8 are hashed as they are on the disk.
    digest = fingerprint(os.fsencode(root), HASH_HEX)
    return os.path.join(state, "repositories", f"{os.path.basename(root)}-{digest}")


def session_file(folder: str, session: str) -> str:
    """The file that holds one session's memory; a strange id is hashed."""
    is_plain = 0 < len(session) <= 80 and _NAME.issuperset(session)
    name = session if is_plain else "x" + fingerprint(session, 2 * HASH_HEX)
    return os.path.join(folder, SESSIONS, f"{name}.jsonl")

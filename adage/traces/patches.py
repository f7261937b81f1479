"""The patch grammar that Codex and OpenCode share: which files a patch names.

In: the text of a patch, or a shell script that feeds one to `apply_patch`. Out: paths in order.
"""

from __future__ import annotations

import re

_SECTION = re.compile(
    r"^\*\*\* (?:Add File|Update File|Delete File|Move to): (.+?)\s*$", re.MULTILINE
)
_FEEDS_PATCH = re.compile(
    r"\A\s*(?:cd\s+(?P<folder>[^\s&;]+)\s*&&\s*)?(?:apply_patch|applypatch)\b.*?<<", re.DOTALL
)
_BEGIN = "*** Begin Patch"


def paths_of_patch(patch: str) -> tuple[str, ...]:
    """The files a patch adds, updates, deletes or moves to, each once, in its order."""
    return tuple(dict.fromkeys(_SECTION.findall(patch)))


def patch_in_script(script: str) -> tuple[str, str] | None:
    """(folder, patch) when the script is nothing but a patch fed to `apply_patch`, else None.

    `folder` is where the script goes first, empty when it stays.
    """
    found = _FEEDS_PATCH.match(script)
    if found is None or _BEGIN not in script:
        return None
    return found.group("folder") or "", script[script.index(_BEGIN) :]

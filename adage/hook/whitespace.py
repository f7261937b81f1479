"""The one instinct that needs no history: an edit that failed only over white space.

In: the calls of a batch, and a way to look at a file. Out: for a failed Edit whose old text differs
from exactly one place of the file in white space alone, the text that stands there.
"""

from __future__ import annotations

from adage.hook.look import is_secret_line
from adage.hook.steps import answer_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

EDITS = ("Edit", "MultiEdit")
NOT_FOUND = "String to replace not found"
MOST_CHARS = 4000


def failed_edit(calls: Any) -> Any:
    """The first call of a batch that is an edit whose old text was not found, or None."""
    edits = [
        call
        for call in (calls if isinstance(calls, list) else [])
        if isinstance(call, dict) and call.get("tool_name") in EDITS
    ]
    lost = (call for call in edits if NOT_FOUND in (answer_text(call.get("tool_response")) or ""))
    return next(lost, None)


def exact_text(call: Any, read: Callable[[str], str | None]) -> tuple[str, str] | None:
    """(path, exact text) for a failed edit; None when white space was not the reason."""
    given = call.get("tool_input")
    if not isinstance(given, dict):
        return None
    path, old = given.get("file_path"), given.get("old_string")
    if not isinstance(path, str) or not isinstance(old, str) or not old.strip():
        return None
    text = read(path)
    found = the_one_place(text, old) if text is not None else None
    if found is None or len(found) > MOST_CHARS or found == old:
        return None
    return None if any(is_secret_line(line) for line in found.split("\n")) else (path, found)


def the_one_place(text: str, old: str) -> str | None:
    """The stretch of whole lines of `text` that equals `old` but for white space, if just one."""
    lines = text.split("\n")
    wanted = [squeezed for line in old.split("\n") if (squeezed := "".join(line.split()))]
    bare = [(i, "".join(line.split())) for i, line in enumerate(lines)]
    full = [(i, line) for i, line in bare if line]
    places = [
        (full[at][0], full[at + len(wanted) - 1][0])
        for at in range(len(full) - len(wanted) + 1)
        if all(full[at + j][1] == each for j, each in enumerate(wanted))
    ]
    if not wanted or len(places) != 1:
        return None
    first, last = places[0]
    return "\n".join(lines[first : last + 1])

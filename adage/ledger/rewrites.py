"""The journal of rewrites: what was run in the place of what the agent wrote.

In: a repository's state folder. Out: for each call id the edits that were made to its command. The
client's transcript keeps the original, so a reader that does not know these would learn that the
failing command works.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from adage.hook.decide import CONTROL
from adage.hook.rewrite import Edit, apply
from adage.hook.session import records


def applied_rewrites(folder: Path) -> dict[str, tuple[Edit, ...]]:
    """The edits by call id, from the memories of all sessions but the control ones."""
    found: dict[str, tuple[Edit, ...]] = {}
    for path in sorted((folder / "sessions").glob("*.jsonl")):
        for record in records(path.read_bytes()):
            arms = {str(each.get("arm")) for each in record.get("d") or ()}
            if CONTROL in arms:
                continue
            for entry in record.get("j") or ():
                edits = tuple((int(at), str(old), str(new)) for at, old, new in entry["edits"])
                found[str(entry["call"])] = edits
    return found


def rewritten(command: str, edits: Sequence[Edit]) -> str:
    """The command that was run; the original when its text is not what the edits were made for."""
    fits = all(command.startswith(old, at) for at, old, _ in edits)
    return apply(command, list(edits)) if fits else command

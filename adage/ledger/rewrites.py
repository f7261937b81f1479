"""The journal of rewrites: what was run in the place of what the agent wrote.

In: the sessions' memories. Out: for each call id the edits that were made to its command. A
client's transcript may keep the original: whoever does not know these would learn that the failing
command works.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from adage.hook.decide import CONTROL
from adage.hook.rewrite import Edit, apply
from adage.ledger.memories import Record, read_memories


def applied_rewrites(folder: Path) -> dict[str, tuple[Edit, ...]]:
    """The edits by call id, from the memories of all sessions but the control ones."""
    found: dict[str, tuple[Edit, ...]] = {}
    for known in read_memories(folder).values():
        found.update(rewrites_of(known))
    return found


def rewrites_of(known: Iterable[Record]) -> dict[str, tuple[Edit, ...]]:
    """The edits by call id in one session's records; a control session made none."""
    found: dict[str, tuple[Edit, ...]] = {}
    for record in known:
        if any(each.get("arm") == CONTROL for each in record.get("d") or ()):
            continue
        for entry in record.get("j") or ():
            edits = tuple((int(at), str(old), str(new)) for at, old, new in entry["edits"])
            found[str(entry["call"])] = edits
    return found


def rewritten(command: str, edits: Sequence[Edit]) -> str | None:
    """The command that was run, None when it cannot be told.

    A command that has the edits already stays as it is: some clients' transcripts tell what ran. A
    masked secret moves what stands behind it, so words are looked for where their offset fails.
    """
    edits = [edit for edit in edits if edit[0] < len(command)]
    if all(command.startswith(old, at) for at, old, _ in edits):
        # Where the new words begin with the old ones, both fit a command that is done.
        longer = all(new.startswith(old) for _, old, new in edits)
        return command if longer and _is_done(command, edits) else apply(command, edits)
    if _is_done(command, edits):
        return command
    old, new = edits[0][1:]
    same = all(edit[1:] == (old, new) for edit in edits)
    return command.replace(old, new) if same and command.count(old) == len(edits) else None


def _is_done(command: str, edits: Sequence[Edit]) -> bool:
    """Whether each edit's new words stand where they would stand once all were made."""
    moved = 0
    for at, old, new in sorted(edits):
        if not command.startswith(new, at + moved):
            return False
        moved += len(new) - len(old)
    return True

"""Pattern items as people read them.

In: items as the learner writes them (`edit:registry/*.json`, `sh:pytest!`, `prompt`).
Out: words for captions, labels and lists.
"""

from __future__ import annotations

from collections.abc import Sequence


def readable(items: Sequence[str]) -> str:
    """A context or steps in the order they come: `an edit of registry/*.json, then make gen`."""
    return ", then ".join(item_words(item) for item in items)


def item_words(item: str) -> str:
    """One item: what was edited, read or run, and whether it failed."""
    if item == "prompt":
        return "a request"
    if item.startswith("edit:"):
        return _edit_words(item[5:])
    if item.startswith("read:"):
        return f"reading {item[5:]}"
    plain = item.removeprefix("sh:")
    return f"{plain[:-1]} failing" if plain.endswith("!") else plain


def pattern_words(context: Sequence[str], steps: Sequence[str]) -> str:
    """A pattern in one line, the step first, so that a shortened line still says what is done."""
    return f"{readable(steps)} after {readable(context)}" if context else readable(steps)


def _edit_words(level: str) -> str:
    """An edit at one of its levels: a file, a folder's files, a tree's files, any file."""
    folder, deep, name = level.rpartition("**/")
    if level in ("*", "**"):
        return "any edit"
    kind = f"{name.removeprefix('*')} file"
    if deep:
        return f"an edit of a {kind} under {folder}" if folder else f"an edit of any {kind}"
    return f"an edit of {level}"

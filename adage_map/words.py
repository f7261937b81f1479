"""Pattern items as people read them.

In: items as the learner writes them (`edit:registry/*.json`, `sh:pytest!`, `prompt`).
Out: words for captions, labels and lists.
"""

from __future__ import annotations

from collections.abc import Sequence

# A batch of more files than this is told by the first of them.
LISTED = 2


def readable(items: Sequence[str]) -> str:
    """A context or steps in the order they come: `an edit of registry/*.json, then make gen`."""
    if len(items) > LISTED and all(item.startswith("read:") for item in items):
        named = ", ".join(item.removeprefix("read:") for item in items[:LISTED])
        return f"reading {named} and {len(items) - LISTED} more"
    words = [item_words(item) for item in items]
    pairs = zip(words, ["", *words], strict=False)
    return ", then ".join(word for word, before in pairs if word != before)


def item_words(item: str) -> str:
    """One item: what was edited, read or run, and whether it failed."""
    if item == "prompt":
        return "a request"
    # What was asked is a person's own words, which stand in no label.
    if item.startswith("asked:"):
        return "such a request"
    if item.startswith("edit:"):
        return _edit_words(item[5:])
    if item.startswith("read:"):
        return "reading any file" if item[5:] == "**" else f"reading {item[5:]}"
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

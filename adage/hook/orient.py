"""Orientation: where a card's files stand right now, so that nobody has to page through them.

In: the card's files and a way to look at one. Out: a few lines of text: how long each file is, the
last definitions of a Python file, the end of a test file, the first headings of a changelog.
Nothing is run, nothing written, lines that look like secrets are withheld.
"""

from __future__ import annotations

from adage.hook.look import is_secret_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

CHARS_A_TOKEN = 4
LAST_DEFINITIONS = 6
LAST_LINES = 12
HEADINGS = 4


def orientation(files: list[str], read: Callable[[str], str | None], most_tokens: int) -> str:
    """What stands in `files` now, in about `most_tokens` tokens; empty when none may be read."""
    room = most_tokens * CHARS_A_TOKEN
    made: list[str] = []
    for path in files:
        text = read(path)
        if text is None:
            continue
        said = describe(path, text)
        if len(said) + 1 > room:
            break
        room -= len(said) + 1
        made.append(said)
    return "\n".join(made)


def describe(path: str, text: str) -> str:
    """Where one file stands: its length, and what is worth knowing of a file of its kind."""
    lines = text.split("\n")
    count = len(lines) - (not lines[-1])
    said = [f"{path}: {count} lines"]
    name = path.rsplit("/", 1)[-1].lower()
    if name.startswith(("changelog", "changes", "history", "news")):
        said += _numbered(lines, _headings(lines))
    elif _is_test(path):
        said += _numbered(lines, range(max(0, count - LAST_LINES), count))
    elif name.endswith(".py"):
        said += _numbered(lines, _definitions(lines)[-LAST_DEFINITIONS:])
    return "\n".join(said)


def _numbered(lines: list[str], places: range | list[int]) -> list[str]:
    return [f"  {i + 1}: {lines[i]}" for i in places if not is_secret_line(lines[i])]


def _is_test(path: str) -> bool:
    name = path.rsplit("/", 1)[-1].lower()
    return name.startswith("test_") or "_test." in name or ".test." in name or ".spec." in name


def _definitions(lines: list[str]) -> list[int]:
    starts = ("def ", "class ", "async def ")
    return [i for i, line in enumerate(lines) if line.startswith(starts)]


def _headings(lines: list[str]) -> list[int]:
    found = [i for i, line in enumerate(lines) if line.startswith("#")]
    if not found:  # reStructuredText underlines its headings
        marks = ("===", "---", "~~~")
        found = [i for i in range(len(lines) - 1) if lines[i + 1].startswith(marks) and lines[i]]
    return found[:HEADINGS]

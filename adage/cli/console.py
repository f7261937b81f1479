"""The terminal that tables are printed on.

In: nothing. Out: a console as wide as the terminal, or a little wider.
"""

from __future__ import annotations

from rich.console import Console

# A table keeps no room for its last columns below this; the terminal itself wraps what is wider.
NARROWEST = 80


def open_console() -> Console:
    """A console for plain text: nothing in it is taken for markup, and no column is lost."""
    console = Console(highlight=False, markup=False)
    console.width = max(console.width, NARROWEST)
    return console

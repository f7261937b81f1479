"""Show long work as it goes: one live line on standard error, and nothing when nobody watches.

Standard output stays clean for results, so `adage learn --json > file` still shows its progress.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

# Told what is being done, how much of it is done, and how much there is.
Show = Callable[[str, int, int], None]


@contextmanager
def live_progress() -> Iterator[Show]:
    """A function that shows progress while the block runs; silent unless stderr is a terminal."""
    if not sys.stderr.isatty():
        yield lambda _text, _done, _total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = (TextColumn("{task.description:<44}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None)
        yield lambda text, done, total: bar.update(
            task, description=text, completed=done, total=total
        )

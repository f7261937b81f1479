"""Keep one copy of what many calls have in common: commands, folders, names, small numbers.

In: a text or a number. Out: an equal one, the same object for all who have it. The agents of a
repository run the same few commands over and over; so millions of calls fit into memory.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache

LONGEST_SHARED = 400
_NUMBERS: dict[int, int] = {}


def share_text(text: str) -> str:
    """An equal text, the one that others use as well when it is short."""
    # Interning a long text would only keep it longer than needed: it hardly comes twice.
    return sys.intern(text) if len(text) <= LONGEST_SHARED else text


@lru_cache(maxsize=1 << 16)
def share_all(texts: tuple[str, ...]) -> tuple[str, ...]:
    """An equal tuple of equal texts, all of them shared."""
    return tuple([share_text(text) for text in texts])


def share_number(number: int) -> int:
    """An equal number, the one that others use as well."""
    return _NUMBERS.setdefault(number, number)


@contextmanager
def paused_collector() -> Iterator[None]:
    """Stop looking for garbage in cycles while many records are made: none of them forms one.

    The collector would walk all records made so far again and again. It goes on afterwards.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()

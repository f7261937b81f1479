"""Keep one copy of what many calls have in common: commands, folders, names, small numbers.

In: a call. Out: an equal call whose texts and numbers are shared with the calls before it. A
repository's agents run the same few commands over and over; millions of calls fit into memory.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache

from adage.records import Call

LONGEST_SHARED = 400
_NUMBERS: dict[int, int] = {}


def share(call: Call) -> Call:
    """`call`, made of shared parts."""
    return Call(
        call.id,
        share_text(call.tool),
        share_text(call.name),
        share_number(call.turn),
        share_text(call.text),
        _texts(call.paths),
        _texts(call.arguments),
        call.outcome,
        call.exit_code,
        call.verdict,
        share_text(call.cwd),
        call.shell,
        call.time,
        share_number(call.line),
        call.abandoned,
    )


def share_text(text: str) -> str:
    """An equal text, the one that others use as well when it is short."""
    # Interning a long text would only keep it longer than needed: it hardly comes twice.
    return sys.intern(text) if len(text) <= LONGEST_SHARED else text


def share_texts(texts: Iterable[str]) -> list[str]:
    """Equal texts, shared in the same way."""
    return [sys.intern(text) if len(text) <= LONGEST_SHARED else text for text in texts]


def share_number(number: int) -> int:
    """An equal number, the one that others use as well."""
    return _NUMBERS.setdefault(number, number)


@lru_cache(maxsize=1 << 16)
def _texts(texts: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(share_text(text) for text in texts)


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

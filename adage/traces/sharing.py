"""Keep one copy of what many calls have in common: commands, folders, names, small numbers.

In: a call. Out: an equal call whose texts and numbers are shared with the calls before it. A
repository's agents run the same few commands over and over; millions of calls fit into memory.
"""

from __future__ import annotations

import sys
from functools import lru_cache

from adage.records import Call

LONGEST_SHARED = 400
_NUMBERS: dict[int, int] = {}


def share(call: Call) -> Call:
    """`call`, made of shared parts."""
    return Call(
        call.id,
        _text(call.tool),
        _text(call.name),
        _NUMBERS.setdefault(call.turn, call.turn),
        _text(call.text),
        _texts(call.paths),
        _texts(call.arguments),
        call.outcome,
        call.exit_code,
        call.verdict,
        _text(call.cwd),
        call.shell,
        call.time,
        _NUMBERS.setdefault(call.line, call.line),
        call.abandoned,
    )


def _text(text: str) -> str:
    # Interning a long text would only keep it longer than needed: it hardly comes twice.
    return sys.intern(text) if len(text) <= LONGEST_SHARED else text


@lru_cache(maxsize=1 << 16)
def _texts(texts: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(_text(text) for text in texts)

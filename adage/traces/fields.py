"""Read one field of a transcript record without trusting its type.

In: values parsed from JSON that may be of any shape. Out: a value of the type asked for, empty when
the record holds something else.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

Record = Mapping[str, Any]

_EMPTY: Record = {}


def text_of(value: Any) -> str:
    """`value` when it is a text, without NULs and lone surrogates; else an empty text."""
    if not isinstance(value, str):
        return ""
    text: str = value.replace("\x00", "") if "\x00" in value else value
    # Nearly every text is clean, and asking is far cheaper than cleaning.
    if text.isascii():
        return text
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


def record_of(value: Any) -> Record:
    """`value` when it is an object, else an empty one."""
    return value if isinstance(value, dict) else _EMPTY


def list_of(value: Any) -> list[Any]:
    """`value` when it is a list, else an empty one."""
    return value if isinstance(value, list) else []


def texts_of(value: Any) -> tuple[str, ...]:
    """The texts among the items of a list, or the one text that stands in its place."""
    if isinstance(value, str):
        return (text_of(value),)
    return tuple(text_of(item) for item in list_of(value) if isinstance(item, str))


def whole_of(value: Any) -> int | None:
    """`value` when it is a whole number, else None."""
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def seconds_of_iso(value: Any) -> float:
    """Seconds since 1970 of an ISO 8601 text, 0.0 when it is none. Without a zone it is UTC."""
    if not isinstance(value, str) or not value:
        return 0.0
    try:
        moment = datetime.fromisoformat(value)
        if moment.tzinfo is None:
            moment = moment.replace(tzinfo=UTC)
        return max(moment.timestamp(), 0.0)
    except (ValueError, OverflowError):
        return 0.0


def seconds_of_millis(value: Any) -> float:
    """Seconds since 1970 of a number of milliseconds, 0.0 when it is none."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return 0.0
    try:
        seconds = float(value) / 1000.0
    except OverflowError:
        return 0.0
    return seconds if math.isfinite(seconds) and seconds > 0 else 0.0


def joined_text(value: Any) -> str:
    """The text of a message body: a text, or the `text` fields of its blocks, one per line."""
    if isinstance(value, str):
        return text_of(value)
    parts = [
        text_of(item) if isinstance(item, str) else text_of(record_of(item).get("text"))
        for item in list_of(value)
    ]
    return "\n".join(part for part in parts if part)

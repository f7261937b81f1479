"""Records as JSON: frozen dataclasses, mappings, enums, paths and arrays become plain values.

In: what a stage recorded. Out: dicts, lists, texts, numbers, booleans and None, in a fixed order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import fields, is_dataclass
from enum import Enum
from math import isfinite
from pathlib import PurePath
from typing import Any


def as_plain(value: Any) -> Any:
    """`value` as JSON-able data. Raises `TypeError` for a kind of value no record should hold."""
    if value is None or isinstance(value, (str, bool)):
        return value
    if isinstance(value, Enum):
        return value.name.lower()
    if isinstance(value, (int, float)):
        return value if isfinite(value) else None
    if isinstance(value, Mapping):
        return {_key(key): as_plain(item) for key, item in value.items()}
    if isinstance(value, Sequence):
        return [as_plain(item) for item in value]
    return _rarer(value)


def _rarer(value: Any) -> Any:
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: as_plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Set):
        return sorted((as_plain(item) for item in value), key=repr)
    if isinstance(value, PurePath):
        return str(value)
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    if hasattr(value, "tolist"):
        return as_plain(value.tolist())
    raise TypeError(f"a record holds a {type(value).__name__}, which has no plain form")


def _key(key: Any) -> str:
    if isinstance(key, Enum):
        return key.name.lower()
    if isinstance(key, (tuple, list)):
        return " ".join(_key(part) for part in key)
    return str(key)

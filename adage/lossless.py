"""Lossless: frozen records as plain JSON values, and back exactly as they were.

In: a dataclass of plain fields, enums, tuples, mappings and other such dataclasses. Out: values
that JSON can hold; `restore` gives the record again, told by the types of its fields.
"""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from adage import findings

T = TypeVar("T")
SCALARS = frozenset({str, int, float, bool, type(None)})


def plain(value: Any) -> Any:
    """`value` without records, enums and tuples."""
    if is_dataclass(value) and not isinstance(value, type):
        return {each.name: plain(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Mapping):
        return {key: plain(each) for key, each in value.items()}
    if not isinstance(value, tuple | list):
        return value
    # Most tuples are long rows of numbers, which go as they are.
    return list(value) if SCALARS.issuperset(map(type, value)) else [plain(v) for v in value]


def restore(kind: type[T], value: Any) -> T:
    """The record of type `kind` that `plain` made `value` of.

    Raises `ValueError` or `TypeError` when it is not of that form.
    """
    return _restored(kind, value)  # type: ignore[no-any-return]


@cache
def _hints(kind: type) -> dict[str, Any]:
    # `records` names some types of `findings` without importing them, which would go in a circle.
    return get_type_hints(kind, localns=vars(findings))


def _restored(kind: Any, value: Any) -> Any:
    origin = get_origin(kind)
    if origin in (Union, types.UnionType):
        inner = next(each for each in get_args(kind) if each is not type(None))
        return None if value is None else _restored(inner, value)
    if origin is tuple:
        return _tuple(get_args(kind), value)
    if isinstance(kind, type) and is_dataclass(kind):
        hints = _hints(kind)
        return kind(**{name: _restored(hints[name], each) for name, each in value.items()})
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind(value)
    if isinstance(kind, type) and not isinstance(value, kind):
        raise TypeError(f"{value!r} is no {kind.__name__}")
    return value


def _tuple(inner: tuple[Any, ...], value: Any) -> tuple[Any, ...]:
    if not isinstance(value, list):
        raise TypeError(f"{value!r} is no list")
    if len(inner) == 2 and inner[1] is Ellipsis and inner[0] in SCALARS:
        if not {inner[0]}.issuperset(map(type, value)):
            raise TypeError(f"not all of {value!r} are of type {inner[0].__name__}")
        return tuple(value)
    if len(inner) == 2 and inner[1] is Ellipsis:
        return tuple(_restored(inner[0], each) for each in value)
    return tuple(_restored(kind, each) for kind, each in zip(inner, value, strict=True))

"""A report as JSON-able data.

In: a `Report`. Out: dicts and lists with the records' own names; floats rounded to four decimals.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any

from adage.report.records import Report

_DECIMALS = 4


def as_document(report: Report) -> dict[str, Any]:
    """The whole report; `savings` is null until they have been counted."""
    found: dict[str, Any] = _plain(report)
    return found


def _plain(value: Any) -> Any:
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    return round(value, _DECIMALS) if isinstance(value, float) else value

"""Make many frozen records quickly.

In: a record's class and the values of its fields in order, one row for each record. Out: records
equal to those that calling the class would give. Reading makes thousands of them, and the frozen
`__init__` of a dataclass, which sets each field through `object.__setattr__`, takes most of it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import fields, make_dataclass
from functools import cache
from itertools import starmap
from typing import Any, TypeVar

Record = TypeVar("Record", bound=Hashable)


def make_all(record: type[Record], rows: Iterable[Sequence[Any]]) -> list[Record]:
    """One frozen, slotted `record` for each row; a row holds every field.

    Raises TypeError when a row has another number of values than the record has fields.
    """
    made: list[Any] = list(starmap(_open_twin(record), rows))
    for each in made:
        each.__class__ = record
    return made


@cache
def _open_twin(record: type[Any]) -> type[Any]:
    """A class with the same slots that is not frozen; once filled, its objects can change class."""
    names = [(field.name, Any) for field in fields(record)]
    # With a text of its own no time goes into describing its signature.
    about = {"__doc__": f"A {record.__name__} that is being made."}
    return make_dataclass(
        f"Open{record.__name__}", names, namespace=about, repr=False, eq=False, slots=True
    )

"""What the registry keeps of a formula: the function, and what people need around it."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from adage.settings import Constant

# Without this slack three documented rules go wrong in doubles (0.85 - 0.55 >= 0.30 is false).
SLACK = 1e-9


def at_least(a: float, b: float) -> bool:
    """Whether a >= b, forgiving the last bits of a double."""
    return a >= b - SLACK


def at_most(a: float, b: float) -> bool:
    """Whether a <= b, forgiving the last bits of a double."""
    return a <= b + SLACK


def check_count(k: float, n: float) -> None:
    """Raise `ValueError` unless k of n can be counted: 0 <= k <= n."""
    if k < -SLACK or k > n + SLACK:
        raise ValueError(f"{k} of {n} is no count, since the first may not exceed the second")


def check_rate(*rates: float) -> None:
    """Raise `ValueError` unless every one of `rates` lies between 0 and 1."""
    for rate in rates:
        if not -SLACK <= rate <= 1 + SLACK:
            raise ValueError(f"{rate} is no rate, since a rate lies between 0 and 1")


def fewest(reaches: Callable[[int], bool], start: int, limit: int = 1 << 40) -> int:
    """The smallest n from `start` that `reaches`, which must stay true; 0 when none up to `limit`."""
    high = max(1, start)
    while not reaches(high):
        if high > limit:
            return 0
        high *= 2
    low = start
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if reaches(middle) else (middle + 1, high)
    return low


@dataclass(frozen=True, slots=True)
class Formula:
    """One formula: its sentence, LaTeX, inputs with units, page, function and constants.

    `inputs` maps each input to its unit and meaning. `run` is the function, or a reference
    "module:function" to one that lives in a stage's own module. `filled` is the formula as text
    with `{input}` where a number goes, `says` what an answer means; both may name `{value}`.
    `example` holds the words of a call that works.
    """

    name: str
    sentence: str
    latex: str
    inputs: Mapping[str, str]
    gives: str
    page: str
    run: Callable[..., Any] | str
    constants: tuple[Constant[Any], ...] = ()
    filled: str = ""
    says: str = ""
    example: str = ""

    def function(self) -> Callable[..., Any]:
        """The Python function, imported now if it lives elsewhere."""
        if not isinstance(self.run, str):
            return self.run
        module, _, name = self.run.partition(":")
        found: Callable[..., Any] = getattr(importlib.import_module(module), name)
        return found

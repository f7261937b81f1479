"""How a threshold is declared, and the values of all thresholds for one run.

`constants.py` declares each threshold with `constant(...)`; whoever decides by one takes `Settings`
and reads `settings[NAME]`. A person's overrides come from TOML files (see `config.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from adage.errors import ConfigError

T = TypeVar("T", int, float)


@dataclass(frozen=True, slots=True)
class Constant(Generic[T]):
    """One threshold: its key, default, unit, range and meaning, the stage that reads it."""

    key: str
    default: T
    unit: str
    low: T
    high: T
    stage: str
    source: str
    meaning: str

    def check(self, value: Any) -> T:
        """`value` as this constant's type, or a `ConfigError` that names the key and the range."""
        whole = isinstance(self.default, int)
        if isinstance(value, bool) or not isinstance(value, int if whole else (int, float)):
            kind = "a whole number" if whole else "a number"
            raise ConfigError(f"{self.key} must be {kind}, not {value!r}")
        if not self.low <= value <= self.high:
            raise ConfigError(
                f"{self.key} must lie between {self.low} and {self.high}, not {value}"
            )
        return type(self.default)(value)


CONSTANTS: dict[str, Constant[Any]] = {}


def constant(
    key: str, default: T, unit: str, low: T, high: T, stage: str, source: str, meaning: str
) -> Constant[T]:
    """Declare a constant and enter it into the registry. A key can be declared only once."""
    if key in CONSTANTS:
        raise ValueError(f"the constant {key} is declared twice")
    CONSTANTS[key] = made = Constant(key, default, unit, low, high, stage, source, meaning)
    return made


class Settings(Mapping[str, float]):
    """The value of every constant for one run: the defaults, with a person's overrides on top.

    Indexed by a `Constant` it gives that constant's own type; by a key, that key's value.
    """

    def __init__(
        self, overrides: Mapping[str, Any] | None = None, origins: Mapping[str, str] | None = None
    ) -> None:
        """Check and keep `overrides`, a mapping from key to value.

        `origins` names the file that each override came from, where there is one. Raises
        `ConfigError` for an unknown key or a value out of range.
        """
        self.origins: dict[str, str] = dict(origins or {})
        self.overrides: dict[str, Any] = {}
        for key, value in (overrides or {}).items():
            if key not in CONSTANTS:
                raise ConfigError(f"there is no setting named {key}")
            self.overrides[key] = CONSTANTS[key].check(value)

    def __getitem__(self, which: Constant[T] | str) -> T:
        found: Constant[T] = CONSTANTS[which] if isinstance(which, str) else which
        value: T = self.overrides.get(found.key, found.default)
        return value

    def __iter__(self) -> Iterator[str]:
        return iter(CONSTANTS)

    def __len__(self) -> int:
        return len(CONSTANTS)


class WatchedSettings(Settings):
    """Settings that know which constants were read: the keys in `read`, until it is emptied."""

    def __init__(self, base: Settings) -> None:
        """The same values as `base`, with nothing read yet."""
        # Checked when `base` was made; a stage meets them exactly as they are there.
        self.overrides, self.origins = base.overrides, base.origins
        self.read: set[str] = set()

    def __getitem__(self, which: Constant[T] | str) -> T:
        self.read.add(which if isinstance(which, str) else which.key)
        return super().__getitem__(which)

    def take(self) -> frozenset[str]:
        """The keys read since the last call."""
        taken = frozenset(self.read)
        self.read.clear()
        return taken

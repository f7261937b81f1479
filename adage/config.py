"""A person's settings: the defaults of `constants.py`, changed by up to two TOML files.

In: Adage's folder of user settings and a repository's root. Out: `Settings`. The user's file is
`config.toml` in the first, the repository's is `.adage/config.toml` in the second, and the
repository wins. A table is the first part of a key: `[judge]` with `fire_lb = 0.85`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import adage.constants  # noqa: F401  # declares every threshold
from adage.errors import ConfigError
from adage.settings import CONSTANTS, Settings


def user_file(folder: Path) -> Path:
    """Where a person's own settings stand in Adage's config folder."""
    return folder / "config.toml"


def repository_file(root: Path) -> Path:
    """Where a repository's settings stand below its root."""
    return root / ".adage" / "config.toml"


def effects_file(root: Path | None) -> Path | None:
    """Where a person's own effect rules stand below a repository's root, if there are any."""
    file = root / ".adage" / "effects.toml" if root else None
    return file if file is not None and file.exists() else None


def load_settings(user: Path | None, repo: Path | None) -> Settings:
    """The settings for one run, from the config folder `user` and the repository root `repo`.

    A file that does not exist changes nothing. Raises `ConfigError` with the file and the key for
    anything else that cannot be used.
    """
    files = [user_file(user)] if user else []
    files += [repository_file(repo)] if repo else []
    overrides: dict[str, Any] = {}
    origins: dict[str, str] = {}
    for file in files:
        for key, value in _read(file).items():
            overrides[key], origins[key] = value, str(file)
    return Settings(overrides, origins)


def _read(file: Path) -> dict[str, Any]:
    try:
        tables = tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "it is not UTF-8 text"
        raise ConfigError(f"the settings file {file} cannot be read: {why}") from error
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"the settings file {file} is not valid TOML: {error}") from error
    return {key: _check(key, value, file) for key, value in _flat(tables)}


def _flat(tables: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    for name, value in tables.items():
        key = f"{before}.{name}" if before else name
        if isinstance(value, dict):
            yield from _flat(value, key)
        else:
            yield key, value


def _check(key: str, value: Any, file: Path) -> Any:
    if key not in CONSTANTS:
        raise ConfigError(f"{file} sets {key}, which is no setting. {nearest(key)}")
    try:
        return CONSTANTS[key].check(value)
    except ConfigError as error:
        raise ConfigError(f"{error} (in {file})") from error


def nearest(key: str) -> str:
    """A sentence that leads from a key that does not exist to the one that was probably meant."""
    tails = {name.split(".")[-1]: name for name in CONSTANTS}
    close = get_close_matches(key, CONSTANTS, 1, 0.6)
    close = close or [tails[t] for t in get_close_matches(key.split(".")[-1], tails, 1, 0.6)]
    return f"Did you mean {close[0]}?" if close else "See all of them with: adage params"

"""A fresh repository with hooks for each test."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.hook.world import World


@pytest.fixture
def world(tmp_path: Path) -> World:
    """A repository without an index."""
    return World(tmp_path)

"""A repository with hooks for each test."""

from tests.hook.conftest import world

__all__ = ["world"]

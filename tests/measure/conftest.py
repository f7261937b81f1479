"""Plays that several tests look at: generated once."""

import pytest

from adage.measure.generate import generate
from adage.settings import Settings


@pytest.fixture(scope="session")
def settings():
    return Settings()


@pytest.fixture(scope="session")
def plays():
    return generate(7, 400)

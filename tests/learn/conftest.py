"""What several of the learner's tests need."""

import pytest

from adage.settings import Settings


@pytest.fixture(scope="session")
def settings():
    return Settings()

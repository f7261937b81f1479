"""How a threshold is declared, checked and overridden."""

import math

import pytest

from adage.constants import FIRE_LB, FIRE_MIN_K
from adage.errors import ConfigError
from adage.settings import CONSTANTS, Settings, constant


def test_without_overrides_every_setting_is_its_default():
    settings = Settings()
    assert dict(settings) == {key: c.default for key, c in CONSTANTS.items()}


def test_an_override_changes_its_own_setting_only():
    settings = Settings({"judge.fire_lb": 0.9})
    assert settings[FIRE_LB] == settings["judge.fire_lb"] == 0.9
    assert settings[FIRE_MIN_K] == FIRE_MIN_K.default


def test_a_whole_number_is_taken_for_a_share_and_becomes_a_float():
    value = Settings({"judge.fire_lb": 1})[FIRE_LB]
    assert (value, type(value)) == (1.0, float)


@pytest.mark.parametrize("value", ["0.9", None, True, [0.9]])
def test_what_is_no_number_is_refused(value):
    with pytest.raises(ConfigError, match=r"judge\.fire_lb must be a number"):
        Settings({"judge.fire_lb": value})


def test_a_fraction_is_refused_where_whole_numbers_are_counted():
    with pytest.raises(ConfigError, match=r"judge\.fire_min_k must be a whole number, not 5\.5"):
        Settings({"judge.fire_min_k": 5.5})


@pytest.mark.parametrize("value", [-0.1, 1.1, math.nan, math.inf])
def test_a_value_out_of_range_is_refused_with_the_range(value):
    with pytest.raises(ConfigError, match=r"must lie between 0\.0 and 1\.0"):
        Settings({"judge.fire_lb": value})


def test_an_unknown_key_is_refused():
    with pytest.raises(ConfigError, match=r"there is no setting named judge\.fire"):
        Settings({"judge.fire": 1})


def test_a_key_can_be_declared_only_once():
    with pytest.raises(ValueError, match="declared twice"):
        constant("judge.fire_lb", 0.8, "probability", 0.0, 1.0, "judge", "design", "Again.")

"""Settings files: what they change, and the sentence for each way to get one wrong."""

import os
from pathlib import Path

import pytest

from adage.config import load_settings, repository_file, user_file
from adage.errors import ConfigError
from adage.settings import CONSTANTS


@pytest.fixture
def user(tmp_path) -> Path:
    folder = tmp_path / "config"
    folder.mkdir()
    return folder


@pytest.fixture
def repo(tmp_path) -> Path:
    root = tmp_path / "app"
    (root / ".adage").mkdir(parents=True)
    return root


def test_without_files_the_defaults_hold(user, repo):
    settings = load_settings(user, repo)
    assert dict(settings) == {key: c.default for key, c in CONSTANTS.items()}
    assert settings.origins == {}


def test_no_folder_at_all_gives_the_defaults():
    assert load_settings(None, None)["judge.fire_lb"] == CONSTANTS["judge.fire_lb"].default


def test_a_users_file_changes_a_setting(user):
    user_file(user).write_text("[judge]\nfire_lb = 0.85\n")
    settings = load_settings(user, None)
    assert settings["judge.fire_lb"] == 0.85
    assert settings.origins == {"judge.fire_lb": str(user_file(user))}


def test_the_repository_wins_over_the_user(user, repo):
    user_file(user).write_text("[judge]\nfire_lb = 0.85\nfire_min_k = 7\n")
    repository_file(repo).write_text("[judge]\nfire_lb = 0.9\n")
    settings = load_settings(user, repo)
    assert (settings["judge.fire_lb"], settings["judge.fire_min_k"]) == (0.9, 7)
    assert settings.origins["judge.fire_lb"] == str(repository_file(repo))
    assert settings.origins["judge.fire_min_k"] == str(user_file(user))


def test_a_dotted_key_is_the_same_as_a_table(user):
    user_file(user).write_text("judge.fire_lb = 0.85\n")
    assert load_settings(user, None)["judge.fire_lb"] == 0.85


def complaint(user: Path, text: str) -> str:
    user_file(user).write_text(text)
    with pytest.raises(ConfigError) as caught:
        load_settings(user, None)
    said = str(caught.value)
    assert str(user_file(user)) in said
    assert "\n" not in said
    return said


def test_an_unknown_key_is_named_with_the_nearest_one(user):
    said = complaint(user, "[judge]\nfire_bl = 0.85\n")
    assert "sets judge.fire_bl, which is no setting. Did you mean judge.fire_lb?" in said


def test_a_key_in_the_wrong_table_leads_to_the_right_one(user):
    assert "Did you mean judge.fire_lb?" in complaint(user, "[learning]\nfire_lb = 0.85\n")


def test_a_key_like_no_other_leads_to_the_list(user):
    assert "adage params" in complaint(user, "[zzz]\nqqqqqq = 1\n")


@pytest.mark.parametrize("value", ['"high"', "true", "[1]", "2026-01-01"])
def test_a_value_of_the_wrong_type_is_named(user, value):
    assert "judge.fire_lb must be a number" in complaint(user, f"[judge]\nfire_lb = {value}\n")


def test_a_fraction_where_whole_numbers_count_is_named(user):
    said = complaint(user, "[judge]\nfire_min_k = 5.5\n")
    assert "judge.fire_min_k must be a whole number" in said


@pytest.mark.parametrize("value", ["1.5", "-1", "nan", "inf"])
def test_a_value_out_of_range_is_named_with_the_range(user, value):
    said = complaint(user, f"[judge]\nfire_lb = {value}\n")
    assert "judge.fire_lb must lie between 0.0 and 1.0" in said


def test_broken_toml_is_named_with_its_place(user):
    said = complaint(user, "[judge\nfire_lb = 0.85\n")
    assert "is not valid TOML" in said
    assert "line 1" in said


def test_a_file_that_is_no_text_is_named(user):
    user_file(user).write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ConfigError, match=r"config\.toml cannot be read: it is not UTF-8 text"):
        load_settings(user, None)


def test_a_folder_in_place_of_the_file_is_named(user):
    user_file(user).mkdir()
    with pytest.raises(ConfigError, match=r"config\.toml cannot be read: Is a directory"):
        load_settings(user, None)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_permission_is_named(user):
    user_file(user).write_text("")
    user_file(user).chmod(0)
    with pytest.raises(ConfigError, match="cannot be read: Permission denied"):
        load_settings(user, None)

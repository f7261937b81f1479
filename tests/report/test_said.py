"""What a person has to say every time, in whatever spelling."""

from __future__ import annotations

from pathlib import Path

import pytest

from adage.measure.families import bundled_embedder
from adage.report.said import repeated
from adage.report.words import same_word, telling
from adage.settings import Settings
from tests.report.scenes import Scene, played

SETTINGS = Settings()


def saying(*texts: str) -> tuple[Scene, ...]:
    """A session in which each text is said and answered with two turns."""
    return tuple(scene for text in texts for scene in (("say", text), ("read", "a.py"), ("talk",)))


def test_a_short_prompt_counts_in_every_spelling(tmp_path: Path) -> None:
    sessions = [
        saying(f"write the {topic} page", text)
        for topic, text in zip(
            ("first", "second", "third", "fourth"),
            ("commit", "comit", "Commit this!", "then commit, and push"),
            strict=True,
        )
    ]
    found = repeated(played(tmp_path, *sessions, saying("commit")), 3, None, SETTINGS)
    assert found[0].text == "commit"
    assert (found[0].found.sessions, found[0].found.count) == (5, 5)
    assert found[0].found.turns == 10
    assert set(found[0].spellings) >= {"commit", "comit", "commit this"}


def test_a_long_prompt_that_mentions_the_word_is_not_the_short_one(tmp_path: Path) -> None:
    long = "explain to me in full how the commit strategy of this program keeps its trailers"
    found = repeated(played(tmp_path, *[saying("commit")] * 3, saying(long)), 3, None, SETTINGS)
    assert found[0].found.sessions == 3


def test_prompts_that_ask_the_same_of_the_same_belong_together(tmp_path: Path) -> None:
    texts = ("can we add a test?", "add tests for the parser please", "and add some tests here")
    found = repeated(played(tmp_path, *[saying(text) for text in texts]), 3, None, SETTINGS)
    assert found[0].found.sessions == 3


def test_prompts_of_like_meaning_belong_together(tmp_path: Path) -> None:
    texts = (
        "is this function duplicated somewhere",
        "was this function duplicated anywhere else",
        "this function looks duplicated somewhere",
    )
    course = played(tmp_path, *[saying(text) for text in texts])
    assert repeated(course, 3, None, SETTINGS) == ()
    (found,) = repeated(course, 3, bundled_embedder(), SETTINGS)
    assert found.found.sessions == 3


def test_a_prompt_repeated_in_one_session_is_not_a_habit(tmp_path: Path) -> None:
    session = saying("commit", "commit", "commit")
    assert repeated(played(tmp_path, session), 3, None, SETTINGS) == ()


def test_a_secret_in_a_prompt_never_comes_out(tmp_path: Path) -> None:
    token = "ghp_" + "a1B2c3D4e5" * 4
    sessions = [saying(f"push {token}")] * 3
    found = repeated(played(tmp_path, *sessions), 3, None, SETTINGS)
    assert found
    assert all(token.casefold() not in text for row in found for text in (row.text, *row.spellings))


@pytest.mark.parametrize(
    ("a", "b", "same"),
    [
        ("commit", "comit", True),
        ("commit", "commti", True),
        ("commit", "commut", True),
        ("test", "text", False),
        ("commit", "comet", False),
        ("commit", "commitment", False),
    ],
)
def test_a_long_word_forgives_one_slip(a: str, b: str, same: bool) -> None:
    assert same_word(a, b) is same


def test_small_words_paths_and_endings_tell_nothing() -> None:
    assert telling("can you add the tests to src/app.py?") == ("add", "test")

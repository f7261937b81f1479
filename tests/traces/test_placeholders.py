"""Specifics are replaced the same way each time."""

from __future__ import annotations

from typing import Any

import pytest

from adage.traces.placeholders import command_text, looks_like_path, prompt_text


@pytest.mark.shared
def test_the_prompts_of_the_oracle_read_as_it_says(oracles: dict[str, dict[str, Any]]) -> None:
    case = oracles["prompt_placeholders"]
    assert [prompt_text(prompt) for prompt in case["inputs"]["prompts"]] == case["expected"]


def test_two_tickets_are_one_text() -> None:
    assert prompt_text("look up ticket W-1041") == prompt_text("look up  ticket\nW-7")


def test_names_of_standards_are_no_tickets() -> None:
    assert prompt_text("UTF-8 ISO-8601 AB-12") == "UTF-8 ISO-8601 {id}"


def test_code_goes_before_everything_in_it() -> None:
    assert prompt_text("why\n```\nfix #3 in a/b.py\n```\nthen?") == "why {code} then?"


def test_a_prompt_is_cut_after_its_words() -> None:
    assert prompt_text("a b c d", words=2) == "a b"


@pytest.mark.parametrize(
    ("word", "text"),
    [
        ("fix the bug", "{str}"),
        ("$(git rev-parse HEAD)", "{str}"),
        ("20", "{n}"),
        ("HEAD~3", "HEAD~{n}"),
        ("3.11", "{ver}"),
        ("a1b2c3d", "{sha}"),
        ("https://example.com/x", "{url}"),
        ("AB-12", "{id}"),
        ("TestName", "TestName"),
    ],
)
def test_words_of_commands_lose_their_specifics(word: str, text: str) -> None:
    assert command_text(word) == text


def test_paths_are_told_from_words() -> None:
    assert looks_like_path("src/app.py")
    assert looks_like_path("setup.cfg")
    assert looks_like_path("./x")
    assert not looks_like_path("test:ci")
    assert not looks_like_path("https://example.com/a.py")

"""What became of a reflex between two learnings, in one word."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from adage.learn.changes import changes, kind_of_change


@dataclass(frozen=True)
class Row:
    """A reflex as far as it is compared."""

    strength: str = "prime"
    quiet: bool = False
    k: int = 7
    n: int = 8
    id: str = "r"


@pytest.mark.parametrize(
    ("before", "after", "kind"),
    [
        (None, Row(), "born"),
        (None, Row("dropped"), ""),
        (Row("dropped"), Row("nascent"), "born"),
        (Row(), None, "lost"),
        (Row(), Row("dropped"), "lost"),
        (Row(), Row("fire"), "promoted"),
        (Row(), Row("nascent"), "demoted"),
        (Row(), Row("nascent", quiet=True), "silenced"),
        (Row("nascent", quiet=True), Row(), "voiced"),
        (Row("nascent", quiet=True), Row("nascent"), ""),
        (Row("nascent"), Row("inhibit"), "promoted"),
        (Row(), Row(k=8, n=9), "recounted"),
        (Row(), Row(), ""),
    ],
)
def test_one_word_says_what_became_of_it(before, after, kind):
    assert kind_of_change(before, after) == kind


def test_what_says_more_or_less_stands_before_what_was_only_counted_anew():
    old = (Row(id="a"), Row(id="b"), Row(id="c"))
    new = (Row(id="a", k=8, n=9), Row("fire", id="b"), Row(id="d"))
    assert [(change.kind, change.id) for change in changes(old, new)] == [
        ("born", "d"), ("lost", "c"), ("promoted", "b"), ("recounted", "a"),
    ]  # fmt: skip

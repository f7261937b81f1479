"""Where the turns go: every turn in exactly one class, by what weighs most in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from adage.report.records import TurnClass
from adage.report.turns import (
    BEFORE,
    CHECK,
    EDIT,
    FAILED,
    GIT,
    LATER,
    LIST,
    REFUSED,
    TEXT,
    turn_classes,
)
from tests.report.scenes import Scene, played

WHOLE: tuple[Scene, ...] = (
    ("say", "change the names"),
    ("read", "a.py"),
    ("list",),
    ("refuse", "a.py"),
    ("edit", "a.py"),
    ("read", "b.py"),
    ("fail", "make test"),
    ("run", "make test"),
    ("run", "git status"),
    ("talk",),
)


def classes(folder: Path, *sessions: tuple[Scene, ...]) -> dict[str, TurnClass]:
    return {each.name: each for each in turn_classes(played(folder, *sessions))}


def test_every_turn_is_in_exactly_one_class(tmp_path: Path) -> None:
    found = classes(tmp_path, WHOLE)
    assert sum(each.found.count for each in found.values()) == 9
    assert sum(each.share for each in found.values()) == pytest.approx(1.0)


@pytest.mark.parametrize("name", [BEFORE, LATER, EDIT, CHECK, FAILED, REFUSED, GIT, LIST, TEXT])
def test_each_thing_that_happened_once_is_one_turn_of_its_class(tmp_path: Path, name: str) -> None:
    assert classes(tmp_path, WHOLE)[name].found.count == 1


def test_looking_around_after_an_edit_that_was_refused_is_later(tmp_path: Path) -> None:
    found = classes(tmp_path, (("say", "go"), ("refuse", "a.py"), ("read", "a.py")))
    assert LATER in found
    assert BEFORE not in found


def test_a_class_names_the_lines_of_its_turns(tmp_path: Path) -> None:
    found = classes(tmp_path, WHOLE)
    (seen,) = found[EDIT].found.seen
    assert (seen.session, seen.trace[:8], seen.lines) == (1, "00000000", (8,))


def test_a_turn_of_text_stands_after_the_last_line_that_is_known(tmp_path: Path) -> None:
    (seen,) = classes(tmp_path, WHOLE)[TEXT].found.seen
    assert seen.lines == (16,)


def test_a_class_without_a_turn_is_left_out(tmp_path: Path) -> None:
    assert set(classes(tmp_path, (("say", "hello"), ("talk",)))) == {TEXT}

"""Paths: relative to the repository whatever form they come in, and grouped from fine to coarse."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adage.traces.path_class import (
    Place,
    file_shape,
    levels,
    path_class,
    relative,
    repository_place,
)

Oracles = dict[str, dict[str, Any]]
HOME = repository_place("/home/ann/app")


@pytest.mark.shared
@pytest.mark.parametrize(
    ("name", "function"), [("path_class", path_class), ("file_shape", file_shape)]
)
def test_the_oracles_agree(name: str, function: Any, oracles: Oracles) -> None:
    case = oracles[name]
    assert [function(path) for path in case["inputs"]["paths"]] == case["expected"]


def test_an_edit_has_five_levels_finest_first() -> None:
    assert levels("cmd/web/flag.go") == (
        "cmd/web/flag.go",
        "cmd/web/*.go",
        "cmd/**/*.go",
        "**/*.go",
        "**",
    )


def test_a_file_at_the_root_has_three_levels() -> None:
    assert levels("README.md") == ("README.md", "**/*.md", "**")


def test_files_outside_have_no_levels_that_files_inside_share() -> None:
    assert levels("{path}") == ("{path}",)
    assert levels("{tmp}") == ("{tmp}",)


@pytest.mark.parametrize(
    ("path", "seen"),
    [
        ("/home/ann/app/src/a.py", "src/a.py"),
        ("src/a.py", "src/a.py"),
        ("./src/../b.py", "b.py"),
        ("/home/ann/app", "."),
        ("/home/ann/app/.claude/worktrees/fix-1/src/a.py", "src/a.py"),
        ("/home/ann/app/.worktrees/2/src/a.py", "src/a.py"),
        ("/home/ann/apple/a.py", "{path}"),
        ("../other/a.py", "{path}"),
        ("~/.bashrc", "{path}"),
        ("~/..", "{path}"),
        ("~/../bob/app", "{path}"),
        ("~", "{path}"),
        ("$HOME/../x", "{path}"),
        ("/tmp/x.log", "{tmp}"),
        ("/var/folders/ab/x", "{tmp}"),
        ("$TMPDIR/x", "{tmp}"),
        ("$TMPDIR//x", "{tmp}"),
        ("$TMPDIR/a/../b", "{tmp}"),
        ("$TMPDIR/../x", "{path}"),
    ],
)
def test_paths_are_seen_from_the_repository(path: str, seen: str) -> None:
    assert relative(path, HOME) == seen


@pytest.mark.parametrize(
    "path", ["D:\\app\\src\\a.go", "d:/app/src/a.go", "/d/app/src/a.go", "src\\a.go"]
)
def test_one_windows_file_is_one_path_however_it_is_written(path: str) -> None:
    assert relative(path, repository_place("D:\\app")) == "src/a.go"


def test_a_worktree_belongs_to_its_repository() -> None:
    place = repository_place("/home/ann/app/.worktrees/2")
    assert relative("/home/ann/app/.worktrees/2/src/a.py", place) == "src/a.py"
    assert relative("/home/ann/app/src/a.py", place) == "src/a.py"
    assert relative("src/a.py", place) == "src/a.py"


def test_a_worktree_may_be_named_after_a_branch_with_a_slash() -> None:
    place = repository_place("/home/ann/app/.worktrees/ann/fix-1")
    assert relative("/home/ann/app/.worktrees/ann/fix-1/src/a.py", place) == "src/a.py"
    assert relative("/home/ann/app/src/a.py", place) == "src/a.py"


def test_a_session_may_start_inside_a_worktree_of_the_agent() -> None:
    place = repository_place("/home/ann/app/.claude/worktrees/fix-1/src")
    assert relative("a.py", place) == "src/a.py"


def test_a_folder_to_run_in_moves_relative_paths() -> None:
    assert relative("a.py", HOME.at("src").at("web")) == "src/web/a.py"
    assert relative("a.py", HOME.at("/tmp/x")) == "{tmp}"


def test_without_a_root_a_relative_path_stays() -> None:
    assert relative("src/a.py", Place()) == "src/a.py"


@given(st.text(max_size=60))
def test_levels_never_repeat_and_end_at_the_coarsest(path: str) -> None:
    found = levels(path)
    assert len(set(found)) == len(found)
    assert found[-1] == "**" or found in (("{path}",), ("{tmp}",))

"""What the files in a root folder say, and what is never looked at."""

from __future__ import annotations

from pathlib import Path

import pytest

from adage.learn.instinct_table import named_files
from adage.learn.root_files import look_at

MOST = 1 << 20


def facts(root: Path) -> dict[str, str]:
    return look_at(root, named_files(), MOST)


def test_an_empty_folder_says_nothing(tmp_path: Path) -> None:
    assert facts(tmp_path) == {}


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("pnpm-lock.yaml", "", {"file:pnpm-lock.yaml": "pnpm-lock.yaml"}),
        ("package.json", '{"scripts": {"test": "vitest"}, "packageManager": "pnpm@9.1.0"}',
         {"script:test": "package.json: scripts.test",
          "packages:pnpm": "package.json: packageManager"}),
        ("Makefile", "CC := gcc\nall test: build\n\tgo test\n.PHONY: all\nout/%.o: %.c\n",
         {"make:all": "Makefile: all", "make:test": "Makefile: test"}),
        ("justfile", "x := '1'\n# note: yes\n@lint *ARGS:\n  ruff\ntest a='b':\n  x\n",
         {"just:lint": "justfile: lint", "just:test": "justfile: test"}),
        ("mise.toml", '[tasks.test]\nrun = "x"\n[tasks."test:ci"]\nrun = "x"\n',
         {"mise:test": "mise.toml: tasks.test", "mise:test:ci": "mise.toml: tasks.test:ci"}),
        ("pyproject.toml", "[tool.ruff]\nline-length = 9\n",
         {"table:tool": "pyproject.toml: tool", "table:tool.ruff": "pyproject.toml: tool.ruff"}),
    ],
)  # fmt: skip
def test_each_file_is_read_for_what_it_names(
    tmp_path: Path, name: str, text: str, found: dict[str, str]
) -> None:
    (tmp_path / name).write_text(text)
    assert facts(tmp_path) == found


@pytest.mark.parametrize("name", ["package.json", "Makefile", "mise.toml", "pyproject.toml"])
@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"{[", b"[" * 100_000, b"null", b"[]"])
def test_a_file_of_another_form_says_nothing(tmp_path: Path, name: str, content: bytes) -> None:
    (tmp_path / name).write_bytes(content)
    assert facts(tmp_path) == {}


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "Makefile").write_text("test:\n" + "#" * MOST)
    assert facts(tmp_path) == {}


def test_no_link_leads_out_of_the_repository(tmp_path: Path) -> None:
    root, outside = tmp_path / "app", tmp_path / "outside"
    root.mkdir()
    (outside / "bin").mkdir(parents=True)
    (outside / "bin" / "python").touch()
    (outside / "Makefile").write_text("test:\n")
    (root / "Makefile").symlink_to(outside / "Makefile")
    (root / ".venv").symlink_to(outside)
    (root / "uv.lock").symlink_to(outside / "Makefile")
    assert facts(root) == {}


def test_the_interpreter_of_an_environment_may_itself_be_a_link(tmp_path: Path) -> None:
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    (tmp_path / ".venv" / "bin" / "python").symlink_to("/usr/bin/python3")
    assert facts(tmp_path) == {"file:.venv/bin/python": ".venv/bin/python"}

"""What a newcomer meets first: README, licence, `./do`, and the package that pip installs."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import pytest

from adage import __version__

ROOT = Path(__file__).resolve().parent.parent
WORDS = ("map", "test", "check", "e2e", "bench", "site", "format", "help")


def _do(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(ROOT / "do"), *words],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        env={"PATH": os.environ["PATH"], "HOME": tempfile.gettempdir()},
    )


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """The package as pip would build it from this checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", str(folder), "."]
    subprocess.run(command, cwd=ROOT, check=True)
    (built,) = folder.glob("*.whl")
    return zipfile.ZipFile(built)


def test_the_readme_begins_with_the_two_commands() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    commands = re.findall(r"^    (.+)$", readme.split("\n## ")[0], re.MULTILINE)
    assert commands == ["./do map", "./do test"]
    assert readme.startswith("# Adage\n\n    ./do map\n    ./do test\n")


def test_every_file_the_readme_links_to_exists() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)#:]+)\)", readme)
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_do_alone_lists_every_word() -> None:
    shown = _do()
    assert shown.returncode == 0
    assert re.findall(r"^  (\w+) ", shown.stdout, re.MULTILINE) == list(WORDS)


def test_do_knows_every_word_it_lists() -> None:
    script = (ROOT / "do").read_text(encoding="utf-8")
    cases = script.partition("case $word in")[2]
    for word in WORDS:
        assert re.search(rf"^{word}\b.*\)", cases, re.MULTILINE), word


@pytest.mark.skipif(
    not (ROOT / ".venv" / "installed-test").exists(), reason="./do has not set this checkout up"
)
def test_do_passes_words_on_to_the_map() -> None:
    shown = _do("map", "--help")
    assert shown.returncode == 0, shown.stderr
    assert shown.stdout.startswith("usage: adage map")


def test_do_refuses_a_word_it_does_not_know() -> None:
    shown = _do("dance")
    assert shown.returncode == 1
    assert 'there is no word "dance"' in shown.stderr


@pytest.mark.parametrize("script", ["do", ".ci/run", "tools/vendor.sh"])
def test_a_script_is_executable_and_plain_shell(script: str) -> None:
    path = ROOT / script
    assert os.access(path, os.X_OK)
    subprocess.run(["sh", "-n", str(path)], check=True)


def test_the_ci_script_runs_what_a_person_runs() -> None:
    assert "exec ./do test" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


def test_the_licence_is_there() -> None:
    assert (ROOT / "LICENSE").read_text(encoding="utf-8").startswith("MIT License")


def test_the_changelog_has_a_section_for_what_is_coming() -> None:
    assert "## [Unreleased]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_decisions_are_numbered_without_gaps_and_have_four_parts() -> None:
    pages = sorted((ROOT / "decisions").glob("*.md"))
    assert [int(page.name[:4]) for page in pages] == list(range(1, len(pages) + 1))
    for page in pages:
        parts = re.findall(r"^## (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
        assert parts == ["Context", "Decision", "Consequences", "Numbers"], page.name


def test_the_wheel_holds_all_that_the_map_needs(wheel: zipfile.ZipFile) -> None:
    """Many a project once shipped a wheel without its own front end."""
    names = set(wheel.namelist())
    for folder in ("adage_map/static", "adage_map/templates", "adage/data"):
        on_disk = {
            path.relative_to(ROOT).as_posix()
            for path in (ROOT / folder).rglob("*")
            if path.is_file() and "__pycache__" not in path.parts
        }
        assert on_disk, folder
        assert on_disk - names == set(), folder


def test_the_wheel_holds_types_and_licences(wheel: zipfile.ZipFile) -> None:
    names = wheel.namelist()
    assert {"adage/py.typed", "adage_map/py.typed"} <= set(names)
    assert any(name.endswith("licenses/LICENSE") for name in names)


def test_the_wheel_holds_no_tests_or_tools(wheel: zipfile.ZipFile) -> None:
    tops = {name.split("/")[0] for name in wheel.namelist()}
    assert tops == {"adage", "adage_map", f"adage_map-{__version__}.dist-info"}

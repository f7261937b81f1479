"""Stills in real processes: pictures where the machine can draw, one sentence where it cannot."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from adage.errors import AdageError
from adage_map.stills import MARK, SHIPPED, THEMES, try_out
from tests.map.test_cli import adage

EXTRA = ("pyvista", "py_mini_racer")
absent = [name for name in EXTRA if find_spec(name) is None]
installed = pytest.mark.skipif(
    bool(absent), reason=f"the extra `stills` is not installed: {', '.join(absent)} missing"
)
# Hides PyVista from every process that starts with this folder on its path.
HIDE = """
import sys
class Hidden:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "pyvista":
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Hidden())
"""


@pytest.fixture(scope="module")
def state(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("state")


@pytest.fixture(scope="module")
def drawn(state: Path) -> tuple[subprocess.CompletedProcess[str], Path]:
    """The sample's chapters as pictures; skipped where nothing can be drawn."""
    try:
        try_out(os.environ)
    except AdageError as error:
        pytest.skip(str(error))
    folder = state / "pictures"
    return adage(state, "map", "--sample", "--stills", str(folder)), folder


def pixels(path: Path) -> NDArray[np.int16]:
    from PIL import Image

    with Image.open(path) as picture:
        return np.asarray(picture.convert("RGB"), np.int16)


@installed
def test_every_chapter_becomes_a_picture_named_by_its_step(
    drawn: tuple[subprocess.CompletedProcess[str], Path],
) -> None:
    done, folder = drawn
    assert done.returncode == 0, done.stderr
    named = [Path(line) for line in done.stdout.split()]
    assert sorted(named) == sorted(folder.glob("*.png"))
    chapters = ("loop", "read", "patterns", "evidence", "similar", "package", "speak", "prove")
    assert {path.stem.split("-")[0] for path in named} == set(chapters)
    assert {"loop-1", "evidence-2"} <= {path.stem for path in named}
    assert "Removed:" in done.stderr


@installed
def test_pictures_are_not_flat_and_differ_from_each_other(
    drawn: tuple[subprocess.CompletedProcess[str], Path],
) -> None:
    found = {path.stem: pixels(path) for path in sorted(drawn[1].glob("*.png"))}
    for name, picture in found.items():
        assert picture.shape == (900, 1600, 3), name
        seen = np.abs(picture[:700] - picture[0, 0]).max(axis=2) > 30
        assert seen.mean() > 0.004, f"{name} shows next to nothing"
    for (one, a), (two, b) in combinations(found.items(), 2):
        apart = np.abs(a[:700] - b[:700]).max(axis=2) > 12
        assert apart.mean() > 0.005, f"{one} looks like {two}"


@installed
def test_a_picture_holds_its_things_in_the_page_s_colours(
    drawn: tuple[subprocess.CompletedProcess[str], Path],
) -> None:
    """Beads in the bead's colour on the page's ground, and the caption's ink under them."""
    from adage_map.stills.style import read_colours

    picture, colours = pixels(drawn[1] / "evidence-2.png"), read_colours("light")
    for name, least in (("ground", 100_000), ("bead", 1_000), ("effect-1", 200), ("ink", 200)):
        near = np.abs(picture - np.rint(np.array(colours[name]) * 255)).max(axis=2) < 26
        assert near.sum() > least, name


@installed
def test_a_folder_with_other_files_is_left_alone(state: Path, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    done = adage(state, "map", "--sample", "--stills", str(tmp_path))
    assert (done.returncode, done.stdout) == (1, "")
    assert "holds other files, which --stills would mix with" in done.stderr
    assert not (tmp_path / MARK).exists()


def test_without_the_extra_one_sentence_says_how_to_install_it(
    state: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hiding = tmp_path / "hiding"
    hiding.mkdir()
    (hiding / "sitecustomize.py").write_text(HIDE, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(hiding))
    done = adage(state, "map", "--sample", "--stills", str(tmp_path / "pictures"))
    assert (done.returncode, done.stdout) == (1, "")
    assert "pip install 'adage-map[stills]'" in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert not (tmp_path / "pictures").exists()


@installed
@pytest.mark.skipif(sys.platform != "linux", reason="EGL draws on Linux only")
def test_without_a_graphics_library_one_sentence_names_the_package(
    state: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """EGL without a single driver ends VTK in a real segmentation fault."""
    monkeypatch.setenv("__EGL_VENDOR_LIBRARY_FILENAMES", str(tmp_path / "none.json"))
    monkeypatch.setenv("VTK_DEFAULT_OPENGL_WINDOW", "vtkEGLRenderWindow")
    done = adage(state, "map", "--sample", "--stills", str(tmp_path / "pictures"))
    assert (done.returncode, done.stdout) == (1, "")
    assert "libEGL" in done.stderr
    assert "apt-get install libegl1" in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("words", [("--theme", "dark"), ("--every-step",)])
def test_words_about_stills_need_stills(state: Path, words: tuple[str, ...]) -> None:
    done = adage(state, "map", "--sample", *words)
    assert done.returncode == 2
    assert "belongs to --stills DIR" in done.stderr


def test_every_chapter_comes_with_a_small_picture_in_both_themes() -> None:
    """The page without JavaScript shows them; `python -m tools.docs.stills` draws them."""
    from adage_map.captions import CHAPTERS

    wanted = {f"{chapter.id}-{theme}.webp" for chapter in CHAPTERS for theme in THEMES}
    assert {path.name for path in SHIPPED.iterdir()} == wanted
    for path in SHIPPED.iterdir():
        assert 5_000 < path.stat().st_size <= 60_000, path.name

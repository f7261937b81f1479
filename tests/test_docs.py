"""The documentation is built for real and read as a reader would: text, links, a browser."""

from __future__ import annotations

import html
import json
import os
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from adage.cli import VERBS
from adage.constants import FIRE_LB, PRIME_NEW
from adage.formulas import FORMULAS, fire_ladder, wilson_lower
from adage.settings import CONSTANTS
from adage_map.captions import CHAPTERS

pytest.importorskip("material", reason="the documentation needs the docs extra")

ROOT = Path(__file__).resolve().parent.parent


def _build(config: Path, folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "mkdocs", "build", "--strict"]
    return subprocess.run(
        [*command, "-f", str(config), "-d", str(folder)],
        cwd=config.parent,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built documentation."""
    folder = tmp_path_factory.mktemp("site")
    built = _build(ROOT / "mkdocs.yml", folder)
    assert built.returncode == 0, built.stderr
    return folder


@pytest.fixture(scope="module")
def visits(site: Path) -> list[dict[str, Any]]:
    """What a browser met on every page, light and dark, wide and narrow."""
    if not (os.environ.get("ADAGE_CHROMIUM") or shutil.which("chromium")):
        pytest.skip("no chromium on the PATH (ADAGE_CHROMIUM)")
    done = subprocess.run(
        [sys.executable, "-m", "tools.docs.visit", str(site)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout, done.stderr
    found: list[dict[str, Any]] = json.loads(done.stdout)
    return found


@cache
def _page(site: Path, name: str) -> str:
    """The article of a page as plain text, without the furniture around it."""
    text = (site / name / "index.html").read_text(encoding="utf-8")
    article = text.partition("<article")[2].partition("</article>")[0]
    return html.unescape(re.sub(r"<[^>]+>", "", article))


def _plain(number: float) -> str:
    return f"{number:,}" if isinstance(number, int) else repr(number)


def test_every_threshold_is_documented_with_its_default(site: Path) -> None:
    page = _page(site, "reference/thresholds")
    for constant in CONSTANTS.values():
        row = page.partition(f"\n{constant.key}\n")[2].strip().split("\n")[0]
        assert row == f"{_plain(constant.default)} {constant.unit}", constant.key


def test_every_threshold_can_be_linked_to(site: Path) -> None:
    text = (site / "reference/thresholds/index.html").read_text(encoding="utf-8")
    assert [key for key in CONSTANTS if f'id="{key}"' not in text] == []


def test_every_formula_is_documented_with_its_sentence(site: Path) -> None:
    page = _page(site, "reference/formulas")
    missing = [name for name, formula in FORMULAS.items() if formula.sentence not in page]
    assert missing == []


def test_every_verb_is_documented_with_its_own_help(site: Path) -> None:
    page = _page(site, "reference/cli")
    assert [verb for verb, _, _ in VERBS if f"usage: adage {verb}" not in page] == []


@pytest.mark.parametrize(
    "command",
    [
        "adage traces --sample",
        "adage learn --sample",
        "adage learn --sample --explain",
        "adage calc wilson_lower k=6 n=8",
    ],
)
def test_the_tutorial_shows_what_its_commands_print(site: Path, command: str) -> None:
    page = (site / "index.html").read_text(encoding="utf-8")
    text = html.unescape(re.sub(r"<[^>]+>", "", page))
    shown = text.partition(f"$ {command}")[2].split("\n", 2)
    assert len(shown) == 3
    assert shown[1].strip(), f"{command} printed nothing"


def test_the_same_sum_has_the_same_result_on_page_and_command_line(site: Path) -> None:
    assert "0.4093" in _page(site, "math/03-evidence")


@pytest.mark.parametrize("page", sorted(path.stem for path in (ROOT / "site/math").glob("*.md")))
def test_a_math_page_has_all_its_parts_in_order(page: str) -> None:
    text = (ROOT / "site" / "math" / f"{page}.md").read_text(encoding="utf-8")
    wanted = ["In short.", "## For example", "## More detail", "## Defaults", "## In the code"]
    places = [text.find(part) for part in [*wanted, "## See it in the map"]]
    assert -1 not in places
    assert places == sorted(places)


def test_the_numbers_in_prose_are_those_of_the_registries() -> None:
    """Prose repeats a few figures; each is computed here from the formula or default it quotes."""
    ladder = [fire_ladder(misses) for misses in range(4)]
    bound, offer = f"{FIRE_LB.default:.2f}", f"{PRIME_NEW.default:.2f}"
    evidence = (ROOT / "site/math/03-evidence.md").read_text(encoding="utf-8")
    evidence = " ".join(evidence.split())
    assert f"needs {ladder[0]} sessions before its lower end passes {bound}" in evidence
    assert f"with one miss it needs {ladder[1]}, with two {ladder[2]}, with three" in evidence
    assert f"with three {ladder[3]}." in evidence
    assert f"true rate of {wilson_lower(6, 8):.0%}".replace("%", " %") in evidence
    assert f"five of five still gives only {wilson_lower(5, 5):.2f}" in evidence
    readme = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    assert f"*6 of 8, at least {wilson_lower(6, 8):.2f}*" in readme
    assert f"lower end reaches {bound}, which takes {ladder[0]} sessions" in readme
    assert f"plain rate of {offer} on" in readme


def test_every_place_in_the_map_that_a_page_points_to_exists() -> None:
    steps = {f"#/{chapter.id}/{step.number}" for chapter in CHAPTERS for step in chapter.steps}
    named = {chapter.number: chapter.title for chapter in CHAPTERS}
    for page in (ROOT / "site").rglob("*.md"):
        text = page.read_text(encoding="utf-8")
        assert set(re.findall(r"#/\w+/\d", text)) <= steps, page.name
        for number, title in re.findall(r"go to chapter (\d), \*([^*]+)\*", text):
            assert named[int(number)] == title, page.name


def test_the_calculators_of_the_site_are_the_files_of_the_map(site: Path) -> None:
    ours = ROOT / "adage_map" / "static" / "calc"
    for path in ours.rglob("*.js"):
        copied = site / "assets" / "adage" / "calc" / path.relative_to(ours)
        assert copied.read_bytes() == path.read_bytes()
    tracked = [p for p in (ROOT / "site").rglob("*.js") if "calc" in p.parts]
    assert tracked == []


def test_no_page_names_a_folder_of_the_machine_that_built_it(site: Path) -> None:
    wrong = [page for page in site.rglob("*.html") if str(ROOT) in page.read_text("utf-8")]
    assert wrong == []


def _small_copy(folder: Path, page: str) -> Path:
    """A documentation of one page, built by the same hooks from the same registries."""
    for name in ("adage", "adage_map", "tools/docs", "decisions"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("vendor", "data"))
    (folder / "site").mkdir()
    (folder / "site" / "index.md").write_text(page, encoding="utf-8")
    config = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    (folder / "mkdocs.yml").write_text(config.partition("nav:\n  - Start")[0], encoding="utf-8")
    return folder / "mkdocs.yml"


@pytest.mark.parametrize(
    ("page", "complaint"),
    [
        ("[gone](nowhere.md)", "nowhere.md"),
        ("[gone](decisions/0001-three-js-without-a-build-step.md#gone)", "#gone"),
        ("{{ formula wilson_upper }}", "there is no formula wilson_upper"),
        ("{{ dance }}", "there is no tag dance"),
        ("{{ source adage/gone.py }}", "adage/gone.py does not exist"),
        ("{{ command adage calc wilson_lower k=many n=8 }}", "ended with"),
        ("{{ command rm -rf folder }}", "may run adage and nothing else"),
    ],
)
def test_a_mistake_on_a_page_stops_the_build(tmp_path: Path, page: str, complaint: str) -> None:
    built = _build(_small_copy(tmp_path, f"# Start\n\n{page}\n"), tmp_path / "out")
    assert built.returncode != 0
    assert complaint in built.stdout + built.stderr


def test_a_page_without_mistakes_builds(tmp_path: Path) -> None:
    """The seven mistakes above fail for their own sake, not because the copy is incomplete."""
    page = (
        "# Start\n\n{{ formula wilson_lower }}\n\n{{ command adage calc wilson_lower k=6 n=8 }}\n"
    )
    built = _build(_small_copy(tmp_path, page), tmp_path / "out")
    assert built.returncode == 0, built.stderr


def test_the_verbs_named_in_the_readme_exist() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`adage (\w+)", readme))
    assert named
    assert named <= {verb for verb, _, _ in VERBS}


@pytest.mark.e2e
def test_no_page_has_an_error_or_leaves_the_machine(visits: list[dict[str, Any]]) -> None:
    assert visits
    assert [visit for visit in visits if visit["errors"] or visit["foreign"]] == []


@pytest.mark.e2e
def test_every_text_stands_out_from_its_ground(visits: list[dict[str, Any]]) -> None:
    """Contrast of 4.5 to 1, or 3 to 1 for large text, in both themes."""
    faint = {(visit["page"], visit["theme"]): visit["faint"] for visit in visits if visit["faint"]}
    assert faint == {}


@pytest.mark.e2e
def test_no_page_scrolls_sideways_at_320_pixels(visits: list[dict[str, Any]]) -> None:
    narrow = [visit for visit in visits if visit["width"] == "narrow"]
    assert narrow
    assert [visit["page"] for visit in narrow if visit["sideways"] > 0] == []


@pytest.mark.e2e
def test_the_calculator_on_the_evidence_page_starts_at_six_of_eight(
    visits: list[dict[str, Any]],
) -> None:
    shown = [visit["calculators"] for visit in visits if visit["page"] == "math/03-evidence"]
    assert shown
    assert all("0.41" in results[0] or "41" in results[0] for results in shown)


@pytest.mark.e2e
def test_formulas_are_drawn_without_a_script(visits: list[dict[str, Any]]) -> None:
    formulas = {v["page"]: v["formulas"] for v in visits if v["theme"] == "light"}
    assert formulas["reference/formulas"] >= len(FORMULAS)
    assert formulas["math/03-evidence"] >= 3

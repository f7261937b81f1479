"""An exported map: a folder that opens from disk, shows the tour, and holds no private words."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.rounds import Round
from tests.e2e.guard import Guard


def export(folder: Path, *words: str, **more: Any) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "adage", "map", "--export", str(folder), *words]
    return subprocess.run(command, capture_output=True, text=True, check=False, **more)


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample's map as a folder."""
    folder = tmp_path_factory.mktemp("export") / "map"
    done = export(folder, "--sample")
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(params=["gl", "flat"])
def page(request: pytest.FixtureRequest, browser: Any, flat_browser: Any, exported: Path) -> Any:
    """It, opened from disk, in each view."""
    context = (flat_browser if request.param == "flat" else browser).new_context(
        reduced_motion="reduce"
    )
    guard = Guard(context, from_disk=True)
    opened = context.new_page()
    opened.goto(f"file://{exported}/index.html")
    opened.evaluate("adageMap.ready.then(() => adageMap.idle())")
    opened.view = request.param
    yield opened
    context.close()
    guard.check()


def test_the_whole_tour_runs_from_disk(page: Any) -> None:
    assert page.evaluate("adageMap.state().view") == page.view
    steps = set()
    for _ in range(60):
        steps.add(page.evaluate("adageMap.state().step"))
        page.keyboard.press("ArrowRight")
        page.evaluate("adageMap.idle()")
    assert len(steps) > 30
    assert page.evaluate("adageMap.state().step") in steps


def test_its_calculator_and_formulas_work(page: Any) -> None:
    page.evaluate("adageMap.goto('evidence/2')")
    page.wait_for_selector(".calc-result")
    assert "(0.5291)" in page.text_content(".calc-result")
    page.wait_for_selector(".formula .katex")


def test_nothing_is_offered_that_needs_a_server(page: Any) -> None:
    assert not page.is_visible("#tabs")
    assert not page.is_visible("#to-glance")


def test_no_request_command_or_path_is_in_any_file(tmp_path: Path) -> None:
    found = Round(tmp_path)
    found.habit(14)
    secret = "please rename the customer Heliotrope everywhere"
    found.session(
        20, secret, found.edit("registry/x.json"), found.shell("make gen --for 'Heliotrope Ltd'")
    )
    folder = tmp_path / "out"
    done = export(folder, cwd=found.root, env=found.world.environ())
    assert done.returncode == 0, done.stderr
    assert "Removed: " in done.stderr
    content = b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())
    for private in (secret, "Heliotrope", "Heliotrope Ltd", str(tmp_path), found.root.name + '"'):
        assert private.encode() not in content, private
    assert b"make gen" in content, "templates stay"

    done = export(folder, "--include-text", cwd=found.root, env=found.world.environ())
    assert done.returncode == 0, done.stderr
    assert "Look before you share it" in done.stderr
    assert b"Heliotrope Ltd" in (folder / "index.html").read_bytes()


def test_a_folder_with_other_files_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("years of work")
    done = export(tmp_path, "--sample")
    assert done.returncode == 1
    assert "holds other files" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_pictures_for_readers_without_javascript_come_along(browser: Any, exported: Path) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"file://{exported}/index.html")
    first = page.locator(".noscript img").first
    first.scroll_into_view_if_needed()
    first.evaluate("(image) => image.decode()")
    assert first.evaluate("(image) => image.naturalWidth") == 1280
    assert len(list((exported / "assets" / "stills").iterdir())) == 16
    context.close()

"""What a person takes away: the picture as PNG with its words, and a link that names no text."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from tests.e2e.conftest import OpenPage
from tests.e2e.served import MapServer


@pytest.fixture(params=["gl", "flat"])
def page(
    request: pytest.FixtureRequest, open_page: OpenPage, map_sample: MapServer, flat_browser: Any
) -> Any:
    """The sample at `evidence/2`, in each view."""
    where = flat_browser if request.param == "flat" else None
    opened = open_page(
        map_sample,
        "/#/evidence/2",
        in_browser=where,
        reduced_motion="reduce",
        permissions=["clipboard-read", "clipboard-write"],
    )
    opened.evaluate("adageMap.ready.then(() => adageMap.idle())")
    return opened


def test_the_saved_picture_holds_the_scene_and_its_words(page: Any, tmp_path: Path) -> None:
    with page.expect_download() as waiting:
        page.keyboard.press("p")
    saved = waiting.value
    assert saved.suggested_filename == "adage-evidence-2.png"
    saved.save_as(tmp_path / "picture.png")
    with Image.open(tmp_path / "picture.png") as picture:
        scene = picture.crop((0, 0, picture.width, picture.height - 64))
        words = picture.crop((0, picture.height - 60, picture.width, picture.height - 4))
        assert len(scene.convert("RGB").getcolors(1 << 24)) > 50
        assert len(words.convert("RGB").getcolors(1 << 24)) > 5


def test_the_copied_link_opens_the_same_step_and_names_no_file(page: Any) -> None:
    page.click("#copy-link")
    page.wait_for_timeout(200)
    link = page.evaluate("navigator.clipboard.readText()")
    assert link.endswith("#/evidence/2")
    before = page.evaluate("adageMap.state().digest")
    page.goto(link.split("#")[0])
    page.goto(link)
    page.evaluate("adageMap.ready.then(() => adageMap.idle())")
    assert page.evaluate("adageMap.state().digest") == before

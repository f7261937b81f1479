"""The page without JavaScript: every chapter's captions are still there, each with a picture."""

from __future__ import annotations

import pytest

from adage_map.captions import CHAPTERS
from tests.e2e.conftest import OpenPage
from tests.e2e.served import MapServer


def test_without_javascript_all_captions_can_be_read(
    open_page: OpenPage, map_sample: MapServer
) -> None:
    page = open_page(map_sample, java_script_enabled=False)
    text = page.locator(".noscript").inner_text()
    for words in ("The loop", "Spot the patterns", "Change one", "adage learn --explain"):
        assert words in text
    assert page.locator(".noscript h2").count() == len(CHAPTERS)
    assert page.locator(".noscript h3").count() > 40


@pytest.mark.parametrize(("scheme", "ground"), [("light", "255, 255, 255"), ("dark", "15, 23, 32")])
def test_without_javascript_each_chapter_has_its_picture_in_the_system_s_colours(
    open_page: OpenPage, map_sample: MapServer, scheme: str, ground: str
) -> None:
    page = open_page(map_sample, java_script_enabled=False, color_scheme=scheme)
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == f"rgb({ground})"
    pictures = page.locator(".noscript img")
    assert pictures.count() == len(CHAPTERS)
    for place in range(pictures.count()):
        picture = pictures.nth(place)
        picture.scroll_into_view_if_needed()
        picture.evaluate("(image) => image.decode()")
        assert f"-{scheme}.webp" in picture.evaluate("(image) => image.currentSrc")
        assert picture.evaluate("(image) => image.naturalWidth") == 1280
        assert picture.get_attribute("alt")

"""The page without JavaScript: every chapter's title and captions are still there."""

from __future__ import annotations

from tests.e2e.conftest import OpenPage
from tests.e2e.served import MapServer


def test_without_javascript_all_captions_can_be_read(
    open_page: OpenPage, map_sample: MapServer
) -> None:
    page = open_page(map_sample, java_script_enabled=False)
    text = page.locator(".noscript").inner_text()
    for words in ("The loop", "Spot the patterns", "Change one", "adage learn --explain"):
        assert words in text
    assert page.locator(".noscript h3").count() == 22

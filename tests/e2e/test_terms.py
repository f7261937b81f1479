"""Words of the glossary in a caption: by hover, by Tab and by tap; they stay while pointed at."""

from __future__ import annotations

from typing import Any

import pytest

from tests.e2e.conftest import OpenPage
from tests.e2e.served import MapServer

LIGHT = ".term-box"


@pytest.fixture
def page(open_page: OpenPage, map_sample: MapServer, flat_browser: Any) -> Any:
    """The sample at the step of the gates."""
    opened = open_page(
        map_sample,
        "/#/evidence/1",
        in_browser=flat_browser,
        reduced_motion="reduce",
        has_touch=True,
    )
    opened.evaluate("adageMap.ready.then(() => adageMap.idle())")
    return opened


def test_a_word_is_explained_while_it_or_the_explanation_is_pointed_at(page: Any) -> None:
    page.hover(".term >> text=/^reflex/i")
    page.wait_for_selector(LIGHT)
    assert "judged" in page.text_content(LIGHT) or "pattern" in page.text_content(LIGHT)
    page.hover(LIGHT)
    page.wait_for_timeout(700)
    assert page.is_visible(LIGHT)
    page.hover("#generation")
    page.wait_for_selector(LIGHT, state="detached")


def test_a_word_is_reached_by_tab_and_closed_by_escape_with_the_focus_kept(page: Any) -> None:
    page.focus(".term")
    page.wait_for_selector(LIGHT)
    assert page.get_attribute(".term", "aria-expanded") == "true"
    page.keyboard.press("Escape")
    page.wait_for_selector(LIGHT, state="detached")
    assert page.evaluate("document.activeElement.className") == "term"
    assert page.is_visible("#panel-body"), "Esc closed the explanation and nothing else"


def test_a_tap_opens_one_word_and_closes_the_other(page: Any) -> None:
    terms = page.locator(".term")
    assert terms.count() >= 2
    terms.nth(0).tap()
    terms.nth(1).tap()
    page.wait_for_timeout(100)
    assert page.locator(LIGHT).count() == 1
    assert terms.nth(1).get_attribute("aria-expanded") == "true"
    assert terms.nth(0).get_attribute("aria-expanded") == "false"


def test_the_first_use_of_a_word_is_marked_and_no_other(page: Any) -> None:
    words = [word.lower().rstrip("s") for word in page.locator(".term").all_text_contents()]
    assert len(words) == len(set(words))

"""axe, WCAG 2.0 A to 2.2 AA: no violation on any chapter, tab or dialog, in both themes."""

from __future__ import annotations

import os
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.e2e.conftest import OpenPage
from tests.e2e.served import MapServer

RULES = {
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}
}
KEYS = {"search": "/", "why": "y", "whatif": "w", "history": "t", "request": "q", "charts": "c"}
SIZES = {"wide": (1280, 800), "narrow": (320, 568)}


def violations(page: Any) -> list[str]:
    """Every violation as `rule: selector`."""
    found = Axe().run(page, options=RULES).response["violations"]
    return [
        f"{each['id']}: {node['target']} {node.get('failureSummary', '')}"
        for each in found
        for node in each["nodes"]
    ]


def opened(
    open_page: OpenPage, map_sample: MapServer, flat_browser: Any, size: str, theme: str
) -> Any:
    """The sample at rest, in one theme and one size; without WebGL, so that axe is quick."""
    width, height = SIZES[size]
    page = open_page(
        map_sample,
        in_browser=flat_browser,
        viewport={"width": width, "height": height},
        color_scheme=theme,
        reduced_motion="reduce",
    )
    page.evaluate("adageMap.ready.then(() => adageMap.idle())")
    return page


# ADAGE_EVERY=1 looks at everything in both sizes and both themes; else each of them once.
EVERY = [(size, theme) for size in SIZES for theme in ("light", "dark")]
ONCE = [("wide", "light"), ("narrow", "dark")]
ALL = os.environ.get("ADAGE_EVERY") == "1"


@pytest.fixture(params=EVERY if ALL else ONCE)
def every_page(
    request: pytest.FixtureRequest, open_page: OpenPage, map_sample: MapServer, flat_browser: Any
) -> Any:
    """In each size and each theme."""
    return opened(open_page, map_sample, flat_browser, *request.param)


@pytest.fixture(params=EVERY if ALL else ONCE[1:])
def page(
    request: pytest.FixtureRequest, open_page: OpenPage, map_sample: MapServer, flat_browser: Any
) -> Any:
    """Narrow and dark, the harder of both."""
    return opened(open_page, map_sample, flat_browser, *request.param)


def test_no_chapter_has_a_violation(every_page: Any) -> None:
    page = every_page
    chapters = page.eval_on_selector_all("#chapters a", "links => links.map(link => link.hash)")
    for chapter in chapters:
        page.evaluate("hash => { location.hash = hash }", chapter)
        page.evaluate("adageMap.idle()")
        assert violations(page) == [], chapter


@pytest.mark.parametrize("name", ["search", "why", "whatif", "history", "request", "charts"])
def test_no_question_has_a_violation(page: Any, name: str) -> None:
    page.keyboard.press(KEYS[name])
    page.wait_for_selector(f"#ask-{name} :is(input, svg)")
    page.wait_for_timeout(300)
    assert violations(page) == []


@pytest.mark.parametrize("name", ["legend", "shortcuts"])
def test_no_dialog_has_a_violation(page: Any, name: str) -> None:
    page.click(f"#show-{name}")
    assert violations(page) == []


def test_the_table_and_the_detail_have_no_violation(page: Any) -> None:
    page.select_option("#view", "list")
    page.keyboard.press("d")
    page.evaluate("adageMap.idle()")
    assert violations(page) == []

"""The whole tour by keyboard, in 3D and flat: same states there and back, something to see."""

from __future__ import annotations

import os
from typing import Any

import pytest

from tests.e2e.conftest import OpenPage
from tests.e2e.pictures import changed_share, drawn_share, picture
from tests.e2e.served import MapServer


def ready(page: Any) -> None:
    """Wait until the first picture can be operated."""
    page.evaluate("adageMap.ready.then(() => adageMap.idle())")


def state(page: Any) -> dict[str, Any]:
    """What the page shows, when it has come to rest."""
    page.evaluate("adageMap.idle()")
    found: dict[str, Any] = page.evaluate("adageMap.state()")
    return found


def steps_of(page: Any) -> int:
    """How many stops the tour has, as the player says."""
    return int(page.locator("#count").inner_text().rpartition(" ")[2])


def press(page: Any, key: str) -> dict[str, Any]:
    page.keyboard.press(key)
    return state(page)


@pytest.fixture(params=["gl", "flat"])
def toured(
    request: pytest.FixtureRequest, open_page: OpenPage, map_sample: MapServer, flat_browser: Any
) -> Any:
    """A page of the sample that cuts its moves, in each view.

    Software draws 3D slowly, so there it is the quick tour, and with ADAGE_EVERY=1 the full one.
    """
    where = flat_browser if request.param == "flat" else None
    page = open_page(map_sample, in_browser=where, reduced_motion="reduce")
    ready(page)
    if request.param == "gl" and os.environ.get("ADAGE_EVERY") != "1":
        page.select_option("#length", "quick")
        page.locator("#step-title").click()
    assert state(page)["view"] == request.param
    return page


def test_the_tour_goes_there_and_back_by_the_same_states(toured: Any) -> None:
    there = [state(toured)]
    count = steps_of(toured)
    while len(there) < count:
        there.append(press(toured, "ArrowRight"))
    assert len({shown["step"] for shown in there}) == count
    assert press(toured, "ArrowRight") == there[-1]
    back = [there[-1]]
    while len(back) < count:
        back.append(press(toured, "ArrowLeft"))
    assert back[::-1] == there


def test_each_step_draws_something_and_not_the_same(toured: Any) -> None:
    before = picture(toured.locator("#picture canvas"))
    assert drawn_share(before) > 0.02
    for _ in range(steps_of(toured) - 1):
        press(toured, "ArrowRight")
        after = picture(toured.locator("#picture canvas"))
        assert drawn_share(after) > 0.02, state(toured)
        assert changed_share(before, after) > 0.002, state(toured)
        before = after


def test_both_views_show_the_same_state(
    open_page: OpenPage, map_sample: MapServer, flat_browser: Any
) -> None:
    states = []
    for browser in (None, flat_browser):
        page = open_page(map_sample, "/#/evidence/2", in_browser=browser, reduced_motion="reduce")
        ready(page)
        states.append(state(page))
    assert states[0].pop("view") == "gl"
    assert states[1].pop("view") == "flat"
    assert states[0] == states[1]


def test_without_webgl_the_page_says_why_it_is_flat(
    open_page: OpenPage, map_sample: MapServer, flat_browser: Any
) -> None:
    page = open_page(map_sample, in_browser=flat_browser, reduced_motion="reduce")
    ready(page)
    assert "WebGL" in page.locator("#note").inner_text()
    assert page.locator("#view").input_value() == "flat"


def test_the_flat_view_draws_what_a_step_is_about(
    open_page: OpenPage, map_sample: MapServer, flat_browser: Any
) -> None:
    page = open_page(map_sample, "/#/read/4", in_browser=flat_browser, reduced_motion="reduce")
    ready(page)
    page.locator("#view").select_option("flat")
    label = page.locator(".label.hero:not([hidden])").first.bounding_box()
    box = page.locator("#picture").bounding_box()
    found = {
        page.evaluate("([x, y]) => adageMap.pick(x, y)", [x, label["y"] + down - box["y"]])
        for x in (label["x"] + label["width"] / 2 - box["x"],)
        for down in range(0, 60, 6)
    }
    assert any(name.startswith("e:") for name in found), found


def test_a_lost_context_comes_back_or_becomes_flat(
    open_page: OpenPage, map_sample: MapServer
) -> None:
    page = open_page(map_sample, "/#/patterns/3", reduced_motion="reduce")
    ready(page)
    page.evaluate(
        "document.querySelector('#picture canvas').getContext('webgl2')"
        ".getExtension('WEBGL_lose_context').loseContext()"
    )
    page.wait_for_timeout(2500)
    shown = state(page)
    assert shown["view"] == "flat"
    assert shown["step"] == "patterns/3"
    assert "lost" in page.locator("#note").inner_text()
    assert drawn_share(picture(page.locator("#picture canvas"))) > 0.02


def test_a_move_ends_where_the_next_begins(open_page: OpenPage, map_sample: MapServer) -> None:
    page = open_page(map_sample, reduced_motion="reduce")
    ready(page)
    page.evaluate("adageMap.goto('read/3', 1)")
    ended = state(page)["digest"]
    page.evaluate("adageMap.goto('read/4', 0)")
    assert state(page)["digest"] == ended


def test_full_motion_plays_and_rests(open_page: OpenPage, map_sample: MapServer) -> None:
    page = open_page(map_sample, "/#/read/1", reduced_motion="no-preference")
    ready(page)
    before = page.evaluate("adageMap.frames")
    shown = press(page, "ArrowRight")
    assert shown["step"] == "read/2"
    assert shown["t"] == 1
    frames = page.evaluate("adageMap.frames")
    assert frames > before + 3
    page.wait_for_timeout(1500)
    assert page.evaluate("adageMap.frames") == frames

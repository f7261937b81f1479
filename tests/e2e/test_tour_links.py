"""Links, keys and choices: where a link leads, who gets a key, what a setting changes."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.e2e.conftest import OpenPage
from tests.e2e.served import MapServer
from tests.e2e.test_tour_walk import press, ready, state

QUICK = [
    *("loop/1", "read/4", "patterns/3", "evidence/2", "evidence/6", "similar/4"),
    *("package/3", "speak/3", "prove/3"),
]


@pytest.fixture
def page(open_page: OpenPage, map_sample: MapServer) -> Any:
    """The sample, with moves cut."""
    opened = open_page(map_sample, reduced_motion="reduce")
    ready(opened)
    return opened


def test_a_link_opens_where_walking_leads(
    page: Any, open_page: OpenPage, map_sample: MapServer
) -> None:
    for _ in range(3):
        press(page, "ArrowRight")
    walked = state(page)
    cold = open_page(map_sample, f"/#/{walked['step']}", reduced_motion="reduce")
    ready(cold)
    assert state(cold) == walked


def test_back_and_forward_move_between_steps(page: Any) -> None:
    press(page, "ArrowRight")
    press(page, "ArrowRight")
    page.go_back()
    assert state(page)["step"] == "read/1"
    page.go_forward()
    assert state(page)["step"] == "read/2"


def test_links_hold_ids_and_numbers_only(page: Any) -> None:
    for key in ("3", "d", "f"):
        press(page, key)
    link = page.evaluate("location.hash")
    assert re.fullmatch(r"#/evidence/\d+\?d=1&f=[a-z]:[0-9a-f]+", link), link
    page.reload()
    ready(page)
    shown = state(page)
    assert shown["detail"]
    assert shown["follow"].startswith("r:")


def test_digits_and_page_keys_choose_chapters(page: Any) -> None:
    assert press(page, "2")["step"] == "patterns/1"
    assert press(page, "PageDown")["step"] == "evidence/1"
    assert press(page, "PageUp")["step"] == "patterns/1"
    assert press(page, "End")["step"] == "prove/7"
    assert press(page, "Home")["step"] == "loop/1"
    # A chapter that the tour does not have is not faked: its key does nothing.
    assert press(page, "5")["step"] == "loop/1"


def test_no_key_is_taken_while_typing(page: Any) -> None:
    press(page, "3")
    press(page, "ArrowRight")
    field = page.locator(".calculator input[type=number]").first
    field.click()
    shown = state(page)
    for key in ("ArrowRight", "ArrowLeft", "Home", "End", "2", "d", "f"):
        page.keyboard.press(key)
    assert state(page) == shown


def test_space_on_a_button_presses_it_once(page: Any) -> None:
    page.locator("#next").focus()
    assert press(page, "Space")["step"] == "read/1"


def test_single_keys_can_be_turned_off(page: Any) -> None:
    page.locator("#single-keys").select_option("off")
    page.locator("#step-title").click()
    assert press(page, "3")["step"] == "loop/1"
    assert not press(page, "d")["detail"]
    assert press(page, "ArrowRight")["step"] == "read/1"


def test_the_list_of_shortcuts_is_the_table_of_keys(page: Any) -> None:
    page.keyboard.press("?")
    shown = page.locator("#shortcuts kbd").all_inner_texts()
    table = page.evaluate(
        "import('/static/js/keys.js').then((keys) => keys.SHORTCUTS.map((key) => key.shown))"
    )
    assert shown == table
    page.keyboard.press("Escape")
    assert not page.locator("#shortcuts").is_visible()


def test_the_quick_tour_stops_at_its_own_steps(page: Any) -> None:
    page.locator("#length").select_option("quick")
    page.locator("#step-title").click()
    seen = [state(page)["step"]]
    while (step := press(page, "ArrowRight")["step"]) != seen[-1]:
        seen.append(step)
    assert seen == QUICK


def test_each_stop_is_announced_once(page: Any) -> None:
    page.evaluate(
        """() => { window.said = []; new MutationObserver(() => {
        window.said.push(document.getElementById('live').textContent); })
        .observe(document.getElementById('live'), {childList: true}); }"""
    )
    press(page, "ArrowRight")
    press(page, "ArrowRight")
    said = page.evaluate("window.said")
    assert len(said) == 2
    assert all(0 < len(text) <= 200 for text in said)
    assert page.locator("#picture canvas").get_attribute("aria-label") in said[-1]


def test_the_table_lists_the_objects_of_the_step(page: Any) -> None:
    press(page, "3")
    listed = int(page.locator("#scene-list h3 .quiet").first.inner_text())
    page.locator("#view").select_option("list")
    rows = page.locator("#table tbody tr")
    assert rows.count() > listed
    assert state(page)["view"] == "list"
    page.locator("#table th button", has_text="lower bound").click()
    assert page.locator("#table th[aria-sort=ascending]").count() == 1


def test_an_object_can_be_opened_from_the_list_by_keyboard(page: Any) -> None:
    press(page, "3")
    first = page.locator("#scene-list button").first
    first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert "Lower bound" in page.locator("#panel-body").inner_text()
    page.keyboard.press("Escape")
    assert "Lower bound" not in page.locator("#panel-body").inner_text()


def test_the_pointer_finds_what_is_drawn(page: Any) -> None:
    page.evaluate("adageMap.goto('package/3')")
    box = page.locator("#picture").bounding_box()
    found = page.evaluate("([x, y]) => adageMap.pick(x, y)", [box["width"] / 2, box["height"] / 2])
    assert found == "book"


def test_a_plain_wheel_scrolls_and_ctrl_wheel_zooms(page: Any) -> None:
    page.evaluate("adageMap.goto('read/2')")
    page.locator("#picture").hover()
    page.wait_for_timeout(400)
    before = page.evaluate("adageMap.frames")
    page.mouse.wheel(0, 200)
    page.wait_for_timeout(200)
    assert page.locator("#hint").is_visible()
    assert page.evaluate("adageMap.frames") == before
    page.keyboard.down("Control")
    page.mouse.wheel(0, 200)
    page.keyboard.up("Control")
    page.wait_for_timeout(300)
    assert page.evaluate("adageMap.frames") > before
    assert page.evaluate("window.visualViewport.scale") == 1


@pytest.mark.parametrize("width", [320, 390, 1000, 1440])
def test_nothing_scrolls_sideways_and_targets_are_large(
    open_page: OpenPage, map_sample: MapServer, width: int
) -> None:
    page = open_page(
        map_sample, "/#/evidence/2", viewport={"width": width, "height": 700},
        reduced_motion="reduce",
    )  # fmt: skip
    ready(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    small = page.evaluate(
        """() => [...document.querySelectorAll('main button, main a, header button, select')]
        .filter((e) => e.offsetParent).map((e) => [e.id || e.className || e.textContent,
        e.getBoundingClientRect()]).filter(([, box]) => box.width < 24 || box.height < 24)
        .map(([name, box]) => `${name} ${box.width}x${box.height}`)"""
    )
    assert small == []


def test_motion_can_be_cut_while_the_tour_runs(open_page: OpenPage, map_sample: MapServer) -> None:
    page = open_page(map_sample, "/#/read/1", reduced_motion="no-preference")
    ready(page)
    page.locator("#motion").select_option("reduce")
    page.locator("#step-title").click()
    before = page.evaluate("adageMap.frames")
    press(page, "ArrowRight")
    # One picture of the new step, and the same once more, sharper.
    assert page.evaluate("adageMap.frames") - before <= 3


def test_a_witness_leads_back_to_its_line(page: Any) -> None:
    press(page, "3")
    page.locator("#scene-list button").first.click()
    page.locator(".witnesses .line-button").first.click()
    page.wait_for_timeout(300)
    assert "make gen" in page.locator(".witnesses pre").first.inner_text()


def test_chapter_links_keep_the_detail_that_was_asked_for(page: Any) -> None:
    press(page, "d")
    page.locator("#chapters a", has_text="Check the evidence").click()
    shown = state(page)
    assert (shown["step"], shown["detail"]) == ("evidence/1", True)
    page.locator("#dots a").nth(1).click()
    assert state(page)["step"] == "evidence/2"
    assert "judge.fire_lb" in page.locator("#panel-body").inner_text()

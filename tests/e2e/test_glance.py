"""The glance in a browser: answers, lines behind a figure, its place in the world, keys."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.e2e.conftest import OpenPage
from tests.e2e.served import MapServer
from tests.e2e.test_axe import violations

SIZES = {"wide": (1280, 800), "narrow": (320, 568)}


def opened(page: Any) -> Any:
    page.evaluate("adageMap.ready.then(() => adageMap.idle())")
    page.wait_for_selector(".card")
    return page


@pytest.fixture
def page(open_page: OpenPage, map_sample: MapServer, flat_browser: Any) -> Any:
    """The sample's glance, without WebGL so that it is quick."""
    return opened(
        open_page(map_sample, "/#/glance", in_browser=flat_browser, reduced_motion="reduce")
    )


def test_the_address_opens_it_and_every_question_is_answered(page: Any) -> None:
    assert page.locator("#glance-title").inner_text() == "The sample at a glance"
    answers = page.locator(".card .answer-line").all_inner_texts()
    assert len(answers) == 7
    assert all(answers)
    assert not page.locator("#picture").is_visible()


def test_every_number_on_it_is_one_the_server_gave(page: Any) -> None:
    told = page.evaluate("fetch('/api/v1/glance?run=sample').then((answer) => answer.json())")
    shown = page.locator(".card").all()
    for card, section in zip(shown, told["sections"], strict=True):
        if section["key"] == "saved":
            continue
        assert card.locator(".answer-line").inner_text() == section["answer"]
        values = card.locator(".row-value").all_inner_texts()
        assert values == [row["value"] for row in section["rows"]][: len(values)]


def test_a_figure_opens_its_sessions_with_their_lines(page: Any) -> None:
    page.locator("#glance-turns .figure").nth(2).click()
    assert page.locator("#panel-title").inner_text() == "edit"
    line = page.locator(".sightings .line-button").first
    line.click()
    page.locator(".sightings pre", has_text='"file_path"').first.wait_for()


def test_a_sighting_goes_to_its_object_in_the_world(page: Any) -> None:
    page.locator("#glance-turns .figure").nth(2).click()
    page.locator(".to-world").first.click()
    page.wait_for_url("**/#/read/5")
    page.evaluate("adageMap.idle()")
    assert page.locator("#picture").is_visible()
    assert not page.locator("#glance").is_visible()
    assert page.locator("#panel-body").inner_text().startswith("Kind")


def test_back_and_forward_move_between_the_glance_and_the_tour(page: Any) -> None:
    page.locator("#chapters a").nth(1).click()
    page.wait_for_url("**/#/read/1")
    assert page.locator("#picture").is_visible()
    page.go_back()
    page.wait_for_selector("#glance:not([hidden])")
    page.go_forward()
    page.wait_for_selector("#glance", state="hidden")
    assert page.evaluate("adageMap.state().step") == "read/1"


def test_the_first_step_of_the_tour_is_left_and_found_again(page: Any) -> None:
    page.locator("#chapters a").first.click()
    page.wait_for_url("**/#/loop/1")
    assert page.locator("#picture").is_visible()
    assert page.locator("#chapters a").first.get_attribute("aria-current") == "step"
    page.locator("#door a").click()
    page.wait_for_selector("#glance:not([hidden])")


def test_it_is_used_by_keyboard_alone(page: Any) -> None:
    page.locator("#to-glance").focus()
    figure = page.locator("#glance-turns .figure").first
    for _ in range(60):
        page.keyboard.press("Tab")
        if figure.evaluate("element => element === document.activeElement"):
            break
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "panel-title"
    assert figure.get_attribute("aria-pressed") == "true"
    page.keyboard.press("Escape")
    assert figure.evaluate("element => element === document.activeElement")
    assert figure.get_attribute("aria-pressed") == "false"


def test_the_arrow_key_goes_on_with_the_tour(page: Any) -> None:
    page.keyboard.press("ArrowRight")
    page.wait_for_selector("#glance", state="hidden")
    page.evaluate("adageMap.idle()")
    assert re.match(r"#/\w+/\d", page.evaluate("location.hash"))


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_no_violation_and_nothing_sideways(
    open_page: OpenPage, map_sample: MapServer, flat_browser: Any, scheme: str, size: str
) -> None:
    width, height = SIZES[size]
    page = opened(
        open_page(
            map_sample, "/#/glance", in_browser=flat_browser, reduced_motion="reduce",
            color_scheme=scheme, viewport={"width": width, "height": height},
        )
    )  # fmt: skip
    assert violations(page) == []
    page.locator("#glance-turns .figure").first.click()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    small = page.eval_on_selector_all(
        "#glance button, .sightings button",
        "all => all.filter(e => e.getBoundingClientRect().height < 24).length",
    )
    assert small == 0


def test_while_it_rests_no_frame_is_drawn(page: Any) -> None:
    page.wait_for_timeout(500)
    before = page.evaluate("adageMap.frames")
    page.wait_for_timeout(1000)
    assert page.evaluate("adageMap.frames") == before

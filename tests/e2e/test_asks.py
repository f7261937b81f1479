"""The questions by keyboard alone: search and open, what if and back, a day of the history."""

from __future__ import annotations

from typing import Any

import pytest

from tests.e2e.conftest import OpenPage
from tests.e2e.served import MapServer


@pytest.fixture
def page(open_page: OpenPage, map_sample: MapServer, flat_browser: Any) -> Any:
    """The sample in the flat view, without motion."""
    opened = open_page(map_sample, in_browser=flat_browser, reduced_motion="reduce")
    opened.evaluate("adageMap.ready.then(() => adageMap.idle())")
    return opened


def until(page: Any, claim: str) -> None:
    """Wait until a JavaScript claim holds; Playwright's own wait needs the eval that we forbid."""
    for _ in range(600):
        if page.evaluate(claim):
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"never true: {claim}")


def test_what_is_searched_is_opened_with_the_arrow_and_enter(page: Any) -> None:
    page.keyboard.press("/")
    page.wait_for_selector("#ask-search .found button")
    page.keyboard.type("make gen")
    until(page, "document.querySelector('.found').textContent.includes('make gen')")
    page.wait_for_timeout(200)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    until(page, "!document.querySelector('#panel-body').hidden")
    assert "make gen" in page.text_content("#panel-title")


def test_no_letter_typed_into_a_search_is_taken_as_a_shortcut(page: Any) -> None:
    page.keyboard.press("/")
    page.wait_for_selector("#ask-search input")
    until(page, "document.activeElement.type === 'search'")
    page.keyboard.type("dfgw/t")
    assert page.input_value("#ask-search input") == "dfgw/t"
    assert page.evaluate("adageMap.state().detail") is False


def test_a_constant_is_changed_and_the_world_shown_with_it_and_left(page: Any) -> None:
    page.keyboard.press("w")
    page.wait_for_selector("#ask-whatif input[type=number]")
    until(page, "document.activeElement.type === 'search'")
    page.keyboard.type("prime_new")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "set-judge.prime_new"
    page.keyboard.type("0.9")
    page.keyboard.press("Tab")
    page.wait_for_selector("#ask-whatif .changes li")
    said = page.text_content("#ask-whatif .answer")
    assert "weaker" in said
    assert "Nothing was written" in said
    page.focus("text=Show in the world")
    page.keyboard.press("Enter")
    page.wait_for_selector("#leave:not([hidden])")
    assert "with judge.prime_new = 0.9" in page.text_content("#ribbon")
    assert page.evaluate("adageMap.state().run").startswith("trial-")
    page.focus("#leave")
    page.keyboard.press("Enter")
    page.wait_for_selector("#leave", state="hidden")
    assert page.evaluate("adageMap.state().run") == "sample"


def test_a_value_out_of_range_is_said_beside_its_field(page: Any) -> None:
    page.keyboard.press("w")
    page.wait_for_selector("#ask-whatif input[type=number]")
    page.fill("[id='set-judge.fire_lb']", "7")
    page.keyboard.press("Tab")
    assert page.is_visible("text=between 0 and 1")


def test_an_earlier_day_is_reached_by_the_arrow_keys(page: Any) -> None:
    page.keyboard.press("t")
    until(page, "document.querySelector('#ask-history h3')")
    until(page, "!document.querySelector('#ask-history').textContent.includes('days learned')")
    newest = page.text_content("#ask-history h3")
    page.focus("#ask-history input[type=range]")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    assert page.text_content("#ask-history h3") < newest
    assert page.evaluate("adageMap.state().step") == "loop/1", "the slider kept its arrows"


def test_charts_are_drawn_by_a_bundle_that_is_loaded_only_then(page: Any) -> None:
    loaded = "performance.getEntriesByType('resource').some(e => e.name.includes('plotly'))"
    assert page.evaluate(loaded) is False
    page.keyboard.press("c")
    until(page, "document.querySelectorAll('#ask-charts .js-plotly-plot svg').length >= 2")
    assert page.evaluate(loaded) is True
    assert "7 of 8" in page.text_content("#ask-charts")


def test_why_not_is_answered_with_the_gate_and_what_would_change_it(page: Any) -> None:
    page.keyboard.press("y")
    until(page, "document.activeElement.id === 'why-step'")
    page.keyboard.type("make gen")
    page.keyboard.press("Enter")
    page.wait_for_selector("#ask-why .changes li")
    assert "What is told" in page.text_content("#ask-why")


def test_a_request_is_typed_and_answered(page: Any) -> None:
    page.keyboard.press("q")
    until(page, "document.activeElement.id === 'request-text'")
    page.keyboard.type("Reject parcels with a negative weight please")
    page.keyboard.press("Enter")
    page.wait_for_selector("#ask-request .near li")
    assert "What the agent would be told" in page.text_content("#ask-request")

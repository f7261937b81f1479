"""The calculators in a real browser: controls that agree, keys, small screens, links."""

from __future__ import annotations

from typing import Any

import pytest

from tests.e2e.conftest import OpenPage
from tests.e2e.served import MapServer

MOUNT = """async ([name, values]) => {
  const sheet = document.createElement("link");
  sheet.rel = "stylesheet";
  sheet.href = "/static/calc/calc.css";
  const here = document.createElement("main");
  document.head.append(sheet);
  document.body.replaceChildren(here);
  await new Promise((done) => sheet.addEventListener("load", done));
  const { mountCalculator } = await import("/static/calc/calculator.js");
  window.changes = [];
  const onChange = (now) => window.changes.push(now);
  window.mounted = mountCalculator(here, { name, values, onChange });
}"""
# A page of the same origin that brings no script of its own.
BARE = "/api/v1/healthz"
NAMES = ("wilson", "posterior", "uplift", "arm")


@pytest.fixture
def mount(map_sample: MapServer, open_page: OpenPage) -> Any:
    def mount_one(
        name: str, values: dict[str, Any] | None = None, address: str = BARE, **options: Any
    ) -> Any:
        page = open_page(map_sample, address, **options)
        page.evaluate(MOUNT, [name, values or {}])
        return page

    return mount_one


def number(page: Any, label: str) -> Any:
    return page.get_by_role("spinbutton", name=label)


def slider(page: Any, label: str) -> Any:
    return page.get_by_role("slider", name=label)


def agree(page: Any, label: str, value: str) -> None:
    assert number(page, label).input_value() == value
    assert slider(page, label).input_value() == value


def test_six_of_eight_is_shown_in_words_and_digits(mount: Any) -> None:
    page = mount("wilson", {"k": "6", "n": "8"})
    assert "as low as 41 %" in page.locator("output").inner_text()
    assert "0.4093" in page.locator("output").inner_text()
    assert "Prime" in page.locator(".calc-verdict").inner_text()


def test_slider_field_and_buttons_always_agree(mount: Any) -> None:
    page = mount("wilson")
    label = "Sessions where it applied"
    page.get_by_role("button", name=f"More: {label}").click()
    agree(page, label, "9")
    number(page, label).fill("40")
    agree(page, label, "40")
    slider(page, label).focus()
    page.keyboard.press("ArrowLeft")
    agree(page, label, "39")
    assert page.evaluate("window.changes.at(-1).n") == 39


def test_more_sessions_than_there_were_cannot_have_taken_the_step(mount: Any) -> None:
    page = mount("wilson")
    number(page, "Sessions where it applied").fill("4")
    agree(page, "Sessions that took the step", "4")
    assert page.get_by_role("button", name="More: Sessions that took").is_disabled()
    number(page, "Sessions that took the step").fill("99")
    assert page.evaluate("window.mounted.values().k") == 4


def test_a_number_being_typed_is_left_alone_and_put_right_at_the_end(mount: Any) -> None:
    page = mount("wilson")
    field = number(page, "Sessions where it applied")
    field.fill("")
    assert field.input_value() == ""
    field.blur()
    assert field.input_value() == "8"


def test_sixteen_of_sixteen_fires_and_fifteen_do_not(mount: Any) -> None:
    page = mount("wilson", {"k": 15, "n": 15})
    assert page.locator(".calc-verdict").get_attribute("data-mark") == "prime"
    page.evaluate("window.mounted.set({ n: 16, k: 16 })")
    assert page.locator(".calc-verdict").get_attribute("data-mark") == "fire"


def test_the_ladder_marks_the_rung_of_the_present_misses(mount: Any) -> None:
    page = mount("wilson", {"k": 6, "n": 8})
    rungs = page.locator(".calc-rung b").all_inner_texts()
    assert rungs == ["16", "25", "33", "40", "47", "54"]
    assert page.locator(".calc-rung[aria-current]").inner_text() == "33 with 2 misses"


def test_the_strip_says_in_words_what_it_shows(mount: Any) -> None:
    page = mount("wilson")
    words = page.locator(".calc-strip").get_attribute("aria-label")
    held = page.locator(".calc-strip .calc-held").count()
    assert words.startswith(f"{held} of 100 ")
    assert page.locator("figcaption").inner_text() == words


def test_every_input_has_a_name_in_words(mount: Any) -> None:
    named = """e => {
      const by = e.getAttribute("aria-labelledby") ?? e.getAttribute("aria-label");
      const label = document.getElementById(by) ?? e.labels?.[0];
      return label ? label.textContent : by ?? "";
    }"""
    for name in NAMES:
        page = mount(name)
        for element in page.locator("main :is(input, select)").all():
            assert len(element.evaluate(named).split()) >= 2, name


def test_a_small_phone_needs_no_sideways_scrolling_and_has_large_targets(mount: Any) -> None:
    for name in NAMES:
        page = mount(name, viewport={"width": 320, "height": 568})
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, name
        for element in page.locator("main :is(button, input, select):visible").all():
            box = element.bounding_box()
            assert box["width"] >= 24, (name, box)
            assert box["height"] >= 24, (name, box)


def test_the_keyboard_reaches_every_control_and_shows_where_it_is(mount: Any) -> None:
    page = mount("wilson")
    reached = []
    for _ in range(16):
        page.keyboard.press("Tab")
        reached.append(
            page.evaluate(
                "() => { const e = document.activeElement; "
                "return [e.type ?? e.className, getComputedStyle(e).outlineStyle]; }"
            )
        )
    kinds = {kind for kind, _ in reached}
    assert {"range", "number", "button", "select-one", "calc-formula"} <= kinds
    assert all(outline != "none" for kind, outline in reached if kind in ("range", "button"))


def test_a_copied_link_brings_the_numbers_back(mount: Any) -> None:
    allowed = ["clipboard-read", "clipboard-write"]
    page = mount("wilson", {"k": 9, "n": 10}, permissions=allowed)
    page.get_by_role("button", name="Copy link").click()
    page.get_by_text("Link copied.").wait_for()
    link = page.evaluate("navigator.clipboard.readText()")
    assert "token" not in link
    again = mount("wilson", address=BARE + link.partition(BARE)[2])
    assert again.evaluate("window.mounted.values().k") == 9
    assert again.evaluate("window.mounted.values().n") == 10


def test_a_mistyped_link_keeps_the_numbers_possible(mount: Any) -> None:
    page = mount("wilson", address=BARE + "#calc-wilson:k=99999,n=x,z=7,%E0=1,truth=%E0")
    values = page.evaluate("window.mounted.values()")
    assert values["k"] <= values["n"]
    assert values["z"] == 1.959964


def test_a_session_id_gives_its_arm_and_no_text_becomes_markup(mount: Any) -> None:
    page = mount("arm", {"session": "T2"})
    assert page.locator("output").inner_text() == "x = 0.064: control."
    page.get_by_role("textbox", name="Session id").fill("<img src=x onerror=alert(1)>")
    assert page.locator("main img").count() == 0
    page.get_by_role("textbox", name="Session id").fill("")
    assert page.evaluate("window.mounted.values().session") == ""


def test_start_again_brings_back_the_first_numbers(mount: Any) -> None:
    page = mount("posterior", {"s": 3, "n": 5})
    number(page, "could have held").fill("50")
    page.get_by_role("button", name="Start again").click()
    assert page.evaluate("[window.mounted.values().s, window.mounted.values().n]") == [3, 5]


def test_an_unknown_calculator_is_an_error_with_the_known_names(mount: Any) -> None:
    page = mount("wilson")
    told = page.evaluate(
        "async () => { const m = await import('/static/calc/calculator.js');"
        " try { m.mountCalculator(document.body, { name: 'tarot' }); }"
        " catch (e) { return e.message; } }"
    )
    assert "tarot" in told
    assert "wilson" in told

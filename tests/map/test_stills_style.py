"""Stills read the page's style sheet; without JavaScript the page has the dark theme's colours."""

from __future__ import annotations

import re

import pytest

from adage_map.stills.style import SHEET, Look, look_of, read_colours, read_looks


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_theme_has_every_colour_that_the_page_reads(theme: str) -> None:
    script = (SHEET.parent / "js" / "theme.js").read_text(encoding="utf-8")
    listed = re.search(r"NAMES = \[(.*?)\]", script, re.DOTALL)
    assert listed is not None
    assert set(re.findall(r"'([\w-]+)'", listed[1])) <= set(read_colours(theme))


def test_labels_look_as_the_sheet_says() -> None:
    looks = read_looks()
    assert look_of("hero", looks).border == "accent"
    assert look_of("axis", looks).ground == 0
    assert look_of("seal", looks).mono
    assert look_of("words", looks).chars > 40
    assert look_of("effect-3", looks) == Look(looks[""].size, "effect-3", bold=True)
    assert look_of("of no rule", looks) == looks[""]


def test_dark_without_javascript_is_the_dark_theme() -> None:
    sheet = SHEET.read_text(encoding="utf-8")
    dark = re.search(r':root\[data-theme="dark"\] \{(.*?)\}', sheet, re.DOTALL)
    alone = re.search(r"scripting: none[^{]*\{\s*:root \{(.*?)\}", sheet, re.DOTALL)
    assert dark is not None
    assert alone is not None
    assert alone[1].split() == dark[1].split()

"""What the page costs: script before the first step, frames while nothing changes, memory."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.conftest import OpenPage
from tests.e2e.served import MapServer

STATIC = Path(__file__).resolve().parents[2] / "adage_map" / "static"
SCRIPT_BYTES = 230_000


@pytest.fixture
def page(open_page: OpenPage, map_sample: MapServer) -> Any:
    """The sample in 3D, at rest."""
    opened = open_page(map_sample, reduced_motion="reduce")
    opened.evaluate("adageMap.ready.then(() => adageMap.idle())")
    return opened


def test_the_script_before_the_first_step_is_small(page: Any) -> None:
    paths = [path for path in page.guard.paths() if path.endswith(".js")]
    assert any("three" in path for path in paths), "it is the 3D view that is weighed"
    weight = sum(
        len(gzip.compress((STATIC / path.removeprefix("/static/")).read_bytes(), 9))
        for path in set(paths)
    )
    assert weight <= SCRIPT_BYTES, f"{weight:,} bytes"


def test_charts_and_calculators_are_not_loaded_before_they_are_used(page: Any) -> None:
    page.evaluate("adageMap.goto('loop/1')")
    loaded = page.guard.paths()
    assert not any("plotly" in path or "/calc/calculator" in path for path in loaded)


def test_nothing_is_drawn_while_nothing_changes(page: Any) -> None:
    page.wait_for_timeout(500)
    before = page.evaluate("adageMap.frames")
    page.wait_for_timeout(3000)
    assert page.evaluate("adageMap.frames") == before

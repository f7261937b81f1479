"""How fast the map draws, beside things that everyone can compare with, in one browser run.

    ./do bench -k map

First operable step against the first frame of plotly's own 3D scatter of the same number of
objects; frames while objects move against frames of an empty scene. Ratios, since the renderer is
software here. Memory of the page is printed.
"""

from __future__ import annotations

import json
import statistics
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import plotly
import pytest

from tests.e2e.conftest import CHROMIUM, launch
from tests.e2e.pictures import drawn_share, picture
from tests.e2e.served import MapServer

pytestmark = pytest.mark.skipif(not CHROMIUM, reason="no chromium on the PATH (ADAGE_CHROMIUM)")

GL3D = Path(plotly.__file__).parent / "package_data" / "plotly.min.js"
ROUNDS = 5
# Draws 40 frames of a move and gives the median time between two of them, in milliseconds.
MOVE = """
async ([step, bare]) => {
  adageMap.bare(bare);
  await adageMap.goto(step, 0);
  const times = [];
  let last = performance.now();
  for (let at = 1; at <= 40; at += 1) {
    adageMap.seek(0.3 + 0.65 * at / 40);
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    times.push(performance.now() - last);
    last = performance.now();
  }
  return times;
}
"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        opened = launch(driver)
        yield opened
        opened.close()


@pytest.fixture(scope="module")
def server() -> Iterator[MapServer]:
    started = MapServer.start(["--sample"])
    yield started
    started.stop()


def open_map(browser: Any, server: MapServer) -> Any:
    context = browser.new_context(reduced_motion="reduce")
    context.add_cookies([server.cookie()])
    page = context.new_page()
    page.failed = []
    page.on("pageerror", lambda error: page.failed.append(str(error)))
    page.goto(server.base)
    page.evaluate("adageMap.ready.then(() => adageMap.idle())")
    return page


def since_start(page: Any) -> float:
    """Milliseconds since the page began to load."""
    return float(page.evaluate("performance.now()"))


def gl3d_first_frame(browser: Any, count: int, folder: Path) -> float:
    """Milliseconds from the start of a page to plotly's first frame of so many points."""
    axis = json.dumps([number % 97 for number in range(count)])
    page = browser.new_context().new_page()
    (folder / "plotly.min.js").write_bytes(GL3D.read_bytes())
    (folder / "page.html").write_text(
        "<!doctype html><div id=a style='width:1200px;height:800px'></div>"
        "<script src=plotly.min.js></script><script>"
        f"const a = {axis};"
        "window.drawn = Plotly.newPlot('a', [{type:'scatter3d', mode:'markers', x:a, y:a, z:a}])"
        ".then(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame("
        "() => done(performance.now())))));</script>"
    )
    page.goto(f"file://{folder}/page.html")
    took = float(page.evaluate("window.drawn"))
    page.context.close()
    return took


def test_the_first_step_is_operable_before_half_of_plotlys_first_frame(
    browser: Any, server: MapServer, tmp_path: Path
) -> None:
    ours, theirs = [], []
    open_map(browser, server).context.close()  # the server's own first page
    for _ in range(ROUNDS):
        page = open_map(browser, server)
        ours.append(since_start(page))
        count = page.evaluate("adageMap.count")
        page.context.close()
        theirs.append(gl3d_first_frame(browser, count, tmp_path))
    mine, other = statistics.median(ours), statistics.median(theirs)
    print(f"\nfirst operable step {mine:.0f} ms, plotly gl3d first frame {other:.0f} ms: "
          f"{mine / other:.2f} (asked 0.5), {count} objects")  # fmt: skip
    assert mine <= 0.5 * other


@pytest.mark.parametrize("step", ["read/5", "evidence/1"])
def test_moving_objects_keep_the_frames_of_an_empty_scene(
    browser: Any, server: MapServer, step: str
) -> None:
    page = open_map(browser, server)
    rounds = [(page.evaluate(MOVE, [step, True]), page.evaluate(MOVE, [step, False]))
              for _ in range(ROUNDS)]  # fmt: skip
    empty, full = (
        statistics.median(t for times in part for t in times) for part in zip(*rounds, strict=True)
    )
    heap = page.evaluate("performance.memory.usedJSHeapSize") / 1e6
    print(f"\n{step}: {full:.1f} ms a frame, empty scene {empty:.1f} ms: {full / empty:.2f} "
          f"(asked 1.67); JavaScript heap {heap:.0f} MB")  # fmt: skip
    assert not page.failed, "a picture that fails is drawn fast"
    assert drawn_share(picture(page.locator("#picture canvas"))) > 0.02
    page.context.close()
    assert full <= empty / 0.6

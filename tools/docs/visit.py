"""Visit every page of a built documentation site in a real browser and say what is wrong with it.

    python -m tools.docs.visit build/site [--shots DIR]

In: the folder of a built site. Out: JSON, one record for each page, theme and width. It is served
on the loopback address; any request to another host is refused and reported.
"""

from __future__ import annotations

import argparse
import functools
import json
import os
import shutil
import sys
import threading
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, Route, sync_playwright

WAYS = (("light", "wide"), ("dark", "wide"), ("light", "narrow"))
SCHEMES = {"light": "default", "dark": "slate"}
WIDTHS = {"wide": 1360, "narrow": 320}
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync"]

MOUNTED = """() => [...document.querySelectorAll("[data-calculator]")]
  .every((element) => element.querySelector("output"))"""

# For every element with text of its own: its colour against the first opaque ground behind it.
CONTRAST = r"""() => {
  const canvas = document.createElement("canvas"); canvas.width = canvas.height = 1;
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  const rgba = (colour) => {
    pen.clearRect(0, 0, 1, 1); pen.fillStyle = colour; pen.fillRect(0, 0, 1, 1);
    return [...pen.getImageData(0, 0, 1, 1).data];
  };
  const over = (top, ground) => {
    const a = top[3] / 255;
    return [0, 1, 2].map((i) => top[i] * a + ground[i] * (1 - a)).concat(255);
  };
  const light = (c) => [0, 1, 2].map((i) => c[i] / 255)
    .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const ground = (element) => {
    const layers = [];
    for (let e = element; e; e = e.parentElement) {
      const colour = rgba(getComputedStyle(e).backgroundColor);
      if (colour[3] > 0) layers.push(colour);
      if (colour[3] === 255) break;
    }
    return layers.reverse().reduce((below, top) => over(top, below), [255, 255, 255, 255]);
  };
  const drawnUnder = (text) => {
    const shape = text.parentElement.querySelector("rect, circle");
    if (!shape) return null;
    const [inner, outer] = [text, shape].map((e) => e.getBoundingClientRect());
    const inside = inner.left >= outer.left && inner.right <= outer.right
      && inner.top >= outer.top - 2 && inner.bottom <= outer.bottom + 2;
    return inside ? rgba(getComputedStyle(shape).fill) : null;
  };
  const found = [];
  for (const e of document.body.querySelectorAll("*")) {
    const own = [...e.childNodes].filter((n) => n.nodeType === 3 && n.data.trim());
    const style = getComputedStyle(e);
    const box = e.getBoundingClientRect();
    if (!own.length || style.visibility === "hidden" || box.width < 2 || box.height < 2) continue;
    if (!e.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const svg = e.ownerSVGElement;
    const behind = (svg && drawnUnder(e)) || ground(e);
    const text = over(rgba(svg ? style.fill : style.color), behind);
    const [a, b] = [light(text), light(behind)].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    if (ratio < (large ? 3 : 4.5)) {
      found.push(`${e.tagName.toLowerCase()}.${e.className.baseVal ?? e.className}`
        + ` "${own[0].data.trim().slice(0, 30)}" ${ratio.toFixed(2)}`);
    }
  }
  return [...new Set(found)];
}"""


@dataclass(slots=True)
class Visit:
    """What one page did in one theme at one width; every list should be empty but `calculators`."""

    page: str
    theme: str
    width: str
    errors: list[str] = field(default_factory=list)
    foreign: list[str] = field(default_factory=list)
    faint: list[str] = field(default_factory=list)
    sideways: int = 0
    formulas: int = 0
    calculators: list[str] = field(default_factory=list)


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        """Say nothing about each request."""


def visit_all(site: Path, shots: Path | None = None, only: str = "") -> list[Visit]:
    """Open the pages of `site` whose path contains `only`, in both themes, wide and narrow."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Quiet, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    found = (path.parent.relative_to(site).as_posix() for path in site.rglob("index.html"))
    pages = sorted(page for page in found if only in page)
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
            try:
                context = browser.new_context(reduced_motion="reduce")
                tab = context.new_page()
                base = f"http://127.0.0.1:{server.server_port}/"
                return [visit for page in pages for visit in _visit(tab, base, page, shots)]
            finally:
                browser.close()
    finally:
        server.shutdown()
        server.server_close()


def chromium() -> str:
    """The browser to drive: `$ADAGE_CHROMIUM`, or the first one on the PATH."""
    named = os.environ.get("ADAGE_CHROMIUM")
    found = named or next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        raise SystemExit("there is no chromium on the PATH; ./do e2e installs one")
    return found


def _visit(tab: Page, base: str, page: str, shots: Path | None) -> list[Visit]:
    """Load one page and look at it light and wide, then dark, then narrow."""
    visits = [Visit(page, *how) for how in WAYS]
    forget = _watch(tab, base, visits[0])
    tab.set_viewport_size({"width": WIDTHS["wide"], "height": 900})
    tab.goto(base + ("" if page == "." else page + "/"), wait_until="load")
    tab.wait_for_function(MOUNTED, timeout=30_000)
    for visit in visits:
        tab.set_viewport_size({"width": WIDTHS[visit.width], "height": 900})
        scheme = SCHEMES[visit.theme]
        tab.evaluate(f"document.querySelector('input[data-md-color-scheme={scheme}]').click()")
        tab.wait_for_function(f"document.body.dataset.mdColorScheme === '{scheme}'")
        _look(tab, visit)
        if shots:
            _photograph(tab, visit, shots)
    forget()
    return visits


def _look(tab: Page, visit: Visit) -> None:
    visit.faint = tab.evaluate(CONTRAST)
    visit.sideways = tab.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    visit.formulas = tab.locator("math").count()
    visit.calculators = tab.eval_on_selector_all(
        "[data-calculator] output", "all => all.map((output) => output.textContent)"
    )


def _photograph(tab: Page, visit: Visit, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    name = visit.page.strip(".").replace("/", "-") or "start"
    tab.screenshot(path=folder / f"{name}-{visit.theme}-{visit.width}.png", full_page=True)


def _watch(tab: Page, base: str, visit: Visit) -> Callable[[], None]:
    """Note errors and foreign requests in `visit` until the returned function is called."""

    def guard(route: Route) -> None:
        if route.request.url.startswith((base, "data:", "blob:")):
            route.continue_()
        else:
            visit.foreign.append(route.request.url)
            route.abort()

    def page_error(error: Any) -> None:
        visit.errors.append(str(error))

    def console(said: Any) -> None:
        if said.type == "error":
            visit.errors.append(said.text)

    def response(got: Any) -> None:
        if got.status >= 400:
            visit.errors.append(f"{got.status} {got.url}")

    tab.route("**/*", guard)
    heard = {"pageerror": page_error, "console": console, "response": response}
    for event, hear in heard.items():
        tab.on(event, hear)  # type: ignore[call-overload]

    def forget() -> None:
        tab.unroute("**/*", guard)
        for event, hear in heard.items():
            tab.remove_listener(event, hear)

    return forget


def main() -> int:
    """Print the visits as JSON; 1 when a page had an error or left the machine."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("site", type=Path)
    parser.add_argument("--shots", type=Path, help="folder for a picture of each page")
    parser.add_argument("--only", default="", help="visit pages whose path contains this")
    args = parser.parse_args()
    visits = visit_all(args.site, args.shots, args.only)
    json.dump([asdict(visit) for visit in visits], sys.stdout, indent=1)
    return int(any(visit.errors or visit.foreign for visit in visits))


if __name__ == "__main__":
    sys.exit(main())

"""Take the picture of the map that README and documentation show.

    python -m tools.docs.picture site/assets/map.png

In: the sample, served by a real `adage map`. Out: a picture of one step in the light theme. Run it
again, and commit the result, when the map has changed its looks.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tools.docs.visit import chromium

STEP = "#/evidence/2"
FLAGS = ["--no-sandbox", "--enable-unsafe-swiftshader", "--disable-gpu-compositing"]


def take(picture: Path) -> None:
    """Serve the sample, walk to the step, wait until the scene rests, and save what is seen."""
    with tempfile.TemporaryDirectory(prefix="adage-picture-") as home:
        words = [sys.executable, "-m", "adage", "map", "--sample", "--no-open", "--port", "0"]
        server = subprocess.Popen(
            words, stdout=subprocess.PIPE, text=True, env={**os.environ, "HOME": home}
        )
        try:
            _photograph(_address(server), picture)
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(timeout=30)


def _address(server: subprocess.Popen[str]) -> str:
    assert server.stdout is not None
    for line in server.stdout:
        if found := re.search(r"http://\S+", line):
            return found[0]
    raise SystemExit("the map ended before it printed an address")


def _photograph(address: str, picture: Path) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        tab = browser.new_page(
            viewport={"width": 1440, "height": 900}, color_scheme="light", reduced_motion="reduce"
        )
        tab.goto(address, wait_until="load")
        tab.goto(address.partition("?")[0] + STEP)
        # Software drawing takes its time; the scene draws only when something changes.
        tab.wait_for_timeout(15_000)
        tab.screenshot(path=picture, timeout=120_000)
        browser.close()


if __name__ == "__main__":
    take(Path(sys.argv[1]))

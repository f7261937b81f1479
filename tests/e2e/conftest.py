"""A real `adage map`, a real browser, and a guard that fails a test on anything out of order.

Use `map_sample` (a served sample) or `start_map(...)`, and `open_page(server, ...)` to get a page
of a browser that has been let in. A page's guard is checked when its test ends.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.guard import Guard
from tests.e2e.served import MapServer

CHROMIUM = os.environ.get("ADAGE_CHROMIUM") or shutil.which("chromium") or ""
FLAGS = [
    "--no-sandbox",
    "--enable-unsafe-swiftshader",
    "--disable-gpu-compositing",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
NO_WEBGL = "--disable-3d-apis"

StartMap = Callable[..., MapServer]
OpenPage = Callable[..., Any]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test here as driving a browser; where there is none, skip them and say so."""
    here = Path(__file__).parent
    for item in items:
        if here not in item.path.parents:
            continue
        item.add_marker(pytest.mark.e2e)
        if not CHROMIUM:
            item.add_marker(pytest.mark.skip(reason="no chromium on the PATH (ADAGE_CHROMIUM)"))


@pytest.fixture(scope="session")
def state_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Adage's own folder for all servers of this run, so that the sample is learned once."""
    return tmp_path_factory.mktemp("state")


@pytest.fixture(scope="session")
def start_map(state_folder: Path) -> Iterator[StartMap]:
    """Start `adage map` with these words, on a free port; all are stopped at the end."""
    started: list[MapServer] = []

    def start(*words: str, cwd: Path | None = None, **environ: str) -> MapServer:
        server = MapServer.start(
            words, cwd=cwd, environ={"ADAGE_HOME": str(state_folder), **environ}
        )
        started.append(server)
        return server

    yield start
    for server in started:
        server.stop()


@pytest.fixture(scope="session")
def map_sample(start_map: StartMap) -> MapServer:
    """A served sample, shared by all tests: the map changes nothing, so nothing can leak."""
    return start_map("--sample")


@pytest.fixture(scope="session")
def playwright_driver() -> Iterator[Any]:
    """Playwright itself, started once."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        yield driver


def launch(driver: Any, *more: str) -> Any:
    """A headless chromium with the project's flags and these."""
    return driver.chromium.launch(executable_path=CHROMIUM, args=[*FLAGS, *more])


@pytest.fixture(scope="session")
def browser(playwright_driver: Any) -> Iterator[Any]:
    """A browser that draws WebGL in software."""
    launched = launch(playwright_driver)
    yield launched
    launched.close()


@pytest.fixture(scope="session")
def flat_browser(playwright_driver: Any) -> Iterator[Any]:
    """A browser without WebGL, as many machines have it."""
    launched = launch(playwright_driver, NO_WEBGL)
    yield launched
    launched.close()


@pytest.fixture
def open_page(browser: Any) -> Iterator[OpenPage]:
    """Open a page of a server: `open_page(server, path="/", in_browser=None, **context_options)`.

    The page has a `guard`; name what a test provokes on purpose with `page.guard.expect(text)`.
    """
    opened: list[tuple[Any, Guard]] = []

    def open_one(
        server: MapServer, path: str = "/", *, in_browser: Any = None, **options: Any
    ) -> Any:
        context = (in_browser or browser).new_context(**options)
        context.add_cookies([server.cookie()])
        guard = Guard(context)
        page = context.new_page()
        page.guard = guard
        opened.append((context, guard))
        page.goto(server.base + path.removeprefix("/"))
        return page

    yield open_one
    for context, _ in opened:
        context.close()
    for _, guard in opened:
        guard.check()

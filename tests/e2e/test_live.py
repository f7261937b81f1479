"""While a session goes on the map says so, moves nothing, and learns it when a person asks."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

from tests.cli.rounds import Round
from tests.e2e.conftest import OpenPage, StartMap
from tests.e2e.test_asks import until


def test_a_session_that_begins_is_announced_and_learned_on_request(
    start_map: StartMap, open_page: OpenPage, flat_browser: Any, tmp_path: Path
) -> None:
    found = Round(tmp_path)
    found.habit(12)
    server = start_map(
        str(found.root), HOME=str(found.world.home), ADAGE_HOME=str(found.world.state)
    )
    page = open_page(server, in_browser=flat_browser, reduced_motion="reduce")
    page.wait_for_selector("#badge button", timeout=30_000)
    page.click("#badge button")
    until(page, "adageMap.state().run === 'own'")
    page.evaluate("adageMap.goto('evidence/2')")
    before = page.evaluate("adageMap.state()")
    page.wait_for_timeout(1500)
    assert not page.is_visible("#news")

    found.habit(14)
    page.wait_for_selector("#news:not([hidden])", timeout=15_000)
    assert "2 new sessions" in page.text_content("#news")
    assert page.evaluate("adageMap.state()") == before, "nothing moves by itself"

    page.click("#news button")
    until(page, "adageMap.state().generation !== " + json.dumps(before["generation"]))
    assert page.evaluate("adageMap.state().step") == "evidence/2"
    assert not page.is_visible("#news")


def test_watching_costs_next_to_nothing(
    start_map: StartMap, open_page: OpenPage, flat_browser: Any, tmp_path: Path
) -> None:
    """Processor time of the server while a page listens and nothing happens: under 1 %."""
    found = Round(tmp_path)
    found.habit(12)
    server = start_map(
        str(found.root), HOME=str(found.world.home), ADAGE_HOME=str(found.world.state)
    )
    page = open_page(server, in_browser=flat_browser, reduced_motion="reduce")
    page.wait_for_selector("#badge button", timeout=30_000)
    page.click("#badge button")
    until(page, "adageMap.state().run === 'own'")
    page.wait_for_timeout(3000)
    spent = _seconds(server.process)
    page.wait_for_timeout(10_000)
    assert _seconds(server.process) - spent < 0.1


def _seconds(process: subprocess.Popen[str]) -> float:
    """Processor seconds of a process so far, all its threads."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100

"""The sample first, the repository's own run on request: offered quietly, the step kept."""

from __future__ import annotations

from pathlib import Path

from tests.e2e.conftest import OpenPage, StartMap
from tests.e2e.test_tour_walk import press, ready, state

SAMPLE = Path(__file__).parents[2] / "adage" / "data" / "sample" / "claude" / "projects"


def test_a_ready_run_is_offered_and_takes_the_samples_place(
    open_page: OpenPage, start_map: StartMap
) -> None:
    server = start_map("--traces", str(SAMPLE))
    page = open_page(server, "/#/evidence/2", reduced_motion="reduce")
    ready(page)
    assert page.locator("#ribbon").inner_text() == "Sample traces"
    offer = page.locator("#badge button")
    offer.wait_for(timeout=60_000)
    before = state(page)
    offer.click()
    page.locator("#ribbon", has_text="Your repository").wait_for(timeout=20_000)
    after = state(page)
    assert (before["run"], after["run"]) == ("sample", "own")
    assert after["step"] == "evidence/2"
    assert after["generation"] != before["generation"]
    assert press(page, "ArrowRight")["step"] == "evidence/3"


def test_a_repository_without_sessions_says_where_was_looked(
    open_page: OpenPage, start_map: StartMap, tmp_path: Path
) -> None:
    (tmp_path / ".git").mkdir()
    server = start_map(str(tmp_path), HOME=str(tmp_path), CLAUDE_CONFIG_DIR=str(tmp_path / "c"))
    page = open_page(server, reduced_motion="reduce")
    ready(page)
    page.locator("#badge summary").click()
    said = page.locator("#badge .said").inner_text()
    assert "adage map" in said
    assert page.locator("#picture canvas").is_visible()

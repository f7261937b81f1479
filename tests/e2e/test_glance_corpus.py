"""Five questions about two real repositories, answered with the map alone, the clicks counted.

The answers are those of a count made apart from this program. Two clicks show all of them: *Show
the repository*, *At a glance*. A third opens the lines behind one.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.e2e.conftest import OpenPage, StartMap

pytestmark = pytest.mark.shared

ANSWERS = {
    "PackmindHub__context-evaluator": {
        "turns": ("1,562 model turns", "24 %", "8.5 %"),
        "failing": ("rtk bun", "52 of 52 sessions", "session 19 of 75", "bun run test", "54 turns"),
        "after": ("71 of 73", "commits that were refused"),
        "said": ("“commit”", "53 of 75 sessions"),
        "files": ("RemediateTab.tsx", "18 of 75 sessions", "edited in 15"),
        "trend": ("23.9", "17.8"),
    },
    "entireio__cli": {
        "turns": ("2,691 model turns", "35 %", "19.2 %"),
        "failing": ("No command failed every time",),
        "after": ("156 of 175", "failing checks you reported", "8 of 27"),
        "said": ("“can we add a test”", "13 of 126 sessions"),
        "files": ("cmd/entire/cli/setup.go", "15 of 126 sessions", "edited in 13"),
        "trend": ("23.0", "19.7"),
    },
}


@pytest.mark.parametrize("repository", ANSWERS)
def test_two_clicks_answer_every_question_and_a_third_opens_its_lines(
    open_page: OpenPage, start_map: StartMap, flat_browser: Any, shared: Path, repository: str
) -> None:
    server = start_map("--traces", str(shared / "corpus" / "claude" / repository))
    page = open_page(server, in_browser=flat_browser, reduced_motion="reduce")
    offer = page.locator("#badge button", has_text=repository)
    offer.wait_for(timeout=120_000)
    offer.click()
    page.locator("#ribbon", has_text="Your repository").wait_for(timeout=30_000)
    page.locator("#to-glance").click()
    page.wait_for_selector(".card")
    for key, words in ANSWERS[repository].items():
        card = page.locator(f"#glance-{key}").inner_text()
        assert [word for word in words if word not in card] == [], key
    page.locator("#glance-said .figure").first.click()
    assert page.locator(".sightings .line-button").count() > 0

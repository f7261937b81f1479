"""The report beside what was counted by hand and by another importer on three repositories.

Numbers of sessions, turns, files and failing commands must agree exactly; what rests on reading a
person's words agrees to about ten per cent, as those counts themselves do.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from adage.learn.read import read
from adage.measure.families import bundled_embedder
from adage.report import Report, draw_up
from adage.settings import Settings
from adage.traces import read_paths

pytestmark = pytest.mark.shared

CLI, EVALUATOR = "entireio__cli", "PackmindHub__context-evaluator"
POSH = "JanDeDobbeleer__oh-my-posh"
SETTINGS = Settings()


@cache
def drawn_up(folder: Path) -> Report:
    reading = read_paths([folder])
    return draw_up(reading, read(reading, "", SETTINGS), SETTINGS, embed=bundled_embedder())


@pytest.fixture
def report(shared: Path, request: pytest.FixtureRequest) -> Report:
    return drawn_up(shared / "corpus" / "claude" / request.param)


def on(*rows: tuple[object, ...]) -> pytest.MarkDecorator:
    """Rows that begin with a repository."""
    names = ["report", *[f"given{i}" for i in range(1, len(rows[0]))]]
    return pytest.mark.parametrize(names, rows, indirect=["report"])


@on((CLI, 126, 2691), (EVALUATOR, 75, 1562), (POSH, 29, 973))
def test_sessions_and_turns_agree_exactly(report: Report, given1: int, given2: int) -> None:
    assert (len(report.sessions), report.turns) == (given1, given2)


@on(
    (CLI, (18.2, 16.8, 19.3, 13.4, 3.0, 2.4, 7.7, 3.2, 12.3)),
    (EVALUATOR, (12.2, 12.5, 18.1, 12.9, 8.2, 3.8, 12.3, 8.5, 8.6)),
    (POSH, (24.5, 9.8, 10.6, 7.5, 3.2, 1.5, 18.0, 0.0, 8.6)),
)
def test_the_classes_of_turns_agree(report: Report, given1: tuple[float, ...]) -> None:
    """Within ten per cent, or within one point where the class is small."""
    names = (
        "explore before the first edit", "explore later", "edit", "check passed", "failed command",
        "refused tool call", "git and gh", "task list only", "text only",
    )  # fmt: skip
    shares = {each.name: 100 * each.share for each in report.budget}
    for name, expected in zip(names, given1, strict=True):
        assert shares.get(name, 0.0) == pytest.approx(expected, rel=0.10, abs=1.0), name


@on((CLI, []), (EVALUATOR, [("rtk bun", 52, 52, 19)]), (POSH, []))
def test_the_command_that_always_fails_agrees(report: Report, given1: list[object]) -> None:
    found = [(f.command, f.found.sessions, f.ran, f.first) for f in report.failing]
    assert found == given1


@on((EVALUATOR,))
def test_what_works_instead_and_its_cost_agree(report: Report) -> None:
    """1.04 turns for each of 52 sessions."""
    (found,) = report.failing
    assert found.works.startswith("bun run")
    assert found.found.turns == pytest.approx(53, abs=1)


@on(
    (CLI, "cmd/entire/cli/setup.go", 15, 13),
    (CLI, "cmd/entire/cli/hooks_claudecode_handlers.go", 13, None),
    (CLI, "cmd/entire/cli/strategy/common.go", 10, None),
    (EVALUATOR, "frontend/src/components/RemediateTab.tsx", 18, 15),
    (EVALUATOR, "frontend/src/components/RemediationHistoryCard.tsx", 13, None),
    (EVALUATOR, "src/shared/remediation/prompt-generator.ts", 12, None),
    (POSH, "src/terminal/writer.go", 6, None),
)
def test_the_files_agree(report: Report, given1: str, given2: int, given3: int | None) -> None:
    found = next(each for each in report.files if each.path == given1)
    assert found.read.sessions == given2
    assert given3 is None or found.edited.sessions == given3


@on((CLI, 23.0, 19.7), (EVALUATOR, 23.9, 17.8), (POSH, 31.8, 35.2))
def test_the_halves_agree_exactly(report: Report, given1: float, given2: float) -> None:
    assert (round(report.trend.first, 1), round(report.trend.second, 1)) == (given1, given2)


@on((CLI, 173, 155, 1), (EVALUATOR, 72, 70, 2), (POSH, 11, 11, 1))
def test_checked_rounds_agree(report: Report, given1: int, given2: int, given3: int) -> None:
    after = report.after
    assert after.edited.count == pytest.approx(given1, rel=0.1, abs=2)
    assert after.checked.count == pytest.approx(given2, rel=0.1, abs=2)
    assert after.wait == given3


@on((EVALUATOR,))
def test_commit_is_what_a_person_says_every_time(report: Report) -> None:
    """54 prompts; the 54th session asks for a release in 16 words that end in a commit."""
    top = report.said[0]
    assert top.text == "commit"
    assert (top.found.count, top.found.sessions) == (54, 53)
    assert top.found.turns == pytest.approx(303, rel=0.1)


@on((EVALUATOR,))
def test_refused_commits_agree(report: Report) -> None:
    """Eight sessions by exit code; two more end with 0 and only their output tells."""
    assert (report.after.refused.count, report.after.refused.sessions) == (9, 8)


@on((CLI,))
def test_reported_failures_agree(report: Report) -> None:
    after = report.after
    assert after.reported.count == pytest.approx(28, rel=0.1)
    assert after.reported.turns == pytest.approx(298, rel=0.1)
    assert after.had_passed.count == 8
    wider = {pair.wider for pair in after.narrow if "test" in pair.passed}
    assert "mise run test:ci" in wider


@on((CLI,))
def test_adding_a_test_is_asked_for_again_and_again(report: Report) -> None:
    """13 sessions in so many words; 17 when whole prompts are read by a person."""
    found = next(each for each in report.said if "add a test" in each.text)
    assert found.found.sessions >= 13

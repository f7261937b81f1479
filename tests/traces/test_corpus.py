"""The whole corpus of real transcripts is read without a crash, and its known facts come out."""

from __future__ import annotations

from pathlib import Path

import pytest

from adage.records import Reading
from tests.traces.writing import read

pytestmark = pytest.mark.shared

OUTCOMES = {"ok", "failed", "timeout", "unknown", "refused", "cancelled", "invalid"}
TOOLS = {"read", "list", "search", "edit", "shell", "fetch", "task", "other"}


@pytest.fixture(scope="module")
def corpus(shared: Path) -> dict[str, Reading]:
    """The reading of each source folder, by `agent/source`."""
    folders = [
        folder
        for agent in ("claude", "codex", "opencode", "opencode_derived")
        for folder in sorted((shared / "corpus" / agent).iterdir())
    ]
    return {f"{folder.parent.name}/{folder.name}": read(folder) for folder in folders}


def main_sessions(reading: Reading) -> int:
    return sum(session.root == session.id for session in reading.sessions)


@pytest.mark.parametrize(
    ("folder", "sessions", "prompts", "calls"),
    [
        ("claude/entireio__cli", 126, 364, 2868),
        ("claude/PackmindHub__context-evaluator", 75, 144, 1717),
        ("claude/JanDeDobbeleer__oh-my-posh", 29, 71, 1072),
        ("codex/savekirk__session-bridge", 14, 33, 961),
        ("codex/EntityProcess__agentv", 12, 83, 1263),
        ("opencode/The-Best-Codes__bestcodes.dev", 5, 21, 193),
        ("opencode_derived/json", 4, 6, 51),
        ("opencode_derived/sqlite", 4, 6, 51),
    ],
)
def test_a_code_base_gives_its_sessions(
    corpus: dict[str, Reading], folder: str, sessions: int, prompts: int, calls: int
) -> None:
    reading = corpus[folder]
    assert main_sessions(reading) == sessions
    assert sum(len(session.prompts) for session in reading.sessions) == prompts
    assert sum(len(session.calls) for session in reading.sessions) == calls


def test_the_session_that_occurs_twice_counts_once(corpus: dict[str, Reading]) -> None:
    assert corpus["claude/entireio__cli"].duplicates["copied session"] == 1


def test_every_record_is_whole(corpus: dict[str, Reading]) -> None:
    for reading in corpus.values():
        for session in reading.sessions:
            assert session.id
            assert session.root
            assert session.start <= session.end
            for call in session.calls:
                assert call.outcome in OUTCOMES
                assert call.tool in TOOLS or call.tool.startswith("mcp:")
                assert "\0" not in call.text
                call.text.encode()
            places = [prompt.at for prompt in session.prompts]
            places += [note.at for note in session.notes]
            assert all(0 <= at <= len(session.calls) for at in places)


def test_turns_never_go_back_within_a_session(corpus: dict[str, Reading]) -> None:
    for name in ("codex/savekirk__session-bridge", "opencode/The-Best-Codes__bestcodes.dev"):
        for session in corpus[name].sessions:
            turns = [call.turn for call in session.calls]
            assert turns == sorted(turns)


def test_all_session_ids_of_a_reading_differ(corpus: dict[str, Reading]) -> None:
    for reading in corpus.values():
        ids = [session.id for session in reading.sessions]
        assert len(ids) == len(set(ids))


def test_more_is_used_than_left_out_for_damage(corpus: dict[str, Reading]) -> None:
    for reading in corpus.values():
        for file in reading.files:
            left_out = sum(file.skipped.values()) + sum(file.ignored.values())
            assert left_out <= file.records or "empty file" in file.ignored


def test_the_same_sessions_in_every_storage_of_opencode_count_once(shared: Path) -> None:
    derived = shared / "corpus" / "opencode_derived"
    one, both = read(derived / "json"), read(derived)
    assert [session.id for session in both.sessions] == [session.id for session in one.sessions]
    assert len(one.sessions) == 5


@pytest.mark.parametrize("run", ["c01_full", "c11_upd_allow", "t01_full_sonnet5"])
def test_what_the_real_clients_recorded_is_read(shared: Path, run: str) -> None:
    found = sorted((shared / "clients" / "runs" / run).rglob("*.jsonl"))
    transcripts = [p for p in found if "sessions" in p.parts or "projects" in p.parts]
    if not transcripts:
        pytest.skip("this recording holds no transcript")
    reading = read(*transcripts)
    assert [file.problem for file in reading.files if file.problem] == []
    assert reading.sessions
    assert reading.sessions[0].calls

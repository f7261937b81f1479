"""A typed request is answered by the hook itself, and compared with what the run knows."""

from __future__ import annotations

from pathlib import Path

import pytest

from adage.embed import bundled_path, open_table
from adage.learn import learn
from adage.learn.recorder import Recording
from adage.traces import read_paths
from adage_map.request import answer_request
from adage_map.runs import LearnerRun
from tests.map.test_trials import base  # noqa: F401 - a fixture


@pytest.fixture(scope="module")
def evaluator(shared: Path) -> LearnerRun:
    """The run of a repository whose people say `commit` in most sessions."""
    reading = read_paths((shared / "corpus" / "claude" / "PackmindHub__context-evaluator",))
    recording, embed = Recording(), open_table(bundled_path()).embed
    index = learn(reading, "", recorder=recording, embed=embed)
    traces = tuple(recording.records["read"].detail)
    return LearnerRun(reading, traces, recording.records, index, "own", "x", embed=embed)


@pytest.mark.shared
def test_a_request_people_repeat_is_answered_with_the_hooks_own_words(
    evaluator: LearnerRun,
) -> None:
    told = answer_request(evaluator, "commit")
    assert told["said"].startswith("<adage-reflex ")
    assert "git status" in told["said"]
    assert "git commit" not in told["said"]


def test_a_request_that_resembles_nothing_is_met_with_silence(base: LearnerRun) -> None:  # noqa: F811
    told = answer_request(base, "please bake a cake with seven candles for grandmother")
    assert (told["said"], told["stopped"]) == ("", [])
    assert told["known"]


def test_specifics_are_gone_before_a_request_is_compared(base: LearnerRun) -> None:  # noqa: F811
    told = answer_request(base, "look up ticket W-1041 in src/app/main.py")
    assert told["seen"] == "look up ticket {id} in {path}"


def test_a_text_without_a_known_word_is_said_to_be_unknown(base: LearnerRun) -> None:  # noqa: F811
    assert answer_request(base, "")["known"] is False

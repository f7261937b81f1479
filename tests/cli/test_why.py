"""`adage why` as a person runs it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from adage.learn import STAGES
from adage.learn.recorder import Recording
from adage.learn.why import Answer, why
from tests.cli.rounds import Round


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Round:
    """A repository with one habit, never learned in place."""
    found = Round(tmp_path_factory.mktemp("why"))
    found.habit(25)
    return found


def ask(found: Round, *words: str) -> list[dict[str, Any]]:
    done = found.adage("why", *words, "--json")
    assert done.returncode == 0, done.stderr
    answers: list[dict[str, Any]] = json.loads(done.stdout)
    return answers


def test_what_is_told_and_what_stopped_the_rest(told: Round) -> None:
    done = told.adage("why", "make gen 2>&1 | tail -5")
    assert done.returncode == 0, done.stderr
    assert "`make gen` (regenerate) ran 17 times in 17 sessions of 17 tasks." in done.stdout
    assert "What is told:" in done.stdout
    assert "after an edit of registry/*.json comes `make gen`" in done.stdout
    assert "What is not:" in done.stdout
    assert not (told.world.folder / "index.json").exists()


def test_each_step_of_a_command_has_its_answer(told: Round) -> None:
    answers = ask(told, "cd docs && make gen && git status", "--traces", str(told.projects))
    assert [each["key"] for each in answers] == ["sh:make gen", "sh:git status"]
    for verdict in (v for each in answers for v in each["verdicts"]):
        assert verdict["why"]
        assert verdict["gate"] or verdict["strength"] in ("fire", "prime", "inhibit")


def test_a_command_never_seen_is_answered_with_the_nearest(told: Round) -> None:
    done = told.adage("why", "make generate")
    assert "`make generate` was never seen in these sessions." in done.stdout
    assert "`make gen`" in done.stdout


def test_a_rare_step_says_how_many_sessions_it_lacks(tmp_path: Path) -> None:
    found = Round(tmp_path)
    for number in range(2):
        found.session(number, f"fix number {number}", found.edit("a.py"), found.shell("make lint"))
    said = found.adage("why", "make lint").stdout
    assert "it ran in 2 sessions of 2 tasks; 3 and 2 are asked for" in said
    assert "needs 1 more session with it" in said


def test_an_author_step_is_never_directed(tmp_path: Path) -> None:
    found = Round(tmp_path)
    found.session(0, "fix it", found.edit("a.py"), found.shell("git push"))
    assert "publish steps are never directed" in found.adage("why", "git push").stdout


@pytest.mark.parametrize(("words", "says"), [([], "required: STEP"), ([" "], "name a step")])
def test_a_mistake_gets_one_sentence(told: Round, words: list[str], says: str) -> None:
    done = told.adage("why", *words)
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
    assert says in done.stderr


@pytest.mark.shared
def test_real_sessions_explain_every_candidate_of_a_real_check(shared: Path) -> None:
    from adage.learn import learn
    from adage.settings import Settings
    from adage.traces import read_paths

    recording = Recording()
    learn(read_paths((shared / "corpus/claude/PackmindHub__context-evaluator",)), "",
          recorder=recording)  # fmt: skip
    assert list(recording.records) == [stage.name for stage in STAGES]
    answers: list[Answer] = [
        answer
        for command in ("bun run test", "rtk bun run test", "bun run lint")
        for answer in why(recording.records, command, Settings())
    ]
    assert all(answer.key and answer.verdicts for answer in answers)
    assert any(v.strength == "inhibit" for v in answers[1].verdicts)
    for verdict in (v for answer in answers for v in answer.verdicts):
        assert verdict.why
        assert (
            verdict.change or verdict.strength in ("fire", "inhibit", "dropped") or not verdict.gate
        )

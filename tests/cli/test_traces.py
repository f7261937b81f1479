"""`adage traces`: what was found and how it was read, as tables and as JSON."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.traces.writing import (
    SESSION,
    open_session,
    prompt,
    tool_result,
    tool_use,
    write_json,
    write_lines,
)


class Machine:
    """A machine of its own: an empty home, a repository, and `adage` started in it."""

    def __init__(self, top: Path) -> None:
        self.home = top / "home"
        self.repo = top / "shop"
        self.claude = self.home / ".claude" / "projects" / "-x"
        for folder in (self.home, self.repo):
            folder.mkdir()
        subprocess.run(["git", "-C", self.repo, "init", "-q"], check=True)

    def run(self, *words: str | Path, where: Path | None = None) -> tuple[int, str, str]:
        """(exit code, stdout, stderr) of `adage traces` with these words."""
        done = subprocess.run(
            [sys.executable, "-m", "adage", "traces", *words],
            cwd=where or self.repo,
            env={"PATH": os.environ["PATH"], "HOME": str(self.home), "COLUMNS": "100"},
            capture_output=True,
            text=True,
            check=False,
        )
        return done.returncode, done.stdout, done.stderr

    def document(self, *words: str | Path, where: Path | None = None) -> dict[str, Any]:
        code, out, err = self.run(*words, "--json", where=where)
        assert (code, err) == (0, "")
        return dict(json.loads(out))

    def write_session(self, *extra: Any) -> Path:
        """A session of the repository: one prompt, one failed call, one line of a foreign type."""
        return write_lines(
            self.claude / f"{SESSION}.jsonl",
            [
                {"type": "mode", "sessionId": SESSION},
                prompt("u1", "run the tests", cwd=str(self.repo)),
                tool_use("a1", "u1", "toolu_1", cwd=str(self.repo)),
                tool_result("r1", "a1", "toolu_1", "Exit code 2\nx", error=True),
                *extra,
            ],
        )


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_a_repository_without_sessions_names_the_places_and_the_next_step(machine: Machine) -> None:
    write_lines(machine.claude / "other.jsonl", [prompt("u1", "hi", cwd="/elsewhere")])
    code, out, err = machine.run()
    assert (code, err) == (0, "")
    assert f"No sessions of shop in {machine.home}/.claude/projects (1 file)" in out
    assert f"{machine.home}/.codex/sessions (0 files)" in out
    assert "adage traces --sample" in out


def test_the_current_folder_is_the_repository(machine: Machine) -> None:
    machine.write_session()
    (machine.repo / "src").mkdir()
    for words, where in (((), machine.repo / "src"), ((machine.repo,), machine.home)):
        document = machine.document(*words, where=where)
        assert (document["repository"], document["sessions"]) == ("shop", 1)
        assert document["path"] == str(machine.repo)


def test_every_figure_of_an_agent_is_told(machine: Machine) -> None:
    machine.write_session(b'{"cut')
    (claude, codex, opencode) = machine.document()["agents"]
    assert claude == {
        "agent": "claude",
        "title": "Claude Code",
        "folders": [{"path": str(machine.claude.parent), "files": 1}],
        "files": 1,
        "sessions": 1,
        "subagents": 0,
        "prompts": 1,
        "calls": 1,
        "failed_calls": 1,
        "abandoned_calls": 0,
        "hook_notes": 0,
        "records": 5,
        "skipped": {"cut off at the end": 1},
        "ignored": {"line of type mode": 1},
        "unreadable": 0,
        "oldest": "2026-06-01T09:00:00+00:00",
        "newest": "2026-06-01T09:00:00+00:00",
    }
    assert (codex["sessions"], codex["oldest"], opencode["files"]) == (0, None, 0)


def test_the_table_shows_what_was_left_out_and_why(machine: Machine) -> None:
    machine.write_session(b'{"cut')
    code, out, err = machine.run()
    assert (code, err) == (0, "")
    assert "Claude Code: 1 record could not be used: cut off at the end 1." in out
    assert "Claude Code: 1 record left out on purpose: line of type mode 1." in out
    assert out.rstrip().endswith("Next: adage learn")
    assert "…" not in out


def test_named_files_are_read_and_foreign_ones_reported(machine: Machine, tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    write_json(folder / "a.json", open_session())
    write_json(folder / "b.json", open_session())
    foreign = write_json(folder / "package.json", {"name": "shop"})
    code, out, err = machine.run("--traces", folder)
    assert (code, err) == (0, "")
    assert "Counted once: copied session 1." in out
    assert f"! {foreign} is JSON, but no transcript that Adage knows." in out
    document = machine.document("--traces", folder, where=machine.home)
    assert (document["repository"], document["sessions"]) == ("kept", 1)
    assert len(document["problems"]) == 1


def test_the_sample_is_read_anywhere(machine: Machine) -> None:
    document = machine.document("--sample", where=machine.home)
    assert document["sessions"] > 50
    assert [agent["agent"] for agent in document["agents"] if agent["sessions"]] == [
        "claude",
        "codex",
        "opencode",
    ]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("gone",), "gone is not a directory."),
        (("file",), "file is not a directory."),
        ((".",), ". is not in a git repository."),
        ((), "is not in a git repository."),
        (("--traces", "gone"), "There is nothing at gone."),
    ],
)
def test_a_place_that_does_not_do_is_one_sentence(
    machine: Machine, words: tuple[str, ...], said: str
) -> None:
    (machine.home / "file").write_text("x")
    code, out, err = machine.run(*words, where=machine.home)
    assert (code, out) == (1, "")
    assert said in err
    assert err.startswith("adage: ")
    assert err.count("\n") == 1


def test_the_sample_brings_its_own_transcripts(machine: Machine) -> None:
    code, _, err = machine.run("--sample", "--traces", "x")
    assert code == 2
    assert "--sample" in err


def test_the_same_input_gives_the_same_bytes(machine: Machine) -> None:
    machine.write_session()
    assert machine.run("--json") == machine.run("--json")

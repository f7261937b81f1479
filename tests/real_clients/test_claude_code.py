"""The real Claude Code, headless and offline, in a scripted session: what Adage says arrives.

Opt-in: `./do test --real-clients` installs the program and sets ADAGE_REAL_CLIENTS. The session
edits, fails, has a command rewritten, runs and stops; the second learning reads its transcript.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from adage.hook.entry import EVENTS
from adage.install.claude import hook_entries
from adage.learn.label import label
from adage.learn.match import votes
from adage.learn.read import read
from adage.learn.string import string
from adage.learn.told import tellings
from adage.ledger import SessionLedger, applied_rewrites, read_sessions
from adage.ledger.join import read_ledger
from adage.records import Pattern, Trace
from adage.settings import Settings
from adage.traces import read_paths
from adage.traces.directives import FINISH_LINE
from tests.cli.rounds import Round
from tests.hook.test_prompt import row_of
from tests.hook.world import reflex
from tests.learn.build import session, strings_of
from tests.real_clients.offline import run_claude
from tests.real_clients.stub_model import Turn

CLIENTS = os.environ.get("ADAGE_REAL_CLIENTS")
pytestmark = pytest.mark.skipif(not CLIENTS, reason="./do test --real-clients runs these")
PACKAGE = "node_modules/@anthropic-ai/claude-code-linux-x64/claude"
PLUGIN = Path(__file__).resolve().parent.parent.parent / "plugin" / "claude-code"
SESSION = "11111111-2222-4333-8444-555555555555"
PROMPT = "please fix the greeting that the program prints"
GEN = reflex("run", ["edit:hello.py"], ["sh:make gen"])
OWED = reflex("obligation", ["edit:hello.py"], ["sh:make docs"])
DEAD = reflex("avoid", ["sh:make bad!"], ["sh:make good"], command="make good", k=9, n=9)
MAKEFILE = "gen:\n\t@echo generated\nbad:\n\t@echo boom; exit 3\ngood docs:\n\t@echo fine\n"
PYTEST = "python3 -m pytest --version"


class Run(Round):
    """One scripted session and all that it left behind.

    Before it stand sessions that were not told anything, and what was learned of them.
    """

    def __init__(self, folder: Path, *, plugin: bool = False) -> None:
        super().__init__(folder)
        self.plugin = plugin
        root = self.world.root
        (root / "hello.py").write_text("print('hello')\n")
        (root / "Makefile").write_text(MAKEFILE)
        git = [
            "git",
            "-C",
            str(root),
            "-c",
            "user.name=Ann",
            "-c",
            "user.email=ann@example.invalid",
        ]
        for words in (["add", "-A"], ["commit", "-qm", "start"]):
            subprocess.run([*git, *words], check=True)
        self.world.verify_venv()
        python = root / ".venv" / "bin" / "python"
        python.unlink()
        python.write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
        python.chmod(0o755)
        self._own_sessions()
        self.before = self.learned()
        self._seal()
        self._install()
        self.done = self._run(folder)

    def _own_sessions(self) -> None:
        for number in range(12):
            calls = (self.edit("hello.py"), self.shell("make gen"))
            if number % 3 == 2:
                calls = (self.shell("git status"), self.shell("git log"))
            self.session(number, f"change the greeting for the {number}. time", *calls)

    def learned(self) -> dict[str, Any]:
        """The habit as `adage learn` tells it."""
        told = json.loads(self.adage("learn", "--json").stdout)
        found = [each for each in told["reflexes"] if each["shape"] == "run"]
        return next(each for each in found if each["steps"] == list(GEN.steps))

    def _seal(self) -> None:
        row, norm = row_of(PROMPT)
        family = {"id": "fam1", "row": 0, "norm": norm, "threshold": 0.6, "strength": "prime"}
        family |= {"k": 5, "n": 6, "steps": ["sh:make help"], "command": "make help"}
        self.world.seal(GEN, OWED, DEAD, families=[family], vectors=row)

    def _install(self) -> None:
        config = self.world.home / ".claude"
        entries = {} if self.plugin else hook_entries(sys.executable)
        hooks = {event: [entry] for event, entry in entries.items()}
        (config / "settings.json").write_text(json.dumps({"hooks": hooks}))

    def _run(self, folder: Path) -> dict[str, Any]:
        edit = {"file_path": str(self.world.root / "hello.py"), "old_string": "hello",
                "new_string": "hello, world"}  # fmt: skip
        turns: list[Turn] = [
            [("Bash", {"command": "make bad", "description": "Fail"})],
            [("Read", {"file_path": edit["file_path"]})],
            [("Edit", edit)],
            [("Bash", {"command": PYTEST, "description": "Test"})],
            [("Bash", {"command": "make gen", "description": "Generate"})],
            ["All done."],
            ["Really done."],
        ]
        environ = self.world.environ(
            PATH="/usr/local/bin:/usr/bin:/bin", ANTHROPIC_API_KEY="dummy", DISABLE_TELEMETRY="1",
            CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC="1", DISABLE_AUTOUPDATER="1", LANG="C.UTF-8",
            DISABLE_ERROR_REPORTING="1", CLAUDE_CONFIG_DIR=str(self.world.home / ".claude"),
            ADAGE_CONTROL="0", ADAGE_PYTHON=sys.executable,
        )  # fmt: skip
        del environ["CLAUDE_PROJECT_DIR"]
        words = ["-p", PROMPT, "--output-format", "stream-json", "--verbose"]
        words += ["--model", "claude-sonnet-5", "--session-id", SESSION]
        words += ["--allowedTools", "Bash,Edit,Read"]
        words += ["--plugin-dir", str(PLUGIN)] if self.plugin else []
        return run_claude(
            Path(str(CLIENTS)) / PACKAGE, words, turns, self.world.root, environ, folder
        )

    def messages(self, request: int) -> str:
        """All that the model was sent with one request, whatever role it stands in."""
        return json.dumps(self.done["requests"][request]["messages"], ensure_ascii=False)

    @property
    def ledger(self) -> SessionLedger:
        return read_sessions(self.world.folder, Settings())[0]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return Run(tmp_path_factory.mktemp("real"))


def test_the_session_runs_to_its_end(run: Run) -> None:
    assert run.done["code"] == 0, run.done["stderr"]
    assert len(run.done["requests"]) == 7
    assert "Really done." in run.done["stdout"]


def test_every_hook_was_started_and_remembered(run: Run) -> None:
    assert {record["e"] for record in run.world.records(SESSION)} == set(EVENTS.values())


@pytest.mark.parametrize(
    ("request_number", "said"),
    [
        (0, "usually start here with `make help`"),
        (1, "`make bad` usually fails in this repository; `make good`"),
        (3, "After an edit of hello.py, sessions here usually run `make gen` next."),
        (4, "`python3` was run as `.venv/bin/python`"),
        (6, FINISH_LINE),
    ],
)
def test_what_adage_said_is_in_the_next_request(run: Run, request_number: int, said: str) -> None:
    assert said in run.messages(request_number)
    if request_number:
        assert said not in run.messages(request_number - 1)


def test_each_directive_is_in_the_transcript_and_counts_as_delivered(run: Run) -> None:
    entries = run.ledger.entries
    assert [entry.moment for entry in entries] == [
        "UserPromptSubmit", "PostToolUseFailure", "PostToolBatch", "PreToolUse", "Stop",
    ]  # fmt: skip
    assert [entry.delivered for entry in entries] == [True] * 5


def test_what_the_agent_made_of_it_is_judged(run: Run) -> None:
    outcomes = {entry.kind: entry.outcome for entry in run.ledger.entries}
    assert (outcomes["run"], outcomes["obligation"]) == ("followed", "ignored")


def test_the_rewritten_command_ran_and_the_journal_tells(run: Run) -> None:
    assert re.search(r"pytest \d", run.messages(4))
    edits = applied_rewrites(run.world.folder)
    assert list(edits.values()) == [((0, "python3", ".venv/bin/python"),)]


def transcript_of(run: Run) -> Path:
    return next((run.world.home / ".claude" / "projects").glob(f"*/{SESSION}.jsonl"))


def trace_of(run: Run) -> Trace:
    """The session as the learner reads its transcript."""
    return read(read_paths([transcript_of(run)]), str(run.world.root), Settings())[0]


def test_following_the_advice_leaves_the_evidence_as_it_was(run: Run) -> None:
    """The agent ran `make gen` after it was told to: that counts neither for nor against it."""
    pattern = Pattern("run", GEN.trigger, GEN.steps, 0)
    own = [session(f"s{i}", "edit hello.py", *["make gen"] * (i < 3)) for i in range(4)]
    before = votes(strings_of(*own)[0], pattern, Settings())
    after = votes(strings_of(*own, trace_of(run))[0], pattern, Settings())
    assert (sum(vote.held for vote in before), len(before)) == (3, 4)
    assert (sum(vote.held for vote in after), len(after)) == (3, 4)


def test_a_second_learning_leaves_k_and_n_as_they_were(run: Run) -> None:
    """By the whole way: `adage learn` before the session and after it."""
    after = run.learned()
    assert (after["k"], after["n"]) == (run.before["k"], run.before["n"]) == (8, 8)
    assert (after["id"], after["k_follow"], after["n_follow"]) == (GEN.id, 1, 1)


def test_ledger_and_transcript_tell_the_same(run: Run) -> None:
    """Joined, each directive is told once, and both judge what came of it alike."""
    reading = read_ledger(read_paths([transcript_of(run)]), run.world.folder, Settings())
    trace = read(reading, str(run.world.root), Settings())[0]
    assert trace.directives == trace_of(run).directives
    assert (trace.arm, trace.propensity) == ("treated", 1.0)
    strings = string([trace], label([trace], Settings()))
    by_ledger = dict(tellings(strings, reading.ledger, Settings()).told)
    assert by_ledger.pop(DEAD.id) == (0, 1)  # what it spares only the ledger knows
    assert by_ledger == tellings(strings, (), Settings()).told
    assert (by_ledger[GEN.id], by_ledger[OWED.id]) == ((1, 1), (0, 1))


def test_the_ledger_stands_in_for_a_transcript_that_does_not_tell(run: Run, tmp_path: Path) -> None:
    """Without every line that tells of a hook: what was told, where, and what really ran."""
    bare = tmp_path / f"{SESSION}.jsonl"
    lines = transcript_of(run).read_text().splitlines()
    kept = [line for line in lines if "adage" not in line.lower() and "hook_" not in line]
    bare.write_text("".join(line + "\n" for line in kept))
    alone = read(read_paths([bare]), str(run.world.root), Settings())[0]
    assert alone.directives == ()
    assert any(step.key.startswith("sh:python3") for step in alone.steps)
    reading = read_ledger(read_paths([bare]), run.world.folder, Settings())
    joined = read(reading, str(run.world.root), Settings())[0]
    whole = trace_of(run)
    assert [step.key for step in joined.steps] == [step.key for step in whole.steps]
    assert set(joined.directives) == set(whole.directives)


def test_a_second_learning_reads_the_transcript_rightly(run: Run) -> None:
    """What was run counts, not what was written; and what was told is known as told."""
    trace = trace_of(run)
    keys = [step.key for step in trace.steps]
    assert "sh:make bad" in keys
    assert not any(key.startswith("sh:python3") for key in keys)
    assert any(key.startswith("sh:.venv/bin/python -m pytest") for key in keys)
    told = {directive.reflex: directive.keys for directive in trace.directives}
    assert told[GEN.id] == ("sh:make gen",)
    assert told[OWED.id] == ("sh:make docs",)
    assert told[DEAD.id] == ("sh:make good",)


def test_the_plugin_does_the_same_without_any_settings(
    run: Run, tmp_path_factory: pytest.TempPathFactory
) -> None:
    other = Run(tmp_path_factory.mktemp("plugin"), plugin=True)
    assert [e.moment for e in other.ledger.entries] == [e.moment for e in run.ledger.entries]
    assert all(entry.delivered for entry in other.ledger.entries)

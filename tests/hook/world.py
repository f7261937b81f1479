"""A repository with an index, and hooks run in it as Claude Code runs them.

`World(tmp_path)` makes the repository; `seal(...)` writes its index; `hook(event, ...)` starts a
real process with the event on stdin and gives back what it printed.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from adage.hook.entry import EVENTS
from adage.hook.memory import CHECKPOINT
from adage.learn.compile import MOMENTS, reflex_id
from adage.learn.index import seal
from adage.learn.seal_sections import sections
from adage.paths import repository_state
from adage.records import Effect, Index, Pattern, Reflex
from adage.settings import Settings

ENTRY = "from adage.hook.entry import main; main()"
NAMES = {event: name for name, event in EVENTS.items()}
TREATED = "a1b2c3d4-0000-4000-8000-000000000001"
BLANK = Reflex(
    "", "run", (), (), "", Effect.VERIFY, "prime", 7, 8, 0.5, 0.875, 3, None, (0, 0, 0, 0), 0, 0.0,
    0.0, 0.0, 0.0, 0.0, "", 0.0, "", "", (), (),
)  # fmt: skip


def reflex(
    shape: str,
    trigger: Sequence[str],
    steps: Sequence[str],
    *,
    command: str = "",
    strength: str = "prime",
    k: int = 7,
    n: int = 8,
) -> Reflex:
    """A judged reflex as the learner would give it."""
    spelled = command or "; ".join(step.removeprefix("sh:") for step in steps)
    pattern = Pattern(shape, tuple(trigger), tuple(steps), k)
    return replace(
        BLANK, id=reflex_id(pattern), shape=shape, trigger=tuple(trigger), steps=tuple(steps),
        command=spelled, strength="inhibit" if shape == "avoid" else strength, k=k, n=n,
    )  # fmt: skip


GEN = reflex("run", ["edit:registry/*.json"], ["sh:make gen"])
OWED = reflex("obligation", ["edit:registry/*.json"], ["sh:make gen"], k=6)
DEAD = reflex(
    "avoid", ["sh:python3 -m pytest!"], ["sh:.venv/bin/python -m pytest"],
    command=".venv/bin/python -m pytest -q", k=10, n=11,
)  # fmt: skip
TWO = reflex("run", ["edit:tests/*.py", "edit:CHANGELOG.rst"],
             ["sh:.venv/bin/python -m pytest"], strength="fire", k=16, n=16)  # fmt: skip
READS = reflex("read-batch", ["read:cmd/main.go"], ["read:cmd/a.go", "read:cmd/b.go"],
               command="cmd/a.go cmd/b.go")  # fmt: skip
CHECKS = reflex("sequence", ["edit:**"], ["sh:make lint", "sh:make test"])
ALL = (GEN, OWED, DEAD, TWO, READS, CHECKS)


class World:
    """One repository, Adage's folder for it, and the environment of its hooks."""

    def __init__(self, folder: Path) -> None:
        self.root = (folder / "app").resolve()
        self.home = folder / "home"
        self.state = folder / "adage"
        (self.root / ".git").mkdir(parents=True)
        self.home.mkdir()
        self.folder = repository_state(self.state, self.root)
        self.folder.mkdir(parents=True)

    def seal(self, *reflexes: Reflex, settings: Settings | None = None, **more: Any) -> Index:
        """Write the index of `reflexes`."""
        chosen = settings or Settings()
        known = seal([each for each in reflexes if each.shape in MOMENTS], chosen)
        index = replace(known, reflexes=reflexes)
        (self.folder / "index.sealed").write_bytes(sections(index, chosen, **more))
        return index

    def environ(self, **more: str) -> dict[str, str]:
        """The environment of a hook."""
        return {
            "PATH": os.environ["PATH"],
            "HOME": str(self.home),
            "ADAGE_HOME": str(self.state),
            "ADAGE_NO_LEARN": "1",
            "CLAUDE_PROJECT_DIR": str(self.root),
            **more,
        }

    def event(self, name: str, session: str = TREATED, **more: Any) -> dict[str, Any]:
        """An event as the client writes it."""
        return {
            "session_id": session,
            "transcript_path": f"{self.home}/.claude/projects/app/{session}.jsonl",
            "cwd": str(self.root),
            "hook_event_name": name,
            **more,
        }

    def run(
        self, content: bytes, name: str, environ: Mapping[str, str] | None = None
    ) -> subprocess.CompletedProcess[bytes]:
        """A hook process with `content` on stdin."""
        return subprocess.run(
            [sys.executable, "-I", "-c", ENTRY, "claude", name],
            input=content,
            capture_output=True,
            env=dict(environ or self.environ()),
            cwd=self.root,
            check=False,
        )

    def hook(self, event: dict[str, Any], **environ: str) -> dict[str, Any]:
        """What a hook process printed for `event`, as JSON; {} for silence."""
        content = json.dumps(event).encode()
        done = self.run(content, NAMES[event["hook_event_name"]], self.environ(**environ))
        assert (done.returncode, done.stderr) == (0, b"")
        found: dict[str, Any] = json.loads(done.stdout) if done.stdout else {}
        return found

    def batch(self, *calls: dict[str, Any], session: str = TREATED, **more: Any) -> dict[str, Any]:
        """The hook's answer to a batch of tool calls."""
        event = self.event("PostToolBatch", session, tool_calls=list(calls))
        return self.hook(event, **more)

    def prompt(self, text: str, session: str = TREATED) -> dict[str, Any]:
        """The hook's answer to a prompt."""
        return self.hook(self.event("UserPromptSubmit", session, prompt=text))

    def stop(self, session: str = TREATED, *, again: bool = False) -> dict[str, Any]:
        """The hook's answer to a stop."""
        event = self.event("Stop", session, prompt_id="p", stop_hook_active=again)
        return self.hook(event)

    def before(self, command: str, session: str = TREATED, **more: Any) -> dict[str, Any]:
        """The hook's answer to a shell command about to run."""
        event = self.event("PreToolUse", session, tool_name="Bash", tool_use_id="toolu_1",
                           tool_input={"command": command, "timeout": 5}, **more)  # fmt: skip
        return self.hook(event)

    def records(self, session: str = TREATED) -> list[dict[str, Any]]:
        """The lines of a session's memory, without those that only sum it up."""
        file = self.folder / "sessions" / f"{session}.jsonl"
        found = [json.loads(line) for line in file.read_text().splitlines()]
        return [record for record in found if record["e"] != CHECKPOINT]

    def edit(self, path: str, response: str = "updated") -> dict[str, Any]:
        """An Edit call of a batch."""
        return {"tool_name": "Edit", "tool_use_id": "e", "tool_response": response,
                "tool_input": {"file_path": f"{self.root}/{path}", "old_string": "a",
                               "new_string": "b"}}  # fmt: skip

    def shell(self, command: str, response: str = "done") -> dict[str, Any]:
        """A Bash call of a batch."""
        return {"tool_name": "Bash", "tool_use_id": "s", "tool_response": response,
                "tool_input": {"command": command}}  # fmt: skip

    def reading(self, path: str) -> dict[str, Any]:
        """A Read call of a batch."""
        return {"tool_name": "Read", "tool_use_id": "r", "tool_response": "text",
                "tool_input": {"file_path": f"{self.root}/{path}"}}  # fmt: skip

    def verify_venv(self) -> None:
        """A `.venv` that Adage has verified."""
        (self.root / ".venv" / "bin").mkdir(parents=True)
        config = self.root / ".venv" / "pyvenv.cfg"
        config.write_text("home = /usr/bin\n")
        (self.root / ".venv" / "bin" / "python").symlink_to(sys.executable)
        found = config.stat()
        stamp = {"python": ".venv/bin/python", "config": [found.st_size, found.st_mtime_ns]}
        (self.folder / "verified.json").write_text(json.dumps(stamp))


def text_of(answer: dict[str, Any]) -> str:
    """What an answer puts before the agent; empty for silence."""
    said: str = answer.get("hookSpecificOutput", {}).get("additionalContext", "")
    return said

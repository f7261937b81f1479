"""Sessions written as Claude Code writes them, learned by a real `adage`, heard by a real hook.

`Round(tmp_path)` is a git repository with an agent's folder beside it; `session(...)` writes one
transcript, `adage(...)` runs a verb, and `world` runs hooks there.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.hook.world import World

Call = tuple[str, dict[str, Any], bool]  # tool, input, whether it worked


class Round:
    """A repository whose sessions are learned from and whose hooks are heard."""

    def __init__(self, folder: Path) -> None:
        self.world = World(folder)
        self.root = self.world.root
        (self.root / ".git").rmdir()
        subprocess.run(["git", "init", "-q", str(self.root)], check=True)
        self.projects = self.world.home / ".claude" / "projects" / "app"
        self.projects.mkdir(parents=True)

    def session(self, number: int, prompt: str, *calls: Call, day: int | None = None) -> Path:
        """Write one session of the given day of June (default: its number)."""
        name = f"{number:08d}-0000-4000-8000-000000000000"
        day = number + 1 if day is None else day
        lines = [self._line(name, day, 0, "user", {"role": "user", "content": prompt})]
        for place, (tool, given, worked) in enumerate(calls, 1):
            block = {"type": "tool_use", "id": f"toolu_{number}_{place}", "name": tool,
                     "input": given}  # fmt: skip
            message = {"id": f"msg_{number}_{place}", "role": "assistant", "content": [block]}
            lines.append(self._line(name, day, 2 * place, "assistant", message))
            answer = {"type": "tool_result", "tool_use_id": f"toolu_{number}_{place}",
                      "content": "ok" if worked else "Exit code 1\nfailed",
                      "is_error": not worked}  # fmt: skip
            message = {"role": "user", "content": [answer]}
            lines.append(self._line(name, day, 2 * place + 1, "user", message))
        path = self.projects / f"{name}.jsonl"
        path.write_text("".join(json.dumps(line) + "\n" for line in lines))
        return path

    def _line(self, name: str, day: int, place: int, kind: str, message: Any) -> dict[str, Any]:
        return {
            "type": kind, "uuid": f"{name}-{place}", "parentUuid": None, "sessionId": name,
            "cwd": str(self.root), "timestamp": f"2026-06-{day:02d}T09:{place:02d}:00.000Z",
            "version": "2.1.220", "isSidechain": False, "message": message,
        }  # fmt: skip

    def edit(self, path: str) -> Call:
        """An edit that worked."""
        given = {"file_path": f"{self.root}/{path}", "old_string": "a", "new_string": "b"}
        return "Edit", given, True

    def shell(self, command: str, *, worked: bool = True) -> Call:
        """A shell command."""
        return "Bash", {"command": command}, worked

    def habit(self, sessions: int = 20, *, looks: int = 3) -> None:
        """Sessions in which a red check is turned green by `make gen`, turns after the edit.

        Each of those whose number is one less than a multiple of `looks` only looks around.
        """
        reads = [("Read", {"file_path": f"{self.root}/docs/{n}.md"}, True) for n in range(3)]
        for number in range(sessions):
            prompt = f"change number {number} of the registry"
            red, green = self.shell("make test", worked=False), self.shell("make test")
            calls = (self.edit(f"registry/{number}.json"), red, *reads, self.shell("make gen"),
                     green)  # fmt: skip
            if number % looks == looks - 1:
                calls = (self.shell("git status"), self.shell("git log"))
            self.session(number, prompt, *calls)

    def adage(self, *words: str, stdin: str | None = None, **environ: str) -> Any:
        """Run one verb in the repository."""
        given = {"stdin": subprocess.DEVNULL} if stdin is None else {"input": stdin}
        return subprocess.run(
            [sys.executable, "-m", "adage", *words], cwd=self.root, text=True, check=False,
            env=self.world.environ(**environ), capture_output=True, **given,
        )  # fmt: skip

"""Writes the sample traces: an invented repository, 90 days, three harnesses, one story.

    python tools/make_sample.py [FOLDER]

In: the story in sample/story.py and a fixed seed. Out: FOLDER (adage/data/sample unless named) with
claude/, codex/, opencode/ and sample.json. The same story always gives the same bytes.
"""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from sample.claude import write_claude
from sample.clock import Draws
from sample.codex import codex_id, write_codex
from sample.opencode import opencode_id, write_opencode
from sample.script import Session
from sample.story import sessions
from sample.world import REPO

HOME = Path(__file__).resolve().parent.parent / "adage" / "data" / "sample"
ABOUT = (
    "Invented traces of an invented repository over 90 days: ten weeks of work without Adage, then "
    "eight tasks, each done by two sessions that Adage spoke to and two that it left alone."
)
WRITERS: dict[str, tuple[str, Callable[[Session], dict[str, str]]]] = {
    "claude": ("claude/projects", write_claude),
    "codex": ("codex/sessions", write_codex),
    "opencode": ("opencode/storage", write_opencode),
}


def named(session: Session) -> Session:
    """The session with an id that falls into its arm; the story may name the id itself."""
    if session.id:
        return session
    draws = Draws(f"{session.name}/id")
    shapes = {
        "claude": draws.uuid,
        "codex": lambda: codex_id(session, draws),
        "opencode": lambda: opencode_id(session, draws),
    }
    return replace(session, id=draws.until_arm(session.arm, shapes[session.harness]))


def sample_files() -> dict[str, str]:
    """Every file of the sample by its path, sorted."""
    files: dict[str, str] = {}
    for session in map(named, sessions()):
        below, write = WRITERS[session.harness]
        files |= {f"{below}/{path}": text for path, text in write(session).items()}
    about = {"repo": REPO, "now": newest(files), "about": ABOUT}
    files["sample.json"] = json.dumps(about, indent=2) + "\n"
    return dict(sorted(files.items()))


def newest(files: dict[str, str]) -> str:
    """The latest moment that a transcript of Claude Code or Codex holds."""
    moments = [
        line.split('"timestamp":"', 1)[1][:24]
        for path, text in files.items()
        if path.endswith(".jsonl")
        for line in text.splitlines()
        if '"timestamp":"' in line
    ]
    return max(moments)


def write_sample(folder: Path) -> int:
    """Replace the transcripts in a folder by freshly made ones and return how many files."""
    for below, _ in WRITERS.values():
        shutil.rmtree(folder / below.split("/")[0], ignore_errors=True)
    files = sample_files()
    for path, text in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(text.encode("utf-8"))
    return len(files)


if __name__ == "__main__":
    where = Path(sys.argv[1]) if len(sys.argv) > 1 else HOME
    print(f"{where}: {write_sample(where)} files")

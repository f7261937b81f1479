"""Writes sessions of the synthetic bench as transcripts of Claude Code and Codex.

    python tools/write_plays.py FOLDER [SEED] [COUNT]

In: a seed and how many. Out: FOLDER/claude/projects and FOLDER/codex/sessions, written by the same
writers as the sample. `adage map --traces FOLDER` shows what the learner makes of them.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

from sample.claude import write_claude
from sample.clock import Draws
from sample.codex import codex_id, write_codex
from sample.script import Session

from adage.measure.generate import generate
from adage.measure.play import Move, Play


def as_script(play: Play) -> str:
    """The turns of a play in the language of the sample's scripts."""
    lines: list[str] = []
    for number, turn in enumerate(play.turns):
        lines += ["note spell" for told in play.told if told.turn == number]
        lines.append(" ++ ".join(_call(move) for move in turn))
    return "\n".join(lines)


def _call(move: Move) -> str:
    if move.verb == "run":
        return f"{'$' if move.ok else '!'} {move.text}"
    return f"{move.verb} {move.text}"


def as_session(play: Play) -> Session:
    """The play as a session of the sample, at its day and minute."""
    day, rest = divmod(play.day, 1)
    minutes = int(rest * 24 * 60)
    session = Session(
        name=play.name,
        day=int(day),
        hour=f"{minutes // 60:02d}:{minutes % 60:02d}",
        prompt=play.prompt,
        word="parcel",
        area="docs",
        script=as_script(play),
        harness=play.harness,
    )
    draws = Draws(f"{play.name}/id")
    new = draws.uuid() if play.harness == "claude" else codex_id(session, draws)
    return replace(session, id=new)


def write_plays(plays: tuple[Play, ...], folder: Path) -> int:
    """Write every play below `folder` and return how many files that made."""
    count = 0
    for session in map(as_session, plays):
        claude = session.harness == "claude"
        files = write_claude(session) if claude else write_codex(session)
        for path, text in files.items():
            target = folder / ("claude/projects" if claude else "codex/sessions") / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(text.encode("utf-8"))
            count += 1
    return count


if __name__ == "__main__":
    where = Path(sys.argv[1])
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 100
    print(f"{where}: {write_plays(generate(seed, count), where)} files")

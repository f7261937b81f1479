"""The whole way round: said by a real hook, followed, and read again by the next learning."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from adage.hook.session import append
from tests.cli.rounds import Call, Round
from tests.hook.world import text_of

PROMPT = "change another entry of the registry"
TOLD, CONTROL = 90, 101


def name_of(number: int) -> str:
    return f"{number:08d}-0000-4000-8000-000000000000"


class Loop(Round):
    """A repository with a habit, in which sessions are played through the hook."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.habit()
        self.before = self.learn()

    def learn(self) -> dict[str, Any]:
        """The reflex of the habit as `adage learn` tells it."""
        told = json.loads(self.adage("learn", "--json").stdout)
        found = [r for r in told["reflexes"] if r["shape"] == "run"]
        return next(r for r in found if r["steps"] == ["sh:make gen"])

    def gained(self) -> tuple[int, int]:
        """How much the next learning adds to k and n of the habit."""
        found = self.learn()
        return found["k"] - self.before["k"], found["n"] - self.before["n"]

    def play(self, number: int, *calls: Call, attached: bool = True, share: str = "0") -> list[str]:
        """Play a session through the hook and write its transcript; what was said at each call."""
        session = name_of(number)
        said = []
        for place, (tool, given, _) in enumerate(calls, 1):
            call = {"tool_name": tool, "tool_input": given, "tool_response": "done",
                    "tool_use_id": f"toolu_{number}_{place}"}  # fmt: skip
            answer = self.world.batch(call, session=session, ADAGE_CONTROL=share)
            said.append(text_of(answer))
        path = self.session(number, PROMPT, *calls, day=28)
        if attached:
            self.attach(path, said)
        return said

    def attach(self, path: Path, said: Sequence[str]) -> None:
        """Put what the hook said where the client puts it: behind the call's result."""
        lines = path.read_text().splitlines()
        for place, text in reversed(list(enumerate(said))):
            if text:
                about = {"type": "hook_additional_context", "hookEvent": "PostToolBatch",
                         "content": [text], "toolUseID": "hook-1"}  # fmt: skip
                line = {**json.loads(lines[0]), "type": "attachment", "attachment": about,
                        "uuid": f"note-{place}", "message": None}  # fmt: skip
                lines.insert(3 + 2 * place, json.dumps(line))
        path.write_text("".join(line + "\n" for line in lines))


@pytest.fixture
def loop(tmp_path: Path) -> Loop:
    return Loop(tmp_path)


@pytest.mark.parametrize("attached", [True, False])
@pytest.mark.parametrize("follows", [True, False])
def test_a_session_that_was_told_counts_neither_way(
    loop: Loop, attached: bool, follows: bool
) -> None:
    """Whether it followed or not, and whether or not the transcript shows that it was told."""
    last = loop.shell("make gen" if follows else "make lint")
    said = loop.play(TOLD, loop.edit("registry/x.json"), last, attached=attached)
    assert "`make gen`" in said[0]
    assert loop.gained() == (0, 0)


def test_without_any_record_of_the_telling_the_session_would_count(loop: Loop) -> None:
    """So the test above tests something: the ledger is what keeps the session out."""
    loop.play(TOLD, loop.edit("registry/x.json"), loop.shell("make gen"), attached=False)
    (loop.world.folder / "sessions" / f"{name_of(TOLD)}.jsonl").unlink()
    assert loop.gained() == (1, 1)


def test_a_control_session_counts_and_carries_its_arm(loop: Loop) -> None:
    said = loop.play(CONTROL, loop.edit("registry/x.json"), loop.shell("make gen"), share="1")
    assert said == ["", ""]
    assert loop.gained() == (1, 1)


@pytest.mark.parametrize("attached", [True, False])
def test_a_telling_is_weighed_once_wherever_it_is_recorded(loop: Loop, attached: bool) -> None:
    steps = [loop.shell("make gen"), loop.shell("ls"), loop.shell("ls")]
    loop.play(TOLD, loop.edit("registry/x.json"), *steps, attached=attached)
    found = loop.learn()
    assert (found["k_follow"], found["n_follow"]) == ((1, 1) if attached else (0, 0))
    assert (found["k_self"], found["n_self"]) == (loop.before["k_self"], loop.before["n_self"])


def test_a_lost_ledger_leaves_what_the_transcripts_show(loop: Loop) -> None:
    loop.play(TOLD, loop.edit("registry/x.json"), loop.shell("make lint"), loop.shell("ls"))
    (loop.world.folder / "sessions" / f"{name_of(TOLD)}.jsonl").unlink()
    found = loop.learn()
    assert (found["k_follow"], found["n_follow"], found["ledger"]) == (0, 1, [0, 0, 0, 0])
    assert (found["k"], found["n"]) == (loop.before["k"], loop.before["n"])


def test_a_control_session_without_a_transcript_still_tells_what_agents_do(loop: Loop) -> None:
    steps = [loop.shell("make gen"), loop.shell("ls"), loop.shell("ls")]
    loop.play(CONTROL, loop.edit("registry/x.json"), *steps, share="1")
    (loop.projects / f"{name_of(CONTROL)}.jsonl").unlink()
    found = loop.learn()
    assert found["ledger"] == [0, 0, 1, 1]
    assert found["n_self"] == loop.before["n_self"] + 1


def test_explaining_a_reflex_names_both_sources(loop: Loop) -> None:
    steps = [loop.shell("make gen"), loop.shell("ls"), loop.shell("ls")]
    loop.play(TOLD, loop.edit("registry/x.json"), *steps)
    done = loop.adage("learn", "--explain", loop.before["id"])
    assert (
        "told: taken in 1 of 1; 1 of 1 by the hook's ledger, 0 of 0 by transcripts" in done.stdout
    )


def test_a_rewritten_command_is_learned_as_what_ran(loop: Loop) -> None:
    """The transcript keeps the command that was written; the journal knows the one that ran."""
    edit = [0, "python3", ".venv/bin/python"]
    loop.session(TOLD, PROMPT, loop.shell("python3 -m pytest -q"), day=28)
    memory = loop.world.folder / "sessions" / f"{name_of(TOLD)}.jsonl"
    about = {"id": "interpreter", "kind": "rewrite", "n": "abc", "arm": "treated", "p": 0.9,
             "route": "sh:.venv/bin/python -m pytest"}  # fmt: skip
    journal = [{"call": f"toolu_{TOLD}_1", "edits": [edit]}]
    append(str(memory), {"t": 1, "e": "PreToolUse", "j": journal, "d": [about]}, 200)
    done = loop.adage("traces", "--export", "csv")
    assert "sh:.venv/bin/python -m pytest" in done.stdout
    assert "sh:python3" not in done.stdout

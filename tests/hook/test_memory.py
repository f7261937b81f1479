"""A session's memory: many hooks at once, hooks that are killed, lines that are damaged."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from adage.hook.memory import fold
from adage.hook.session import Busy, append, read, records
from tests.hook.world import ENTRY, GEN, TREATED, World

KILLS = int(os.environ.get("ADAGE_KILLS", "40"))
AT_ONCE = 50
LIMIT = 1 << 20


def sent(world: World, number: int, session: str) -> int:
    event = world.event(
        "PostToolBatch", session, tool_calls=[world.edit(f"registry/{number}.json")]
    )
    return world.run(json.dumps(event).encode(), "post-tool-batch").returncode


def test_fifty_hooks_at_once_on_one_session_lose_no_line(world: World) -> None:
    world.seal(GEN)
    with ThreadPoolExecutor(AT_ONCE) as pool:
        codes = list(pool.map(lambda n: sent(world, n, TREATED), range(AT_ONCE)))
    assert codes == [0] * AT_ONCE
    edited = sorted(record["s"][0][1] for record in world.records())
    assert edited == sorted(f"registry/{number}.json" for number in range(AT_ONCE))


def test_fifty_hooks_at_once_on_fifty_sessions_lose_no_line(world: World) -> None:
    world.seal(GEN)
    names = [f"session-{number}" for number in range(AT_ONCE)]
    with ThreadPoolExecutor(AT_ONCE) as pool:
        list(pool.map(lambda n: sent(world, n, names[n]), range(AT_ONCE)))
    assert [len(world.records(name)) for name in names] == [1] * AT_ONCE


WRITER = """
import sys
from adage.hook.session import append
number = 0
while True:
    append(sys.argv[1], {"n": number, "fill": "x" * 900}, 2000)
    print(number, flush=True)
    number += 1
"""


def test_a_killed_hook_loses_the_line_it_was_writing_and_no_other(tmp_path: Path) -> None:
    """Each time: the writer is killed, what it said it had written is there, the next one works."""
    dice = random.Random(3)
    file = tmp_path / "s.jsonl"
    for _ in range(KILLS):
        writer = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(file)], stdout=subprocess.PIPE, text=True
        )
        assert writer.stdout is not None
        writer.stdout.readline()
        time.sleep(dice.random() * 0.004)
        writer.send_signal(signal.SIGKILL)
        confirmed = [0, *map(int, writer.stdout.read().splitlines())]
        writer.wait()
        writer.stdout.close()
        append(str(file), {"after": 1}, 2000)
        content = file.read_bytes()
        found = records(content)
        assert [r["n"] for r in found if "n" in r][: len(confirmed)] == confirmed
        assert found[-1] == {"after": 1}
        assert len(content.split(b"\n")) - 1 - len(found) <= 1
        file.unlink()


def test_killed_hooks_leave_the_next_one_working(world: World) -> None:
    """Whole hook processes, killed at a random moment of their short life."""
    world.seal(GEN)
    dice = random.Random(9)
    for number in range(KILLS):
        event = world.event("PostToolBatch", tool_calls=[world.edit(f"registry/{number}.json")])
        hook = subprocess.Popen(
            [sys.executable, "-I", "-c", ENTRY, "claude", "post-tool-batch"],
            stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, env=world.environ(),
        )  # fmt: skip
        assert hook.stdin is not None
        hook.stdin.write(json.dumps(event).encode())
        hook.stdin.close()
        time.sleep(dice.random() * 0.03)
        hook.kill()
        hook.wait()
    before = len(world.records()) if (world.folder / "sessions").exists() else 0
    assert sent(world, 999, TREATED) == 0
    assert len(world.records()) == before + 1


def test_a_torn_tail_is_closed_off_by_the_next_line(tmp_path: Path) -> None:
    file = tmp_path / "s.jsonl"
    append(str(file), {"n": 1}, 200)
    with file.open("ab") as torn:
        torn.write(b'{"n": 2, "cut": "he')
    append(str(file), {"n": 3}, 200)
    assert [record["n"] for record in read(str(file), LIMIT) or []] == [1, 3]


def test_a_locked_file_is_waited_for_and_then_left(tmp_path: Path) -> None:
    import fcntl

    file = tmp_path / "s.jsonl"
    append(str(file), {"n": 1}, 200)
    with file.open("rb") as holder:
        fcntl.flock(holder, fcntl.LOCK_EX)
        with pytest.raises(Busy):
            append(str(file), {"n": 2}, 20)


def test_a_memory_that_grew_too_large_brings_silence(tmp_path: Path) -> None:
    file = tmp_path / "s.jsonl"
    append(str(file), {"n": "x" * 300}, 200)
    assert read(str(file), 100) is None


def test_records_of_another_form_change_nothing() -> None:
    odd: list[dict[str, Any]] = [
        {"e": 1},
        {"e": "PostToolBatch", "s": "x"},
        {"e": "PostToolBatch", "s": [1, [], ["e"]]},
        {"d": [1, {"id": 2}]},
        {"cards": 3},
        {"e": "UserPromptSubmit"},
    ]
    memory = fold(odd)
    assert (memory.batch, memory.shown, memory.events.events) == (2, 0, [])


def test_a_line_stays_short_whatever_the_batch_holds(world: World) -> None:
    world.seal(GEN)
    calls = [world.edit(f"registry/{'x' * 200}/{n}.json") for n in range(300)]
    world.batch(*calls)
    file = world.folder / "sessions" / f"{TREATED}.jsonl"
    assert max(map(len, file.read_bytes().splitlines())) < 4096

"""What a hook costs, against the interpreter it runs on: instructions counted by callgrind.

    ./do bench -k hook          needs valgrind; prints each event's share of `python -c pass`

Instructions repeat exactly, so they are asserted. Wall-clock pairs are printed and, with
ADAGE_WALL=1, asserted too: they hold on an idle machine only.
"""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from adage.embed import bundled_path, open_table
from adage.hook.decide import Answer
from adage.hook.sealed import Sealed
from adage.hook.session import Session
from adage.records import Reflex
from tests.hook.test_entry import events
from tests.hook.world import ENTRY, NAMES, TREATED, World, reflex

pytestmark = pytest.mark.skipif(not shutil.which("valgrind"), reason="valgrind is not installed")
# The most that an event may cost, in `python -c pass`, with 300 and with 3,000 reflexes.
MOST = {300: 1.5, 3000: 1.8}
MOST_PROMPT = 3.5
MOST_WALL, MOST_WALL_PROMPT = 1.6, 3.5
CENTRES, WORDS, PAIRS = 200, 128, 40
LONG = (100, 400, 1600)


def reflexes(count: int) -> list[Reflex]:
    """As many reflexes, of the shapes and in the lengths that the learner gives."""
    made = [reflex("avoid", ["sh:python3 -m pytest!"], ["sh:.venv/bin/python -m pytest"],
                   command=".venv/bin/python -m pytest -q")]  # fmt: skip
    for i in range(count // 3):
        source, notes = f"edit:src/part{i}/*.py", f"edit:docs/part{i}/*.md"
        check = f"sh:make check-part{i}"
        made.append(reflex("run", [source, notes], [check]))
        made.append(reflex("obligation", [source], [check]))
        made.append(reflex("advise", [source, check], [f"sh:git diff --stat part{i}"]))
    return made[:count]


def instructions(words: list[str], content: bytes, environ: dict[str, str], folder: Path) -> int:
    """The instructions that one process executes."""
    out = folder / "callgrind.out"
    subprocess.run(
        ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", *words], input=content,
        env={**environ, "PYTHONHASHSEED": "0"}, cwd=folder, capture_output=True, check=True,
    )  # fmt: skip
    found = re.search(r"^(?:summary|totals): (\d+)", out.read_text(), re.MULTILINE)
    assert found
    return int(found[1])


def hook_words(name: str) -> list[str]:
    return [sys.executable, "-I", "-c", ENTRY, "claude", NAMES[name]]


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> int:
    """The instructions of `python -c pass`."""
    folder = tmp_path_factory.mktemp("bare")
    return instructions([sys.executable, "-c", "pass"], b"", dict(os.environ), folder)


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path)


@pytest.mark.parametrize("count", MOST)
def test_an_event_costs_little_more_than_the_interpreter(
    world: World, bare: int, count: int
) -> None:
    world.seal(*reflexes(count))
    shares = {}
    for name, event in events(world).items():
        event["tool_calls"] = [*event.get("tool_calls", ()), world.edit("src/part3/a.py"),
                               world.reading("src/part3/b.py")]  # fmt: skip
        world.hook(event)  # the bytecode is written and the session exists
        content = json.dumps(event).encode()
        spent = instructions(hook_words(name), content, world.environ(), world.root)
        shares[name] = round(spent / bare, 3)
    print(f"\n{count} reflexes, in `python -c pass` ({bare / 1e6:.1f} M instructions): {shares}")
    assert max(shares.values()) <= MOST[count]


def remember(world: World, batches: int) -> bytes:
    """The memory of a session of so many batches of three steps, all after one prompt.

    It ends right before the next checkpoint, which makes the event that follows the dearest one.
    """
    file = world.folder / "sessions" / f"{TREATED}.jsonl"
    index = Sealed(str(world.folder / "index.sealed"))
    content, sums = b"", 0
    for i in range(batches + 400):
        steps = [["s", [f"sh:make check-part{i % 9}"], 1, 1, f"mark{i:04}"],
                 ["e", f"src/part{i % 20}/a{i % 11}.py"], ["r", f"src/b{i % 150}.py"]]  # fmt: skip
        answer = Answer({"e": "PostToolBatch", "s": steps})
        session = Session(str(file), index.settings)
        session.records()
        session.keep(answer, Answer, {"t": i, "g": index.generation}, {})
        grown = file.read_bytes()
        if i >= batches and grown.count(b'{"e":"Memory"') > sums:
            break
        content, sums = grown, grown.count(b'{"e":"Memory"')
    index.close()
    return content


@pytest.mark.parametrize("batches", LONG)
def test_a_long_session_costs_little_more(world: World, bare: int, batches: int) -> None:
    """The memory that is read at each event, and at the dearest one summed up anew."""
    world.seal(*reflexes(300))
    file = world.folder / "sessions" / f"{TREATED}.jsonl"
    content, shares = remember(world, batches), {}
    world.hook(events(world)["PostToolBatch"])  # the bytecode is written
    for name in ("PostToolBatch", "Stop"):
        file.write_bytes(content)
        event = json.dumps(events(world)[name]).encode()
        spent = instructions(hook_words(name), event, world.environ(), world.root)
        shares[name] = round(spent / bare, 3)
    print(f"\nafter {batches} batches: {shares}")
    assert max(shares.values()) <= MOST[300]


def prompt_index(world: World) -> dict[str, Any]:
    """An index with centres of families, and a prompt as long as is ever compared."""
    table, dice = open_table(bundled_path()), random.Random(1)
    rows = bytearray()
    families = []
    for i in range(CENTRES):
        row = [dice.randrange(-127, 128) for _ in range(table.dims)]
        rows += bytes(each % 256 for each in row)
        norm = sum(each * each for each in row) ** 0.5
        family = {"id": f"f{i}", "row": i, "norm": norm, "threshold": 0.5, "strength": "prime"}
        families.append({**family, "k": 5, "n": 6, "steps": ["sh:make a"], "command": "make a"})
    world.seal(*reflexes(300), families=families, vectors=bytes(rows))
    text = ("please update src/app.py so that the failing login test for W-1041 passes "
            "and regenerate the schema documentation afterwards ")  # fmt: skip
    prompt = " ".join((text * 10).split()[:WORDS])
    return world.event("UserPromptSubmit", prompt=prompt)


def test_a_prompt_with_tokenizer_embedding_and_200_centres(world: World, bare: int) -> None:
    event = prompt_index(world)
    world.hook(event)
    content = json.dumps(event).encode()
    spent = instructions(hook_words("UserPromptSubmit"), content, world.environ(), world.root)
    print(f"\nprompt of {WORDS} words, {CENTRES} centres: {spent / bare:.3f}")
    assert spent / bare <= MOST_PROMPT


def seconds(words: list[str], content: bytes, environ: dict[str, str]) -> float:
    started = time.perf_counter()
    subprocess.run(words, input=content, env=environ, capture_output=True, check=True)
    return time.perf_counter() - started


def test_interleaved_pairs_of_wall_clock(world: World) -> None:
    world.seal(*reflexes(300))
    ratios = {}
    for name in ("PostToolBatch", "UserPromptSubmit"):
        event = prompt_index(world) if name == "UserPromptSubmit" else events(world)[name]
        content, environ = json.dumps(event).encode(), world.environ()
        found = []
        for number in range(PAIRS):
            content = json.dumps({**event, "session_id": f"s{number}"}).encode()
            plain = seconds([sys.executable, "-c", "pass"], b"", environ)
            found.append(seconds(hook_words(name), content, environ) / plain)
        ordered = sorted(found)
        ratios[name] = round(statistics.median(found), 2)
        print(f"\n{name}: median {ratios[name]}, p95 {ordered[int(PAIRS * 0.95)]:.2f}")
    if os.environ.get("ADAGE_WALL") == "1":
        assert ratios["PostToolBatch"] <= MOST_WALL
        assert ratios["UserPromptSubmit"] <= MOST_WALL_PROMPT

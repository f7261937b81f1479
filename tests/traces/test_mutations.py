"""Damaged transcripts: whatever happens to one file costs that file only.

Each mutation cuts, splices, shuffles, flips, removes or retypes parts of a transcript and reads it
beside an untouched one. ADAGE_MUTATIONS sets how many are tried for each harness.
"""

import json
import os
import random
import signal
from pathlib import Path

import pytest

from adage.settings import Settings
from adage.traces import read_paths, sample_places
from adage.traces.normalise import to_trace

TRIES = int(os.environ.get("ADAGE_MUTATIONS", "150"))
LIMIT_S = 20
ODD = [None, True, -1, 1e308, "", "\x00", [], {}, [[]], {"type": 1}, "\ud83d", "x" * 5000, 10**30]


def sample_files(harness: str) -> list[Path]:
    """The sample's transcripts of one harness, smallest first."""
    places, _ = sample_places()
    folder = {"claude": places.claude, "codex": places.codex, "opencode": places.opencode}[harness]
    pattern = "*.json" if harness == "opencode" else "*.jsonl"
    found = [p for p in folder.rglob(pattern) if "subagents" not in p.parts]
    return sorted(found, key=lambda p: (p.stat().st_size, p.name))


def cut(data: bytes, draw: random.Random) -> bytes:
    return data[: draw.randrange(len(data) + 1)]


def drop_middle(data: bytes, draw: random.Random) -> bytes:
    a, b = sorted(draw.randrange(len(data) + 1) for _ in range(2))
    return data[:a] + data[b:]


def flip(data: bytes, draw: random.Random) -> bytes:
    changed = bytearray(data)
    for _ in range(draw.randint(1, 12)):
        if changed:
            changed[draw.randrange(len(changed))] = draw.randrange(256)
    return bytes(changed)


def shuffle(data: bytes, draw: random.Random) -> bytes:
    lines = data.split(b"\n")
    draw.shuffle(lines)
    return b"\n".join(lines)


def repeat(data: bytes, draw: random.Random) -> bytes:
    lines = data.split(b"\n")
    at = draw.randrange(len(lines))
    return b"\n".join(lines[:at] + lines[at : at + 3] * draw.randint(2, 5) + lines[at:])


def glue(data: bytes, draw: random.Random) -> bytes:
    return data.replace(b"\n", b"", draw.randint(1, 3))


def nuls(data: bytes, draw: random.Random) -> bytes:
    at = draw.randrange(len(data) + 1)
    return data[:at] + b"\x00" * draw.randint(1, 600) + data[at:]


def retype(data: bytes, draw: random.Random) -> bytes:
    """Replace, remove or rename one field somewhere in one record."""
    lines = data.split(b"\n") if b"\n{" in data else [data]
    at = draw.randrange(len(lines))
    try:
        record = json.loads(lines[at])
    except ValueError:
        return data
    node = record
    for _ in range(draw.randint(0, 5)):
        inner = list(node.values()) if isinstance(node, dict) else node
        deeper = [v for v in inner if isinstance(v, (dict, list)) and v]
        if not deeper:
            break
        node = draw.choice(deeper)
    if isinstance(node, dict) and node:
        key = draw.choice(sorted(node))
        value = node.pop(key)
        if draw.random() < 0.7:
            node[key] = draw.choice(ODD)
        elif draw.random() < 0.5:
            node[key + "x"] = value
    elif isinstance(node, list) and node:
        node[draw.randrange(len(node))] = draw.choice(ODD)
    lines[at] = json.dumps(record).encode()
    return b"\n".join(lines)


MUTATIONS = [cut, drop_middle, flip, shuffle, repeat, glue, nuls, retype, retype, retype]


class TooSlow(Exception):
    """One reading took longer than its limit."""


def stop(_signal, _frame):
    raise TooSlow


@pytest.mark.parametrize("harness", ["claude", "codex"])
def test_a_damaged_transcript_costs_itself_and_its_neighbour_nothing(harness, tmp_path):
    files = sample_files(harness)
    neighbour, victims = files[0], files[1:6]
    folder = tmp_path / "projects" / "-home-ann-app" if harness == "claude" else tmp_path
    folder.mkdir(parents=True, exist_ok=True)
    beside = folder / neighbour.name
    beside.write_bytes(neighbour.read_bytes())
    (alone,) = read_paths([tmp_path]).sessions
    signal.signal(signal.SIGALRM, stop)
    for seed in range(TRIES):
        draw = random.Random(f"{harness}-{seed}")
        victim = draw.choice(victims)
        data = victim.read_bytes()
        for _ in range(draw.randint(1, 3)):
            data = draw.choice(MUTATIONS)(data, draw)
        (folder / victim.name).write_bytes(data)
        signal.alarm(LIMIT_S)
        try:
            reading = read_paths([tmp_path])
            for session in reading.sessions:
                to_trace(session, session.cwd, Settings())
        finally:
            signal.alarm(0)
        kept = [s for s in reading.sessions if s.path == str(beside)]
        assert kept == [alone], f"seed {seed} changed the neighbour"
        (folder / victim.name).unlink()


def test_a_damaged_opencode_tree_never_stops_the_reading(tmp_path):
    places, _ = sample_places()
    tree = [p for p in places.opencode.rglob("*.json") if p.is_file()]
    contents = {p.relative_to(places.opencode): p.read_bytes() for p in tree}
    for path, data in contents.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(data)
    signal.signal(signal.SIGALRM, stop)
    for seed in range(TRIES):
        draw = random.Random(f"opencode-{seed}")
        path = draw.choice(sorted(contents))
        data = contents[path]
        for _ in range(draw.randint(1, 3)):
            data = draw.choice(MUTATIONS)(data, draw)
        (tmp_path / path).write_bytes(data)
        signal.alarm(LIMIT_S)
        try:
            for session in read_paths([tmp_path]).sessions:
                to_trace(session, session.cwd, Settings())
        finally:
            signal.alarm(0)
        (tmp_path / path).write_bytes(contents[path])

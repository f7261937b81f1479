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
# Where the three harnesses keep what a tool was called with and what came of it.
GIVEN = {"input", "arguments", "action", "item", "state", "content", "output", "toolUseResult"}
GIVEN_NAMES = [f'"{name}"'.encode() for name in sorted(GIVEN)]
OTHER = {"claude": "codex", "codex": "claude"}
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


def retype_given(data: bytes, draw: random.Random) -> bytes:
    """Give what a tool was called with, or one field of it, another type."""
    lines = data.split(b"\n") if b"\n{" in data else [data]
    places = [at for at, line in enumerate(lines) if any(name in line for name in GIVEN_NAMES)]
    if not places:
        return data
    at = draw.choice(places)
    try:
        record = json.loads(lines[at])
    except ValueError:
        return data
    owners = [node for node in nodes_of(record) if GIVEN & node.keys()]
    if not owners:
        return data
    owner = draw.choice(owners)
    name = draw.choice(sorted(GIVEN & owner.keys()))
    given = owner[name]
    if isinstance(given, dict) and given and draw.random() < 0.8:
        given[draw.choice(sorted(given))] = draw.choice(ODD)
    else:
        owner[name] = draw.choice(ODD)
    lines[at] = json.dumps(record).encode()
    return b"\n".join(lines)


def nodes_of(value):
    """Every object inside a JSON value."""
    waiting = [value]
    while waiting:
        node = waiting.pop()
        if isinstance(node, dict):
            yield node
        if isinstance(node, (dict, list)):
            waiting += node.values() if isinstance(node, dict) else node


def splice(data: bytes, other: bytes, draw: random.Random) -> bytes:
    """The head of one file and the tail of another, cut between lines or within one."""
    if draw.random() < 0.5:
        return cut(data, draw) + other[draw.randrange(len(other) + 1) :]
    head, tail = data.split(b"\n"), other.split(b"\n")
    return b"\n".join(head[: draw.randrange(len(head) + 1)] + tail[draw.randrange(len(tail)) :])


MUTATIONS = [
    cut, drop_middle, flip, shuffle, repeat, glue, nuls, retype, retype, retype, retype_given,
    retype_given,
]  # fmt: skip


def mutated(data: bytes, others: list[bytes], draw: random.Random) -> bytes:
    """One to three mutations of a file; now and then the file is swapped for another one's."""
    if draw.random() < 0.1:
        data = splice(data, draw.choice(others), draw)
    for _ in range(draw.randint(1, 3)):
        data = draw.choice(MUTATIONS)(data, draw)
    return data


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
    others = [path.read_bytes() for path in [*victims, sample_files(OTHER[harness])[0]]]
    signal.signal(signal.SIGALRM, stop)
    for seed in range(TRIES):
        draw = random.Random(f"{harness}-{seed}")
        victim = draw.choice(victims)
        (folder / victim.name).write_bytes(mutated(victim.read_bytes(), others, draw))
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
        (tmp_path / path).write_bytes(mutated(contents[path], list(contents.values()), draw))
        signal.alarm(LIMIT_S)
        try:
            for session in read_paths([tmp_path]).sessions:
                to_trace(session, session.cwd, Settings())
        finally:
            signal.alarm(0)
        (tmp_path / path).write_bytes(contents[path])

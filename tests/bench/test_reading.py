"""How fast and in how much memory transcripts are read: ratios of CPU time, and peaks.

Run with: ./do bench. The shared corpus is read where it is beside the project, else the sample.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from adage.traces import sample_places
from adage.traces.cache import Cache
from adage.traces.dedupe import gather
from adage.traces.discover import Source, is_claude_transcript, walk
from adage.traces.draft import want_all
from adage.traces.gathering import gather_drafts
from adage.traces.sharing import paused_collector
from tests.conftest import SHARED

ROUNDS = 5


def claude_sources() -> list[Source]:
    corpus = SHARED / "corpus" / "claude"
    top = corpus if corpus.is_dir() else sample_places()[0].claude
    return [Source(p, "claude") for p in sorted(walk(top)) if is_claude_transcript(p)]


def cpu(work: Callable[[], Any]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started


def decode(sources: list[Source]) -> None:
    for source in sources:
        for line in source.path.read_bytes().split(b"\n"):
            try:
                json.loads(line)
            except ValueError:
                continue


@paused_collector()
def read(sources: list[Source], cache: Path | None = None) -> None:
    opened = Cache(cache) if cache else None
    gather(gather_drafts(sources, want_all, None, opened)[0])


MEASURE = """
import sys
from pathlib import Path
from tests.bench.test_reading import claude_sources, cpu, decode, read
sources, cache = claude_sources(), Path(sys.argv[2])
print(cpu({
    "decode": lambda: decode(sources),
    "cold": lambda: read(sources[1:], cache),
    "warm": lambda: read(sources[1:], cache),
    "one more": lambda: read(sources, cache),
}[sys.argv[1]]))
"""


def seconds(work: str, cache: Path) -> float:
    """CPU seconds of the work in a process of its own, which knows nothing from before."""
    command = [sys.executable, "-c", MEASURE, work, str(cache)]
    root = Path(__file__).parents[2]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=root)
    return float(done.stdout)


def test_reading_beside_only_decoding_the_same_lines(tmp_path: Path) -> None:
    """The best of interleaved rounds: what else the machine does can only add to the time."""
    rows: dict[str, list[float]] = {"decode": [], "cold": [], "warm": [], "one more": []}
    for number in range(ROUNDS):
        for work, found in rows.items():
            found.append(seconds(work, tmp_path / f"{number}.jsonl"))
    best = {name: min(times) for name, times in rows.items()}
    ratios = {
        "cold / decode": best["cold"] / best["decode"],
        "warm / cold": best["warm"] / best["cold"],
        "one session more / cold": best["one more"] / best["cold"],
    }
    print(
        f"\n{len(claude_sources())} files; " + ", ".join(f"{k} {v:.3f}" for k, v in ratios.items())
    )
    assert ratios["cold / decode"] <= 2.5
    assert ratios["warm / cold"] <= 0.05
    assert ratios["one session more / cold"] <= 0.10


HUGE = """
import sys
from pathlib import Path
from adage.traces import read_paths
reading = read_paths([Path(sys.argv[1])])
# Not ru_maxrss: that of a child begins at its parent's.
status = Path("/proc/self/status").read_text().split()
print(sum(len(s.calls) for s in reading.sessions), int(status[status.index("VmHWM:") + 1]) // 1024)
"""


def measured(path: Path) -> tuple[int, int]:
    """(calls read, peak memory in MB) of a process that reads `path`."""
    done = subprocess.run(
        [sys.executable, "-c", HUGE, str(path)], capture_output=True, text=True, check=True
    )
    calls, peak = done.stdout.split()
    return int(calls), int(peak)


def session_lines(name: str, calls: int, output: str) -> list[str]:
    common = {"sessionId": name, "cwd": "/home/ann/app", "version": "2.1.220",
              "isSidechain": False, "parentUuid": None}  # fmt: skip
    at = "2026-06-01T09:00:00.000Z"
    asked = {"role": "user", "content": f"do the work of {name}"}
    lines = [common | {"type": "user", "uuid": f"{name}-p", "timestamp": at, "message": asked}]
    for i in range(calls):
        use = {"type": "tool_use", "id": f"toolu_{name}_{i:06d}", "name": "Bash",
               "input": {"command": f"make step-{i % 40}"}}  # fmt: skip
        done = {"type": "tool_result", "tool_use_id": use["id"], "content": output}
        lines.append(common | {"type": "assistant", "uuid": f"{name}-a{i}", "timestamp": at,
                               "message": {"id": f"m{name}{i}", "role": "assistant",
                                           "content": [use]}})  # fmt: skip
        lines.append(common | {"type": "user", "uuid": f"{name}-r{i}", "timestamp": at,
                               "message": {"role": "user", "content": [done]}})  # fmt: skip
    return [json.dumps(line) for line in lines]


def test_a_huge_session_file_is_read_in_bounded_memory(tmp_path: Path) -> None:
    path = tmp_path / "11111111-2222-4333-8444-555555555555.jsonl"
    with path.open("w") as file:
        lines = session_lines(path.stem, 1700, "x" * 100_000)
        long = json.loads(lines[-1])
        long["uuid"] = "long"
        long["message"]["content"][0]["content"] = "y" * 25_000_000
        file.writelines(line + "\n" for line in [*lines[:500], json.dumps(long), *lines[500:]])
    calls, peak = measured(path)
    print(f"\n{path.stat().st_size // 1_000_000} MB file: {calls} calls, peak {peak} MB")
    assert calls == 1700
    assert peak < 400


@pytest.mark.parametrize("sessions", [5000])
def test_many_sessions_are_read_in_bounded_memory(sessions: int, tmp_path: Path) -> None:
    for number in range(sessions):
        name = f"{number:08d}-2222-4333-8444-555555555555"
        lines = session_lines(name, 500, "ok")
        (tmp_path / f"{name}.jsonl").write_text("\n".join(lines) + "\n")
    calls, peak = measured(tmp_path)
    print(f"\n{sessions} sessions of 500 steps: {calls} calls, peak {peak} MB")
    assert calls == sessions * 500
    assert peak < 1000

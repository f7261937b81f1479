"""Prints how faithful reading is: every known case, every corpus folder, and counts made twice.

    python tools/check_reading.py [cases|folders|counts] [SHARED]

In: the shared corpus and recordings (beside the project, or SHARED). Out: tab-separated tables on
standard output; the exit code is 1 when a case differs without an argument why it may.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from reading.raw_counts import count_raw

from adage.records import Call, Reading
from adage.settings import Settings
from adage.traces import read_paths
from adage.traces.known_types import UNKNOWN
from adage.traces.normalise import to_trace
from tests.conftest import SHARED
from tests.traces.client_log import ARGUED, run_of, transcripts
from tests.traces.test_client_runs import said
from tests.traces.test_edge import CHECKS

DIFFERS = "DIFFERS"
AGENTS = ("claude", "codex", "opencode", "opencode_derived")


def cases(shared: Path) -> Iterator[tuple[str, ...]]:
    """Every edge file and every recorded run: case, expected, got, and what there is to say."""
    yield "case", "expected", "got", "verdict"
    edge = shared / "corpus" / "edge"
    expected = _expectations(edge / "EXPECT.tsv")
    for name, check in CHECKS.items():
        reading = read_paths([edge / name])
        try:
            check(reading)
            verdict = "same"
        except AssertionError:
            verdict = DIFFERS
        yield name, _expected_of(name, expected), _in_words(reading), verdict
    for folder in sorted((shared / "clients" / "runs").iterdir()):
        if found := transcripts(folder):
            told, read = run_of(folder), said(read_paths(found), folder)
            verdict = "same" if told == read else ARGUED.get(folder.name, DIFFERS)
            yield f"runs/{folder.name}", _run_in_words(told), _run_in_words(read), verdict


def folders(shared: Path) -> Iterator[tuple[str, ...]]:
    """One row for each repository of the corpus."""
    yield (
        "repository", "files", "sessions", "sub-agents", "turns", "calls", "steps", "failed",
        "left out as damaged or unknown", "duplicates",
    )  # fmt: skip
    for agent in AGENTS:
        for folder in sorted((shared / "corpus" / agent).iterdir()):
            yield (f"{agent}/{folder.name}", *_folder_row(read_paths([folder])))


def counts(shared: Path) -> Iterator[tuple[str, ...]]:
    """Every real transcript whose calls, failures and turns were counted twice, by other code."""
    yield "file", "calls raw", "calls read", "failed raw", "failed read", "turns raw", "turns read"
    for agent in AGENTS[:3]:
        for path in sorted((shared / "corpus" / agent).rglob("*.json*")):
            if (raw := count_raw(agent, path)) is not None:
                read = _counted(read_paths([path]))
                pairs = [str(n) for pair in zip(raw, read, strict=True) for n in pair]
                name = str(path.relative_to(shared / "corpus"))
                yield (name, *pairs, "same" if raw == read else DIFFERS)


def _counted(reading: Reading) -> tuple[int, int, int]:
    calls = [call for session in reading.sessions for call in session.calls]
    turns = {(s.id, call.turn) for s in reading.sessions for call in s.calls}
    return len(calls), sum(_has_failed(call) for call in calls), len(turns)


def _has_failed(call: Call) -> bool:
    return call.tool == "shell" and call.outcome in ("failed", "timeout")


def _folder_row(reading: Reading) -> tuple[str, ...]:
    steps = failed = 0
    for session in reading.sessions:
        trace = to_trace(session, session.cwd, Settings())
        steps += len(trace.steps)
        failed += sum(step.ok is False for step in trace.steps)
    calls, _, turns = _counted(reading)
    main = sum(session.id == session.root or not session.agent for session in reading.sessions)
    numbers = (len(reading.files), main, len(reading.sessions) - main, turns, calls, steps, failed)
    lost = sum((Counter(file.skipped) for file in reading.files), Counter())
    for file in reading.files:
        lost.update({k: n for k, n in file.ignored.items() if k.startswith(UNKNOWN)})
    return (*map(str, numbers), _listed(lost), _listed(Counter(reading.duplicates)))


def _listed(found: Counter[str]) -> str:
    return "; ".join(f"{name} {number}" for name, number in sorted(found.items())) or "none"


def _expectations(path: Path) -> dict[str, str]:
    rows = (row.split("\t") for row in path.read_text(encoding="utf-8").splitlines()[1:])
    return {row[0]: row[-1] for row in rows}


def _expected_of(name: str, expected: dict[str, str]) -> str:
    for listed, words in expected.items():
        if Path(name).match(listed.replace("…", "*")) or listed.startswith(name):
            return words
    return ""


def _in_words(reading: Reading) -> str:
    parts = [f"{len(reading.sessions)} sessions"]
    for session in reading.sessions:
        ends = ", ".join(f"{c.tool} {c.outcome}{_code(c.exit_code)}" for c in session.calls)
        parts.append(f"{len(session.prompts)} prompts, calls: {ends or 'none'}")
        parts += [f"{len(session.notes)} notes"] if session.notes else []
    left = sum((Counter(file.skipped) for file in reading.files), Counter())
    parts += [f"left out: {_listed(left)}"] if left else []
    parts += [f"dropped: {_listed(Counter(reading.duplicates))}"] if reading.duplicates else []
    return "; ".join([*parts, *(file.problem for file in reading.files if file.problem)])


def _code(code: int | None) -> str:
    return "" if code is None else f" {code}"


def _run_in_words(run: object) -> str:
    calls = "; ".join(f"{c} {o}{_code(n)}" for _, c, o, n in run.calls)  # type: ignore[attr-defined]
    prompts = " | ".join(run.prompts)  # type: ignore[attr-defined]
    told = " | ".join(sorted(run.contexts))  # type: ignore[attr-defined]
    return f"prompts: {prompts}. calls: {calls}. hooks: {told}"


def main(words: list[str]) -> int:
    """Print the named table, or all three."""
    tables = {"cases": cases, "folders": folders, "counts": counts}
    chosen = [word for word in words if word in tables] or list(tables)
    shared = next((Path(word) for word in words if word not in tables), SHARED)
    has_failed = False
    for name in chosen:
        for row in tables[name](shared):
            print("\t".join(" ".join(cell.split()) for cell in row), flush=True)
            has_failed |= row[-1] == DIFFERS
        print()
    return int(has_failed)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))

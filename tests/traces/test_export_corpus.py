"""An independent process miner counts a real repository's event log as Adage counts it."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from adage.records import Trace
from adage.settings import Settings
from adage.traces.export import export
from adage.traces.normalise import to_trace
from tests.traces.writing import read

pytestmark = pytest.mark.shared


@pytest.fixture(scope="module")
def traces(shared: Path) -> list[Trace]:
    sessions = read(shared / "corpus" / "claude" / "entireio__cli").sessions
    found = [to_trace(session, session.cwd, Settings()) for session in sessions]
    return [trace for trace in found if trace.steps]


@pytest.mark.filterwarnings("ignore")
def test_a_process_miner_finds_the_same_cases_events_and_pairs(
    traces: list[Trace], tmp_path: Path
) -> None:
    pm4py = pytest.importorskip("pm4py", reason="pm4py is not installed")
    path = tmp_path / "log.xes"
    with path.open("w", encoding="utf-8") as out:
        events = export(traces, "xes", out)
    log = pm4py.read_xes(str(path))
    assert len(log) == events == sum(len(trace.steps) for trace in traces)
    assert log["case:concept:name"].nunique() == len(traces)
    keys = [[step.key for step in trace.steps] for trace in traces]
    pairs = Counter(pair for trace in keys for pair in pairwise(trace))
    found, first, last = pm4py.discover_dfg(log)
    assert found == dict(pairs)
    assert first == dict(Counter(trace[0] for trace in keys))
    assert last == dict(Counter(trace[-1] for trace in keys))

"""What the real clients did in the recorded runs is what the reader gives of their transcripts."""

from __future__ import annotations

from pathlib import Path

import pytest

from adage.records import Call, Reading
from tests.conftest import SHARED
from tests.traces.client_log import ARGUED, Run, name_of, run_of, transcripts
from tests.traces.writing import read

pytestmark = pytest.mark.shared
RUNS = sorted(p.name for p in (SHARED / "clients" / "runs").glob("*") if transcripts(p))


def said(reading: Reading, folder: Path) -> Run:
    """A reading in the shape of a run's own log."""
    calls = [_said(call) for session in reading.sessions for call in session.calls]
    prompts = [p.text for session in reading.sessions for p in session.prompts]
    notes = {name_of(note.text, folder) for s in reading.sessions for note in s.notes}
    return Run(sorted(calls), prompts, notes)


def _said(call: Call) -> tuple[str, str, str, int | None]:
    command = call.text if call.tool == "shell" else call.name
    command = "Agent" if command == "Task" else command
    return call.id, command, call.outcome, call.exit_code


@pytest.mark.parametrize("name", RUNS)
def test_a_recorded_run_is_read_as_its_own_log_tells_it(shared: Path, name: str) -> None:
    folder = shared / "clients" / "runs" / name
    told, found = run_of(folder), said(read(*transcripts(folder)), folder)
    assert found.calls == told.calls
    assert found.prompts == told.prompts
    if name not in ARGUED:
        assert found.contexts == told.contexts

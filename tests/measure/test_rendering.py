"""Plays written as real transcripts, read by the real readers, give the steps they were made of."""

import subprocess
import sys
from pathlib import Path

import pytest

from adage.learn.read import read
from adage.measure.generate import generate
from adage.measure.play import REPO, as_reading
from adage.traces import read_paths

ROOT = Path(__file__).resolve().parent.parent.parent
SEED, COUNT = 5, 60


@pytest.fixture(scope="module")
def both(tmp_path_factory, settings):
    """The traces of the same plays from transcripts on disk, and straight from the generator."""
    folder = tmp_path_factory.mktemp("plays")
    command = [sys.executable, str(ROOT / "tools" / "write_plays.py"), str(folder)]
    subprocess.run([*command, str(SEED), str(COUNT)], check=True, capture_output=True)
    written = read(read_paths([folder]), REPO, settings)
    straight = read(as_reading(generate(SEED, COUNT), 0.0), REPO, settings)
    in_order = [sorted(traces, key=lambda t: t.start) for traces in (written, straight)]
    return list(zip(*in_order, strict=True))


def seen(trace):
    """All that the learner looks at in a trace, apart from where it stood in a file."""
    first = trace.steps[0].turn
    return [
        (s.idx, s.call, s.turn - first, s.segment, s.tool, s.key, s.runner, s.effect, s.ok,
         s.paths, s.levels, s.raw if s.tool == "shell" else "")
        for s in trace.steps
    ]  # fmt: skip


def test_every_play_is_read_once_by_the_reader_of_its_harness(both):
    assert len(both) == COUNT
    assert all(written.harness == straight.harness for written, straight in both)
    assert {written.harness for written, _ in both} == {"claude", "codex"}


def test_the_readers_give_the_same_steps_as_the_generator(both):
    for written, straight in both:
        assert seen(written) == seen(straight)


def test_tasks_outcomes_and_directives_are_the_same_too(both):
    for written, straight in both:
        assert written.task == straight.task
        assert written.outcome == straight.outcome
        told = [[(d.pos, d.keys) for d in trace.directives] for trace in (written, straight)]
        assert told[0] == told[1]
    assert any(written.directives for written, _ in both)

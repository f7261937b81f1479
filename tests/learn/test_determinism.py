"""Nothing but the sessions decides what is learned: not their order, nor the Python version."""

import os
import random
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from adage.learn import learn
from adage.measure.generate import generate
from adage.measure.play import REPO, as_reading
from adage.traces import sample_places

ROOT = Path(__file__).resolve().parents[2]
SHUFFLES = 20
LEARNS = """
import sys
from adage.learn import learn
from adage.measure.generate import generate
from adage.measure.play import REPO, as_reading
print(sys.version_info[1], learn(as_reading(generate(7, 30), 1_767_225_600.0), REPO).generation)
"""


@pytest.fixture(scope="module")
def reading():
    return as_reading(generate(7, 30), 1_767_225_600.0)


@pytest.fixture(scope="module")
def generation(reading):
    return learn(reading, REPO).generation


def test_twenty_orders_of_the_sessions_give_one_generation(reading, generation):
    found = set()
    for seed in range(SHUFFLES):
        sessions = list(reading.sessions)
        random.Random(seed).shuffle(sessions)
        found.add(learn(replace(reading, sessions=tuple(sessions)), REPO).generation)
    assert found == {generation}


@pytest.mark.parametrize("workers", [1, 2])
def test_the_number_of_reading_processes_changes_nothing(workers):
    """Learning itself runs in one process; only transcripts are read by several."""
    from adage.traces import read_paths

    paths = [sample_places()[0].claude]
    once = learn(read_paths(paths), "")
    assert learn(read_paths(paths, workers=workers), "").content == once.content


def other_pythons():
    """Interpreters of other versions that can import what the learner needs."""
    for minor in (11, 12, 13, 14):
        found = shutil.which(f"python3.{minor}")
        named = os.environ.get(f"ADAGE_PYTHON_3_{minor}", found or "")
        if named and minor != sys.version_info[1]:
            yield named


def test_another_python_gives_the_same_generation(generation):
    """ADAGE_PYTHON_3_12=/path/to/python names an interpreter that has numpy and scipy."""
    tried = []
    for python in other_pythons():
        done = subprocess.run(
            [python, "-c", LEARNS], capture_output=True, text=True, cwd=ROOT, check=False
        )
        if done.returncode:
            tried.append(f"{Path(python).name}: {done.stderr.strip().splitlines()[-1]}")
            continue
        minor, found = done.stdout.split()
        assert int(minor) != sys.version_info[1]
        assert found == generation
        return
    pytest.skip("; ".join(tried) or "no other Python is installed")

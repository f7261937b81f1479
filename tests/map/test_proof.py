"""The proof: arms from the ledger or the transcripts, numbers from the formulas of page 10."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace

import pytest

from adage.formulas import arm
from adage.records import Directive
from adage.settings import Settings
from adage_map.cast import build_cast
from adage_map.frame import LIT, Frame
from adage_map.layout import lay_out, moves_of
from adage_map.layout_prove import ZERO, hang, height, trials_by_row
from adage_map.proof import Proof, find_proof, trials_of, values_of
from adage_map.stage import Stage
from tests.map.small_run import make_run


@pytest.fixture(scope="module")
def stage() -> Stage:
    return Stage(build_cast(make_run()))


@pytest.fixture(scope="module")
def found(stage: Stage) -> Proof:
    assert stage.cast.proof is not None
    return stage.cast.proof


def frame_of(stage: Stage, name: str) -> Frame:
    names = [move.id for move in moves_of(stage)]
    return lay_out(stage)[names.index(name) + 1]


def test_p_is_what_the_command_line_gives_with_the_same_seed(found: Proof) -> None:
    by_task = {t: [trial for trial in found.trials if trial.task == t] for t in found.tasks}
    tasks = json.dumps(values_of(by_task, found.tasks))
    words = ["calc", "--json", "task_permutation", f"tasks={tasks}", f"seed={found.seed}"]
    done = subprocess.run(
        [sys.executable, "-m", "adage", *words], capture_output=True, text=True, check=True
    )
    told = json.loads(done.stdout)["value"]
    assert told == {"T": found.mean, "hits": found.hits, "p": found.p}


def test_the_board_counts_every_shuffle_once(found: Proof) -> None:
    assert sum(found.histogram.counts) == found.shuffles == 10_000
    assert sum(found.flips.counts) == 2 ** len(found.tasks)


def test_the_ledger_says_which_arm_a_session_is_in(found: Proof) -> None:
    assert len(found.trials) == 18
    assert all(trial.treated == (int(trial.session[-2:]) % 2 == 0) for trial in found.trials)


def test_without_a_ledger_what_was_told_is_treated_and_the_id_says_who_is_control() -> None:
    run = make_run()
    told = {"ann-05", "ann-17"}
    traces = [
        replace(t, directives=(Directive(1, ("sh:make gen",), "r1"),) if t.id in told else ())
        for t in run.traces
    ]
    trials = trials_of(traces, (), Settings())
    tasks = {t.task for t in traces if t.id in told}
    assert {t.session for t in trials if t.treated} == told
    for trial in trials:
        assert trial.task in tasks
        assert trial.treated or arm(trial.session)["control"]


def test_one_arm_alone_proves_nothing() -> None:
    run = make_run()
    assert find_proof(run.traces, (), run.settings) is None
    alone = replace(run, reading=replace(run.reading, ledger=()))
    names = {move.id for move in moves_of(Stage(build_cast(alone)))}
    assert not any(name.startswith("prove/") for name in names)


def test_sessions_stand_at_their_turns(stage: Stage) -> None:
    frame = frame_of(stage, "prove/1")
    for row, trial in trials_by_row(stage).items():
        assert frame.at[row, 1] == pytest.approx(height(stage, trial.turns), abs=1e-4)


def test_fewer_turns_hang_below_the_line(stage: Stage, found: Proof) -> None:
    frame = frame_of(stage, "prove/2")
    for row in stage.rows["task"]:
        d = found.d[stage.things[row].ref]
        assert frame.at[row, 1] == pytest.approx(hang(found, d), abs=1e-4)
        assert (frame.at[row, 1] < ZERO) == (d < 0)


def test_a_shuffle_swaps_sides_within_a_task_only(stage: Stage, found: Proof) -> None:
    before, after = frame_of(stage, "prove/1"), frame_of(stage, "prove/3")
    for row, trial in trials_by_row(stage).items():
        moved = abs(float(before.at[row, 0] - after.at[row, 0])) > 1e-4
        assert moved == (trial.session in found.swapped)
        assert (after.style[row] == LIT) == moved
    for task in found.tasks:
        swapped = [t for t in found.trials if t.task == task and t.session in found.swapped]
        assert sum(t.treated for t in swapped) * 2 == len(swapped)

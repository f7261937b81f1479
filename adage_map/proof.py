"""Proof: the tasks that were done both with Adage and without, and what chance makes of them.

In: a run. Out: a `Proof`, or None while fewer than two tasks have sessions of both arms. An arm is
what the hook's ledger says; where no ledger is read, a session that was told something is treated,
and one that was not, of a task in which others were, is control when its id falls into that share.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from adage.constants import CONTROL_SHARE, MEASURE_SEED, PERMUTATIONS
from adage.formulas import arm, sign_flip, task_differences, task_interval, task_permutation
from adage.formulas.proof import ADAGE, CONTROL, flipped, shuffled
from adage.ledger import SessionLedger
from adage.records import Trace
from adage.settings import Settings

FEWEST_TASKS = 2
BINS = 41


@dataclass(frozen=True, slots=True)
class Trial:
    """One session of a task: with Adage or without, and how many model turns it took."""

    session: str
    task: str
    treated: bool
    turns: int


@dataclass(frozen=True, slots=True)
class Histogram:
    """How often which value came: `edges` are one more than `counts`."""

    edges: tuple[float, ...]
    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Proof:
    """Tasks in the order of their names, with `d[j]` turns more with Adage than without.

    `swapped` are the sessions whose label the first shuffle changed. `left_out` counts tasks of
    which only one arm was seen.
    """

    tasks: tuple[str, ...]
    trials: tuple[Trial, ...]
    left_out: int
    mean: float
    d: tuple[float, ...]
    p: float
    hits: int
    shuffles: int
    seed: int
    histogram: Histogram
    swapped: frozenset[str]
    flip_p: float
    flip_smallest: float
    flips: Histogram
    lower: float
    upper: float


def find_proof(
    traces: Sequence[Trace], ledgers: Sequence[SessionLedger], settings: Settings
) -> Proof | None:
    """The proof by model turns, or None."""
    trials = trials_of(traces, ledgers, settings)
    by_task: dict[str, list[Trial]] = defaultdict(list)
    for trial in trials:
        by_task[trial.task].append(trial)
    whole = sorted(task for task, found in by_task.items() if len({t.treated for t in found}) == 2)
    if len(whole) < FEWEST_TASKS:
        return None
    shuffles, seed = settings[PERMUTATIONS], settings[MEASURE_SEED]
    values = values_of(by_task, whole)
    d = task_differences(values)["d"]
    found = task_permutation(values, shuffles, seed)
    flip, ends = sign_flip(d, seed), task_interval(d, seed=seed)
    kept = tuple(trial for task in whole for trial in by_task[task])
    return Proof(
        tasks=tuple(whole),
        trials=kept,
        left_out=len(by_task) - len(whole),
        mean=found["T"],
        d=tuple(d),
        p=found["p"],
        hits=int(found["hits"]),
        shuffles=shuffles,
        seed=seed,
        histogram=_histogram(shuffled(values, shuffles, seed).tolist(), found["T"]),
        swapped=_swapped(by_task, whole, seed),
        flip_p=flip["p"],
        flip_smallest=flip["smallest"],
        flips=_histogram((flipped(d, seed) / len(d)).tolist(), found["T"]),
        lower=ends["lower"],
        upper=ends["upper"],
    )


def trials_of(
    traces: Sequence[Trace], ledgers: Sequence[SessionLedger], settings: Settings
) -> list[Trial]:
    """Sessions of a person whose arm is known, in a fixed order."""
    arms = {ledger.session: ledger.arm for ledger in ledgers if ledger.arm}
    told = {trace.root for trace in traces if trace.directives}
    tasks = {trace.task for trace in traces if trace.root in told}
    found = []
    for trace in sorted(traces, key=lambda t: (t.start, t.id)):
        if trace.id != trace.root or not trace.steps:
            continue
        side = arms.get(trace.id, "")
        if not side and trace.task in tasks:
            silent = bool(arm(trace.id, settings[CONTROL_SHARE])["control"])
            side = "treated" if trace.id in told else "control" if silent else ""
        if side:
            turns = len({step.turn for step in trace.steps})
            found.append(Trial(trace.id, trace.task, side == "treated", turns))
    return found


def values_of(
    by_task: dict[str, list[Trial]], tasks: Sequence[str]
) -> list[dict[str, list[float]]]:
    """Turns by arm for each task, as the formulas take them."""
    return [
        {
            ADAGE: [float(t.turns) for t in by_task[task] if t.treated],
            CONTROL: [float(t.turns) for t in by_task[task] if not t.treated],
        }
        for task in tasks
    ]


def _swapped(by_task: dict[str, list[Trial]], tasks: Sequence[str], seed: int) -> frozenset[str]:
    """The sessions on the other side after one shuffle within each task."""
    random = np.random.Generator(np.random.PCG64(seed))
    changed = set()
    for task in tasks:
        trials = sorted(by_task[task], key=lambda t: not t.treated)
        told = sum(t.treated for t in trials)
        order = random.random(len(trials)).argsort()
        side = {int(place): rank < told for rank, place in enumerate(order)}
        changed |= {t.session for n, t in enumerate(trials) if side[n] != t.treated}
    return frozenset(changed)


def _histogram(values: Sequence[float], seen: float) -> Histogram:
    """Counts over bins as far to either side as the farthest value or the one that was seen."""
    reach = 1.05 * max(abs(seen), max(map(abs, values), default=0.0), 1e-9)
    counts, edges = np.histogram(values, bins=BINS, range=(-reach, reach))
    return Histogram(tuple(float(e) for e in edges), tuple(int(c) for c in counts))

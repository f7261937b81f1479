"""Read: the sessions of all harnesses become traces, in one order that no input order changes.

In: a `Reading`. Out: traces sorted by (end, id), each with the arm that the ledger has for its
session; a sub-agent's trace carries its parent's task.
Math: site/math/01-reading.md
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from adage.learn.packed import Shelf
from adage.records import Reading, Trace
from adage.settings import Settings
from adage.traces.effects import Rules, load_rules
from adage.traces.normalise import Known, to_trace

Progress = Callable[[int, int], None]


def read(
    reading: Reading,
    repo: str,
    settings: Settings,
    progress: Progress | None = None,
    rules: Rules | None = None,
) -> tuple[Trace, ...]:
    """Turn every session into a trace.

    `repo` is the repository's root; empty means that each session's own first folder is its root.
    `rules` say what a command does; Adage's own by default.
    """
    rules = rules or load_rules()
    roots = {} if repo else {s.id: s.cwd for s in reading.sessions if s.root == s.id}
    traces = []
    known: Known = {}
    shelf = Shelf()
    for done, session in enumerate(reading.sessions, 1):
        home = repo or roots.get(session.root, "") or session.cwd
        trace = to_trace(session, home, settings, rules, known)
        traces.append(replace(trace, steps=shelf.put(trace.steps)))
        if progress:
            progress(done, len(reading.sessions))
    tasks = {t.id: t.task for t in traces if t.root == t.id}
    arms = {ledger.session: (ledger.arm, ledger.propensity) for ledger in reading.ledger}
    lanes = (_placed(t, tasks.get(t.root, t.task), arms.get(t.root, ("", 0.0))) for t in traces)
    return tuple(sorted(lanes, key=lambda t: (t.end, t.id)))


def _placed(trace: Trace, task: str, arm: tuple[str, float]) -> Trace:
    """The trace with its session's task and arm."""
    if (trace.task, trace.arm, trace.propensity) == (task, *arm):
        return trace
    return replace(trace, task=task, arm=arm[0], propensity=arm[1])

"""A repository at a glance, for the map: /api/v1/glance.

In: a run. Out: the core's report as JSON, with its seven questions and, for each, where in the tour
its objects stand. What Adage would have saved takes the learner several times over, so it is
counted in a thread of its own and asked for separately.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from threading import Lock, Thread
from typing import Any

from flask import Blueprint, Response, jsonify

from adage.constants import REPORT_SESSIONS
from adage.redact import redact
from adage_map.api import run_asked_for
from adage_map.app import Context
from adage_map.runs import LearnerRun

# The steps of the tour in which a question's objects are seen, the most telling one first.
STEPS = {
    "turns": ("read/5", "read/1"),
    "failing": ("evidence/5", "read/5"),
    "after": ("evidence/4", "read/3"),
    "said": ("similar/1", "read/1"),
    "files": ("read/2", "read/1"),
    "trend": ("loop/1",),
    "saved": ("evidence/6", "evidence/2"),
}


@dataclass(slots=True)
class Counting:
    """What one run would have saved: `state` is running, ready, few or failed."""

    run: LearnerRun
    state: str = "running"
    done: int = 0
    of: int = 0
    answer: Any = None
    problem: str = ""

    def progress(self) -> dict[str, Any]:
        """How far it is, and the answer once it is there."""
        return {
            "state": self.state,
            "done": self.done,
            "of": self.of,
            "problem": self.problem,
            **(self.answer or {}),
        }


class Countings:
    """One counting for each run, begun when it is first asked for."""

    def __init__(self) -> None:
        """Begin with none."""
        self._kept: dict[str, Counting] = {}
        self._lock = Lock()

    def ask(self, run: LearnerRun) -> Counting:
        """The counting of this very run; another run of the same name replaces it."""
        with self._lock:
            found = self._kept.get(run.source)
            if found is None or found.run is not run:
                found = self._kept[run.source] = Counting(run)
                Thread(target=_count, args=(found,), name="savings", daemon=True).start()
            return found


def create_glance(context: Context) -> Blueprint:
    """The routes under /api/v1/glance for one process of the map."""
    glance = Blueprint("glance", __name__, url_prefix="/api/v1/glance")
    countings = Countings()

    @glance.get("")
    def report() -> Response:
        return jsonify(describe(run_asked_for(context)))

    @glance.get("/savings")
    def savings() -> Response:
        return jsonify(countings.ask(run_asked_for(context)).progress())

    return glance


def describe(run: LearnerRun) -> dict[str, Any]:
    """The report of a run without savings; with too few sessions only how many there are."""
    # The report needs the learner's packages, which would hold up the map's first page.
    from adage.measure.families import bundled_embedder
    from adage.report import as_document, draw_up

    have = len({trace.root for trace in run.traces})
    about = {"run": run.source, "title": run.title, "least": run.settings[REPORT_SESSIONS]}
    if have < run.settings[REPORT_SESSIONS]:
        return about | {"have": have, "sections": [], "report": None}
    report = draw_up(
        run.reading,
        run.traces,
        run.settings,
        embed=bundled_embedder(),
        reflexes=run.index.reflexes,
    )
    return about | {"have": have, "sections": told(report), "report": as_document(report)}


def told(report: Any) -> list[dict[str, Any]]:
    """The seven questions as the page shows them, secrets masked, each with its steps."""
    from adage.report.sections import sections

    return [
        _masked(asdict(section)) | {"steps": list(STEPS[section.key])}
        for section in sections(report)
    ]


def _masked(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _masked(each) for name, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_masked(each) for each in value]
    return redact(value)[0] if isinstance(value, str) else value


def _count(counting: Counting) -> None:
    from adage.report import as_document, count_savings, courses, draw_up, with_savings

    run = counting.run

    def show(done: int, of: int) -> None:
        counting.done, counting.of = done, of

    try:
        found = courses(run.reading, run.traces)
        savings = count_savings(found, run.reading, run.repo, run.settings, run.rules, show)
    except Exception as error:  # a defect here must not leave the page waiting for ever
        counting.problem = f"it could not be counted: {type(error).__name__}: {error}"
        counting.state = "failed"
        return
    if savings is None:
        counting.state = "few"
        return
    report = with_savings(draw_up(run.reading, run.traces, run.settings), savings)
    counting.answer = {"section": told(report)[-1], "savings": as_document(report)["savings"]}
    counting.state = "ready"

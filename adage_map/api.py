"""The map's data as JSON and binary: /api/v1/.

In: the runs. Out: exactly what the learner recorded, the world built from it, and raw lines of the
transcripts. Every error is `{"error": sentence}`.
"""

from __future__ import annotations

from typing import Any, NoReturn

from flask import Blueprint, Response, abort, jsonify, request

from adage import __version__
from adage.errors import AdageError
from adage.records import Trace
from adage_map.app import Context
from adage_map.lines import read_lines
from adage_map.objects import find_object
from adage_map.plain import as_plain
from adage_map.runs import LearnerRun, Loaded, UnknownRun
from adage_map.trials import TRIAL


def create_api(context: Context) -> Blueprint:
    """The routes under /api/v1/ for one process of the map."""
    api = Blueprint("api", __name__, url_prefix="/api/v1")
    _add_runs(api, context)
    _add_records(api, context)
    _add_progress(api, context)
    return api


def _add_runs(api: Blueprint, context: Context) -> None:
    @api.get("/healthz")
    def healthz() -> Response:
        return jsonify({"ok": True, "version": __version__})

    @api.get("/runs")
    def runs() -> Response:
        return jsonify({"runs": [loaded.entry() for loaded in context.runs.all()]})

    @api.get("/world")
    def world() -> Response:
        loaded = loaded_asked_for(context)
        if not loaded.world:
            fail(409, f"the run {loaded.name} is still being learned; see /api/v1/progress")
        return Response(loaded.world, mimetype="application/json")

    @api.get("/frames.bin")
    def frames() -> Response:
        loaded = loaded_asked_for(context)
        if not loaded.frames:
            fail(404, f"the run {loaded.name} has no positions: {loaded.state}")
        return Response(loaded.frames, mimetype="application/octet-stream")


def _add_records(api: Blueprint, context: Context) -> None:
    @api.get("/stage/<name>")
    def stage(name: str) -> Response:
        records = run_asked_for(context).records
        if name not in records:
            fail(404, f"there is no stage {name} here; the stages are: {', '.join(records)}")
        return jsonify(as_plain(records[name]))

    @api.get("/object/<path:name>")
    def thing(name: str) -> Response:
        found = find_object(run_asked_for(context), name)
        if found is None:
            fail(404, f"there is no object {name} in this run")
        return jsonify(found)

    @api.get("/trace/<name>/lines")
    def lines(name: str) -> Response:
        trace = _trace(run_asked_for(context), name)
        first = _number("from", 1)
        try:
            return jsonify(read_lines(trace, first, _number("to", first)))
        except AdageError as error:
            fail(404, str(error))


def _add_progress(api: Blueprint, context: Context) -> None:
    @api.get("/progress")
    def progress() -> Response:
        if request.method == "HEAD":
            return Response(mimetype="text/event-stream")
        if not context.progress.take_stream():
            fail(503, "too many pages are following the progress; close one and reload this one")
        has_left = request.environ.get("waitress.client_disconnected", lambda: False)
        events = context.progress.stream(
            _last_seen(), lambda: context.closing.is_set() or has_left()
        )
        response = Response(events, mimetype="text/event-stream")
        response.call_on_close(context.progress.give_stream)
        return response


def _last_seen() -> int:
    text = request.headers.get("Last-Event-ID", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0


def loaded_asked_for(context: Context, *, whole: bool = False) -> Loaded:
    """The run that the query names, or the first one; the request ends with 404 without one."""
    name = request.args.get("run", "")
    try:
        if name.startswith(TRIAL):
            return context.trials.world(name)
        return context.runs.whole(name) if whole else context.runs.get(name)
    except UnknownRun as error:
        fail(404, str(error))


def run_asked_for(context: Context) -> LearnerRun:
    """The run that the query names, with its records; the request ends with 404 without one."""
    loaded = loaded_asked_for(context, whole=True)
    if loaded.run is None:
        fail(404, f"the run {loaded.name} has nothing to show: {loaded.state}")
    return loaded.run


def _trace(run: LearnerRun, name: str) -> Trace:
    found = next((trace for trace in run.traces if trace.id == name), None)
    if found is None:
        fail(404, f"there is no trace {name} in this run")
    return found


def _number(name: str, default: int) -> int:
    text = request.args.get(name, "")
    if not text:
        return default
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        fail(400, f"{name} must be a whole number, not {text}")
    return int(text)


def fail(status: int, sentence: str) -> NoReturn:
    """End the request with this status and `{"error": sentence}`."""
    response: Any = jsonify({"error": sentence})
    response.status_code = status
    abort(response)

"""Questions to a run: what if, how it was on a day, and where something is: /api/v1/ask/.

In: the runs and the trials. Out: JSON. A question that takes the learner answers at once with how
far it is; the page asks again.
"""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, jsonify, request

from adage.errors import AdageError, ConfigError
from adage.settings import CONSTANTS
from adage.trial import Trial
from adage_map.api import fail, loaded_asked_for, run_asked_for
from adage_map.app import Context

# The answers need the learner's packages, which would hold up the map's first page: each of them
# is imported when it is first asked for.


def create_asks(context: Context) -> Blueprint:
    """The routes under /api/v1/ask/ for one process of the map."""
    asks = Blueprint("asks", __name__, url_prefix="/api/v1/ask")
    _add_records(asks, context)
    _add_trials(asks, context)
    _add_generations(asks, context)
    return asks


def _add_records(asks: Blueprint, context: Context) -> None:
    """What the run's records answer at once."""

    @asks.get("/search")
    def found() -> Response:
        from adage_map.search import search

        return jsonify({"kinds": search(run_asked_for(context), request.args.get("q", ""))})

    @asks.get("/charts")
    def drawn_charts() -> Response:
        from adage_map.charts import charts
        from adage_map.plain import as_plain

        about = request.args.get("about", "").removeprefix("r:")
        return jsonify({"charts": as_plain(charts(run_asked_for(context), about))})

    @asks.get("/why")
    def why_not() -> Response:
        from adage_map.answers import why_rows

        run = run_asked_for(context)
        step = request.args.get("step", "").strip()
        if not step:
            fail(400, "name a step, such as ?step=make test")
        return jsonify({"answers": why_rows(run, step)})

    @asks.get("/request")
    def typed() -> Response:
        from adage_map.request import answer_request

        return jsonify(answer_request(run_asked_for(context), request.args.get("text", "")))


def _add_trials(asks: Blueprint, context: Context) -> None:
    """What takes the learner again."""

    @asks.get("/constants")
    def constants() -> Response:
        from adage_map.answers import learner_constants

        return jsonify({"constants": learner_constants(run_asked_for(context))})

    @asks.get("/trial")
    def trial() -> Response:
        from adage_map.answers import as_answer

        run = run_asked_for(context)
        return jsonify(as_answer(context.trials.ask(run, _trial()), run))

    @asks.get("/drawn")
    def drawn() -> Response:
        return jsonify({"state": loaded_asked_for(context).state})

    @asks.get("/history")
    def history() -> Response:
        from adage_map.answers import as_answer, history_days

        run = run_asked_for(context)
        days = [Trial(until=day) for day in history_days(run)]
        # A person looks at the newest days first.
        asked = [context.trials.ask(run, day, first=False) for day in reversed(days)]
        return jsonify({"days": [as_answer(each, None) for each in reversed(asked)]})


def _add_generations(asks: Blueprint, context: Context) -> None:
    """What earlier learnings of the repository left."""

    @asks.get("/generations")
    def generations() -> Response:
        from adage_map.answers import generation_rows

        return jsonify({"generations": generation_rows(context.kept)})

    @asks.get("/compare")
    def compared() -> Response:
        from adage_map.answers import comparison

        before, after = request.args.get("from", ""), request.args.get("to", "")
        try:
            return jsonify(comparison(context.kept, before, after))
        except AdageError as error:
            fail(404, str(error))


def _trial() -> Trial:
    """The trial that the query names: `set=KEY:VALUE` any number of times, and `until=SECONDS`."""
    values: dict[str, Any] = {}
    for pair in request.args.getlist("set"):
        key, _, text = pair.partition(":")
        values[key] = _value(key, text)
    until = request.args.get("until", "")
    try:
        return Trial.of(values, float(until) if until else None)
    except ConfigError as error:
        fail(400, str(error))
    except ValueError:
        fail(400, f"until takes seconds since 1970, not {until}")


def _value(key: str, text: str) -> float:
    constant = CONSTANTS.get(key)
    if constant is None:
        fail(400, f"there is no setting named {key}")
    try:
        return int(text) if isinstance(constant.default, int) else float(text)
    except ValueError:
        fail(400, f"{key} must be a number, not {text}")

"""The web app: the page, the static files, and the guard that stands before everything.

In: the runs, their progress and who may see them. Out: a Flask app that only answers GET and HEAD.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING

from flask import Flask, Response, jsonify, make_response, redirect, render_template, request
from markupsafe import Markup
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response as BaseResponse

from adage_map.activity import Activity
from adage_map.progress import Progress
from adage_map.runs import Runs
from adage_map.security import (
    HEADERS,
    METHODS,
    NO_TOKEN,
    Access,
    Refusal,
    cookie_name,
    refuse,
)
from adage_map.stills import shipped_stills
from adage_map.trials import Trials

if TYPE_CHECKING:
    from adage_map.live import Own

# Our own code and pictures: the same for everyone, so no cookie is needed to load them.
OPEN = ("static", "icon")


@dataclass(slots=True)
class Context:
    """What the app serves: runs, progress, access, and the event that ends all streams.

    `kept` is the folder of the repository's own state, where its generations are kept, and `own`
    how its sessions are read and learned again.
    """

    runs: Runs
    progress: Progress = field(default_factory=Progress)
    access: Access = field(default_factory=Access)
    activity: Activity = field(default_factory=Activity)
    trials: Trials = field(default_factory=Trials)
    kept: Path | None = None
    own: Own | None = None
    closing: Event = field(default_factory=Event)


def create_app(context: Context) -> Flask:
    """The app for one process of the map."""
    from adage_map.api import create_api
    from adage_map.asks import create_asks
    from adage_map.glance import create_glance
    from adage_map.live import create_live

    app = Flask("adage_map")
    app.json.sort_keys = False  # type: ignore[attr-defined]
    app.register_blueprint(create_api(context))
    app.register_blueprint(create_asks(context))
    app.register_blueprint(create_live(context))
    app.register_blueprint(create_glance(context))
    app.before_request(lambda: _guard(context))
    app.after_request(_seal)
    app.register_error_handler(HTTPException, _failed)

    @app.get("/")
    def page() -> str:
        world = context.runs.await_first(context.closing.is_set).world.decode("utf-8")
        # Not HTML: `world_json` has already made it safe to stand inside the data block.
        document = json.loads(world) if world else {}
        return render_template(
            "map.html",
            world_json=Markup(world),  # noqa: S704
            chapters=document.get("chapters", []),
            stills=shipped_stills(document),
        )

    # Browsers ask for it beside any page that is not HTML.
    @app.get("/favicon.ico")
    def icon() -> Response:
        return app.send_static_file("icon.svg")

    return app


def _guard(context: Context) -> BaseResponse | None:
    context.activity.note()
    sent = request.headers
    site, mode = sent.get("Sec-Fetch-Site", ""), sent.get("Sec-Fetch-Mode", "")
    refusal = refuse(request.method, sent.get("Host", ""), site, mode)
    if refusal is not None:
        return _refused(refusal)
    if request.endpoint in OPEN:
        return None
    name = cookie_name(request.environ.get("SERVER_PORT", ""))
    known = context.access.holds(request.cookies.get(name, ""))
    token = request.args.get("token", "") if request.path == "/" else ""
    if not token:
        return None if known else _refused(NO_TOKEN)
    # A preview that only asks for headers must not use up the address of a person.
    if request.method == "GET" and not known and context.access.spend(token):
        return _let_in(name, context.access.cookie)
    return redirect("/") if known else _refused(NO_TOKEN)


def _let_in(name: str, cookie: str) -> BaseResponse:
    """Keep the cookie and go to the plain address, so that no token stays in the history."""
    response = redirect("/")
    response.set_cookie(name, cookie, httponly=True, samesite="Strict", path="/")
    return response


def _refused(refusal: Refusal) -> Response:
    response = _told(refusal.status, refusal.title, refusal.sentences, refusal.command)
    if refusal.status == 405:
        response.headers["Allow"] = ", ".join(METHODS)
    return response


def _failed(error: HTTPException) -> Response:
    """A page that does not exist, or a defect: the same two shapes as a refusal."""
    status = error.code or 500
    if status == 404:
        response = _told(404, "Nothing here", (f"The map has nothing at {request.path}.",), "")
    else:
        response = _told(status, error.name, (error.description or "The map could not do it.",), "")
    if status == 405:
        response.headers["Allow"] = ", ".join(METHODS)
    return response


def _told(status: int, title: str, sentences: tuple[str, ...], command: str) -> Response:
    if request.path.startswith("/api/"):
        response = jsonify({"error": " ".join((f"{title}.", *sentences))})
    else:
        page = render_template("told.html", title=title, sentences=sentences, command=command)
        response = make_response(page)
    response.status_code = status
    return response


def _seal(response: Response) -> Response:
    response.headers.update(HEADERS)
    if request.endpoint not in OPEN:
        response.headers["Cache-Control"] = "no-store"
    return response

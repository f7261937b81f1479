"""What happens while the map is open: new steps, and what the hook said, of the own sessions.

In: the run as it was learned, and how to read its transcripts again. Out: `News` when a file has
changed. Looking is a `stat` of known files and folders once a second while a page listens; only a
change leads to reading, at most every few seconds.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from threading import Event, Thread

from flask import Blueprint, Response, jsonify, request

from adage.constants import MAP_LIVE_S, MAP_READ_AGAIN_S
from adage.records import Reading
from adage_map.api import fail
from adage_map.app import Context
from adage_map.runs import OWN, LearnerRun

Read = Callable[[], Reading]
Stamp = tuple[tuple[str, int, int], ...]


@dataclass(frozen=True, slots=True)
class News:
    """Since the run was learned: more sessions, calls and directives; the newest of each by name.

    `learned` says that the run itself has been learned again meanwhile.
    """

    sessions: int = 0
    calls: int = 0
    said: int = 0
    latest: str = ""
    command: str = ""
    learned: bool = False


@dataclass(slots=True)
class Own:
    """The repository's own sessions: how to read and to learn them again."""

    read: Read
    learn: Callable[[], None]
    folders: tuple[str, ...] = ()
    busy: Event = field(default_factory=Event)

    def learn_again(self) -> bool:
        """Begin to learn in a thread; False when that is going on already."""
        if self.busy.is_set():
            return False
        self.busy.set()
        Thread(target=self._learn, name="learn-again", daemon=True).start()
        return True

    def _learn(self) -> None:
        try:
            self.learn()
        finally:
            self.busy.clear()


def create_live(context: Context) -> Blueprint:
    """`/api/v1/live`, a stream of news, and `/api/v1/live/learn`, which learns them."""
    live = Blueprint("live", __name__, url_prefix="/api/v1/live")

    @live.get("")
    def stream() -> Response:
        own, run = context.own, _run(context)
        if own is None or run is None:
            fail(404, "there are no sessions of a repository to watch here")
        if request.method == "HEAD":
            return Response(mimetype="text/event-stream")
        if not context.progress.take_stream():
            fail(503, "too many pages are open; close one and reload this one")
        has_left = request.environ.get("waitress.client_disconnected", lambda: False)
        told = events(context, own, run, lambda: context.closing.is_set() or has_left())
        response = Response(told, mimetype="text/event-stream")
        response.call_on_close(context.progress.give_stream)
        return response

    @live.get("/learn")
    def learn() -> Response:
        if context.own is None:
            fail(404, "there are no sessions of a repository to learn here")
        return jsonify({"begun": context.own.learn_again()})

    return live


def _run(context: Context) -> LearnerRun | None:
    known = {loaded.name: loaded for loaded in context.runs.all()}
    return known[OWN].run if OWN in known else None


def events(
    context: Context, own: Own, run: LearnerRun, is_gone: Callable[[], bool]
) -> Iterator[str]:
    """Server-Sent Events: one for each change, a comment now and then to keep the line open."""
    yield "retry: 5000\n\n"
    before, silent_s, last_read = stamp(run.reading, own.folders), 0.0, 0.0
    while not is_gone():
        if context.closing.wait(MAP_LIVE_S.default):
            return
        if _run(context) is not run:
            yield f"data: {json.dumps(asdict(News(learned=True)))}\n\n"
            return
        now = stamp(run.reading, own.folders)
        silent_s += MAP_LIVE_S.default
        if now != before and time.monotonic() - last_read >= MAP_READ_AGAIN_S.default:
            before, last_read, silent_s = now, time.monotonic(), 0.0
            yield f"data: {json.dumps(asdict(compare(run.reading, own.read())))}\n\n"
        elif silent_s >= 15 * MAP_LIVE_S.default:
            silent_s = 0.0
            yield ": still here\n\n"


def stamp(reading: Reading, folders: tuple[str, ...]) -> Stamp:
    """Size and time of every transcript that was read, of its folder and the agents' folders."""
    paths = {file.path for file in reading.files}
    paths |= {os.path.dirname(path) for path in paths}
    return tuple(_stat(path) for path in sorted(paths | set(folders)))


def _stat(path: str) -> tuple[str, int, int]:
    try:
        found = os.stat(path)
    except OSError:
        return path, -1, -1
    return path, found.st_size, found.st_mtime_ns


def compare(before: Reading, now: Reading) -> News:
    """What `now` holds more than `before`; the session that grew last names itself."""
    old = {session.id: len(session.calls) for session in before.sessions}
    grown = [s for s in now.sessions if len(s.calls) > old.get(s.id, 0)]
    latest = max(grown, key=lambda session: (session.end, session.id), default=None)
    last = latest.calls[-1] if latest and latest.calls else None
    return News(
        sessions=len({session.root for session in now.sessions if session.id not in old}),
        calls=sum(len(session.calls) - old.get(session.id, 0) for session in grown),
        said=_said(now) - _said(before),
        latest=latest.id if latest else "",
        command=last.tool if last else "",
    )


def _said(reading: Reading) -> int:
    return sum(entry.said for memory in reading.ledger for entry in memory.entries)

"""Serve the map on this machine until somebody stops it.

In: an app and a port. Out: the address to open, then requests answered by waitress until Ctrl-C,
SIGTERM or too long without a request. Only 127.0.0.1 is ever bound.
"""

from __future__ import annotations

import errno
import logging
import signal
import socket
import sys
from functools import partial
from threading import Event, Thread
from types import FrameType
from typing import Any

from flask import Flask
from waitress.server import create_server

from adage.constants import MAP_PORT, MAP_PORTS, MAP_THREADS
from adage.errors import AdageError
from adage_map.app import Context

HOST = "127.0.0.1"
LAST_ANSWERS_S = 0.5


class PortTaken(AdageError):
    """The port that was asked for belongs to another program."""


def bind(app: Flask, port: int | None) -> Any:
    """A waitress server bound to `port`; 0 is any free port, None the first free from 7717.

    Raises `PortTaken` when the port, or each of them, is taken.
    """
    if port is not None:
        return _bind(app, port)
    first, last = MAP_PORT.default, MAP_PORT.default + MAP_PORTS.default
    for candidate in range(first, last):
        try:
            return _bind(app, candidate)
        except PortTaken:
            continue
    raise PortTaken(f"the ports {first} to {last - 1} are all taken. Try: adage map --port 0")


def _bind(app: Flask, port: int) -> Any:
    return create_server(
        app,
        sockets=[_listen(port)],
        threads=MAP_THREADS.default,
        ident=None,
        # Reading ahead is how waitress notices that a page has gone while a stream is open.
        channel_request_lookahead=1,
    )


def _listen(port: int) -> socket.socket:
    """A listening socket of our own: waitress leaves its one open when the port is taken."""
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        if sys.platform != "win32":
            # There the option would let two programs share the port.
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((HOST, port))
        listening.listen()
    except OSError as error:
        listening.close()
        if error.errno == errno.EADDRINUSE:
            sentence = f"the port {port} is taken by another program. Try: adage map --port 0"
        elif error.errno == errno.EACCES:
            sentence = f"the port {port} may not be opened by you. Try: adage map --port 0"
        else:
            raise
        raise PortTaken(sentence) from error
    return listening


def address(server: Any, token: str) -> str:
    """The full address that lets one browser in."""
    return f"http://{HOST}:{server.effective_port}/?token={token}"


def catch_signals(context: Context) -> None:
    """From now on Ctrl-C and SIGTERM end the map in good order, with exit code 0.

    Must be called from the main thread. A second Ctrl-C while it is ending changes nothing.
    """

    def stop(_signal: int, _frame: FrameType | None) -> None:
        if not context.closing.is_set():
            context.closing.set()
            context.progress.end()
            raise SystemExit(0)

    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, stop)


def serve(server: Any, context: Context, idle_minutes: int) -> bool:
    """Answer requests until stopped; True when it ended because nobody asked for too long."""
    forgotten = Event()
    watch = Thread(target=_watch, args=(context, idle_minutes, forgotten), name="idle", daemon=True)
    watch.start()
    # A person who pressed Ctrl-C waits for no request; waitress would, for five seconds.
    threads = server.task_dispatcher
    threads.shutdown = partial(threads.shutdown, timeout=LAST_ANSWERS_S)
    logging.getLogger("waitress").setLevel(logging.ERROR)
    # waitress takes SystemExit as its word to end its threads and return.
    server.run()
    server.close()
    return forgotten.is_set()


def _watch(context: Context, idle_minutes: int, forgotten: Event) -> None:
    while idle_minutes and not context.closing.wait(timeout=60):
        idle = context.activity.pass_minute(is_watched=context.progress.streams > 0)
        if idle >= idle_minutes:
            forgotten.set()
            signal.raise_signal(signal.SIGTERM)
            return

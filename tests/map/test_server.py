"""Waitress with our app: streams that end, pages that leave, ports, and time without a request."""

from __future__ import annotations

import http.client
import socket
import time
from collections.abc import Callable, Iterator
from threading import Thread
from typing import Any

import pytest
from flask import Flask
from waitress import wasyncore

from adage.constants import MAP_STREAMS
from adage_map.activity import Activity
from adage_map.app import Context
from adage_map.security import cookie_name
from adage_map.server import PortTaken, address, bind


@pytest.fixture
def server(app: Flask, context: Context) -> Iterator[Any]:
    """The empty map, answering on a free port."""
    bound = bind(app, 0)
    thread = Thread(target=bound.run)
    thread.start()
    yield bound
    context.closing.set()
    context.progress.end()
    # Only the loop's own thread may close its sockets; with none left it ends.
    bound.trigger.pull_trigger(lambda: wasyncore.close_all(bound._map))
    thread.join(timeout=10)
    bound.task_dispatcher.shutdown()
    assert not thread.is_alive()


def follow(server: Any, context: Context) -> tuple[http.client.HTTPConnection, Any]:
    """Open a progress stream and read its first line."""
    connection = http.client.HTTPConnection("127.0.0.1", server.effective_port, timeout=10)
    name = cookie_name(str(server.effective_port))
    connection.request(
        "GET", "/api/v1/progress", headers={"Cookie": f"{name}={context.access.cookie}"}
    )
    return connection, connection.getresponse()


def eventually(claim: Callable[[], bool], within_s: float = 10) -> bool:
    end = time.monotonic() + within_s
    while not claim() and time.monotonic() < end:
        time.sleep(0.05)
    return claim()


def test_a_page_that_leaves_gives_its_stream_back(server: Any, context: Context) -> None:
    connection, response = follow(server, context)
    assert response.readline() == b"retry: 2000\n"
    assert context.progress.streams == 1
    response.close()
    connection.close()
    assert eventually(lambda: context.progress.streams == 0)


def test_events_arrive_while_the_stream_is_open(server: Any, context: Context) -> None:
    connection, response = follow(server, context)
    response.readline()
    response.readline()
    context.progress.tell({"stage": "mine"})
    assert response.readline() == b"id: 1\n"
    assert response.readline() == b'data: {"stage": "mine"}\n'
    context.progress.end()
    assert b"event: done" in response.read()
    response.close()
    connection.close()


def test_too_many_streams_are_refused_and_other_requests_still_answered(
    server: Any, context: Context
) -> None:
    opened = [follow(server, context) for _ in range(MAP_STREAMS.default)]
    refused, answer = follow(server, context)
    assert answer.status == 503
    answer.read()
    plain = http.client.HTTPConnection("127.0.0.1", server.effective_port, timeout=10)
    plain.request("GET", "/static/told.css")
    shown = plain.getresponse()
    assert shown.status == 200
    shown.read()
    for connection, response in [*opened, (refused, answer), (plain, shown)]:
        response.close()
        connection.close()


def test_a_taken_port_is_a_sentence_with_the_way_out(app: Flask) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(PortTaken, match=f"{port} is taken .* --port 0"):
            bind(app, port)


def test_without_a_wish_the_first_free_port_is_taken(app: Flask) -> None:
    first = bind(app, None)
    second = bind(app, None)
    assert 7717 <= int(first.effective_port) < int(second.effective_port) < 7767
    first.close()
    second.close()
    for bound in (first, second):
        bound.task_dispatcher.shutdown()


def test_the_address_names_the_loopback_and_carries_the_token(server: Any) -> None:
    assert address(server, "abc") == f"http://127.0.0.1:{server.effective_port}/?token=abc"


def test_minutes_without_a_request_add_up_and_a_request_or_a_watcher_resets_them() -> None:
    activity = Activity()
    assert [activity.pass_minute(is_watched=False) for _ in range(3)] == [1, 2, 3]
    activity.note()
    assert activity.pass_minute(is_watched=False) == 0
    assert activity.pass_minute(is_watched=False) == 1
    assert activity.pass_minute(is_watched=True) == 0

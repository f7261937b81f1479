"""The page and the API of a map: shapes, errors, and what a page may hold."""

from __future__ import annotations

import json
import re

from flask.testing import FlaskClient

from adage_map.app import Context
from adage_map.runs import world_json


def test_the_page_holds_the_first_run_as_a_data_block(client: FlaskClient) -> None:
    page = client.get("/").text
    block = re.search(r'<script type="application/json" id="world">(.*?)</script>', page, re.S)
    assert block is not None
    assert json.loads(block[1])["state"]["kind"] == "no-repository"


def test_the_page_has_no_script_of_its_own(client: FlaskClient) -> None:
    scripts = re.findall(r"<script([^>]*)>", client.get("/").text)
    assert scripts
    assert all('src="/static/' in s or 'type="application/json"' in s for s in scripts)
    assert not re.search(r"\son\w+=", client.get("/").text)


def test_a_text_that_closes_the_block_cannot_leave_it() -> None:
    hostile = {"text": "</script><script>alert(1)</script><!--"}
    made = world_json(hostile)
    assert b"<" not in made
    assert json.loads(made) == hostile


def test_the_list_of_runs_says_what_each_is(client: FlaskClient) -> None:
    (run,) = client.get("/api/v1/runs").get_json()["runs"]
    assert run["name"] == "own"
    assert run["state"] == "empty"
    assert run["said"]["command"].startswith("adage map")


def test_health_names_the_version(client: FlaskClient) -> None:
    answer = client.get("/api/v1/healthz").get_json()
    assert answer["ok"] is True
    assert re.match(r"\d+\.\d+\.\d+", answer["version"])


def test_what_is_not_there_is_one_sentence_of_json(client: FlaskClient) -> None:
    for path in (
        "/api/v1/nothing",
        "/api/v1/world?run=other",
        "/api/v1/stage/mine",
        "/api/v1/object/r:1",
        "/api/v1/trace/x/lines",
        "/api/v1/frames.bin",
    ):
        response = client.get(path)
        assert response.status_code == 404, path
        assert set(response.get_json()) == {"error"}, path


def test_a_page_that_is_not_there_is_told_as_a_page(client: FlaskClient) -> None:
    response = client.get("/nowhere")
    assert response.status_code == 404
    assert response.mimetype == "text/html"


def test_asking_for_headers_gives_no_body(client: FlaskClient) -> None:
    assert client.head("/").data == b""
    assert client.head("/api/v1/progress").data == b""


def test_progress_is_replayed_and_ends_with_done(client: FlaskClient, context: Context) -> None:
    for done in (1, 2):
        context.progress.tell({"stage": "read", "done": done})
    context.progress.end()
    response = client.get("/api/v1/progress")
    assert response.mimetype == "text/event-stream"
    text = response.text
    assert text.index("id: 1\n") < text.index("id: 2\n") < text.index("event: done\n")


def test_progress_goes_on_after_the_event_seen_last(client: FlaskClient, context: Context) -> None:
    for done in (1, 2, 3):
        context.progress.tell({"stage": "read", "done": done})
    context.progress.end()
    text = client.get("/api/v1/progress", headers={"Last-Event-ID": "2"}).text
    assert "id: 2\n" not in text
    assert '"done": 3' in text


def test_one_stream_too_many_is_refused_and_a_closed_one_is_given_back(
    client: FlaskClient, context: Context
) -> None:
    while context.progress.take_stream():
        pass
    refused = client.get("/api/v1/progress")
    assert refused.status_code == 503
    assert "close one" in refused.get_json()["error"]
    context.progress.give_stream()
    context.progress.end()
    assert client.get("/api/v1/progress", buffered=True).text
    assert client.get("/api/v1/progress", buffered=True).status_code == 200


def test_a_question_for_headers_keeps_no_stream(client: FlaskClient, context: Context) -> None:
    client.head("/api/v1/progress")
    assert context.progress.streams == 0


def test_the_icon_that_browsers_ask_for_is_there(client: FlaskClient) -> None:
    response = client.get("/favicon.ico", buffered=True)
    assert response.status_code == 200
    assert response.mimetype == "image/svg+xml"

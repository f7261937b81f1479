"""The running program: who gets in, what it refuses, how it ends."""

from __future__ import annotations

import http.client
import json
import signal
import subprocess
import sys
import urllib.request
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.conftest import OpenPage, StartMap
from tests.e2e.served import MapServer

SAMPLE = Path(__file__).resolve().parents[2] / "adage" / "data" / "sample" / "claude"
PROGRAM = [sys.executable, "-m", "adage.cli", "map"]


def test_the_printed_address_lets_a_browser_in(start_map: StartMap) -> None:
    server = start_map("--sample")
    keeper = urllib.request.HTTPCookieProcessor(CookieJar())
    with urllib.request.build_opener(keeper).open(server.url) as answer:
        assert answer.status == 200
        assert answer.url == server.base
        assert b'id="world"' in answer.read()


def test_a_foreign_host_a_stranger_and_a_writer_are_refused(map_sample: MapServer) -> None:
    assert map_sample.ask("/", headers={"Host": "evil.example"})[0] == 403
    assert map_sample.ask("/static/told.css", headers={"Host": "evil.example"})[0] == 403
    status, _, body = map_sample.ask("/", known=False)
    assert status == 401
    assert b"adage map" in body
    for method in ("POST", "PUT", "DELETE", "PATCH", "OPTIONS"):
        assert map_sample.ask("/api/v1/runs", method=method)[0] == 405


def test_no_answer_opens_the_map_to_other_origins(map_sample: MapServer) -> None:
    for path in ("/", "/api/v1/runs", "/static/told.css", "/nowhere"):
        _, headers, _ = map_sample.ask(path, headers={"Origin": "http://evil.example"})
        assert not [name for name in headers if name.lower().startswith("access-control")]


def test_another_site_asking_is_refused(map_sample: MapServer) -> None:
    assert map_sample.ask("/", headers={"Sec-Fetch-Site": "cross-site"})[0] == 403


def test_only_the_loopback_address_is_bound(map_sample: MapServer) -> None:
    table = Path("/proc/net/tcp")
    if not table.exists():
        pytest.skip("the sockets' table is Linux's")
    wanted = f":{map_sample.port:04X}"
    listening = [
        line.split()[1] for line in table.read_text().splitlines()[1:] if line.split()[3] == "0A"
    ]
    assert [name for name in listening if name.endswith(wanted)] == ["0100007F" + wanted]


@pytest.mark.parametrize("name", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_in_order_even_while_it_learns_and_a_page_follows(
    start_map: StartMap, tmp_path: Path, name: signal.Signals
) -> None:
    server = start_map("--traces", str(SAMPLE), cwd=tmp_path)
    header, value = server.cookie()["name"], server.cookie()["value"]
    following = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    following.request("GET", "/api/v1/progress", headers={"Cookie": f"{header}={value}"})
    stream = following.getresponse()
    assert stream.readline() == b"retry: 2000\n"
    server.process.send_signal(name)
    assert server.process.wait(timeout=10) == 0
    assert server.process.stderr is not None
    assert server.process.stderr.read() == ""
    stream.close()
    following.close()


def test_the_address_is_all_that_stands_on_the_standard_output(start_map: StartMap) -> None:
    server = start_map("--sample", SSH_CONNECTION="192.0.2.7 50000 192.0.2.9 22", USER="ann")
    server.ask("/")
    server.process.send_signal(signal.SIGINT)
    output, notes = server.process.communicate(timeout=10)
    assert output == ""
    assert f"ssh -L {server.port}:127.0.0.1:{server.port} ann@192.0.2.9" in notes


def test_a_taken_port_is_one_sentence(map_sample: MapServer) -> None:
    done = subprocess.run(
        [*PROGRAM, "--sample", "--no-open", "--port", str(map_sample.port)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert "taken" in done.stderr


def test_progress_streams_until_done_and_the_own_run_is_then_there(
    start_map: StartMap, tmp_path: Path
) -> None:
    server = start_map("--traces", str(SAMPLE), cwd=tmp_path)
    _, headers, body = server.ask("/api/v1/progress")
    assert headers["Content-Type"].startswith("text/event-stream")
    assert body.decode().rstrip().endswith("event: done\ndata: {}")
    told = [json.loads(line[6:]) for line in body.decode().splitlines() if line.startswith("data:")]
    assert {"stage", "at", "of", "done", "total", "text"} <= set(told[0])
    runs = json.loads(server.ask("/api/v1/runs")[2])["runs"]
    assert [(run["name"], run["state"]) for run in runs] == [("sample", "ready"), ("own", "ready")]


def test_a_folder_without_a_repository_says_so_and_shows_the_sample(
    start_map: StartMap, tmp_path: Path
) -> None:
    server = start_map(cwd=tmp_path)
    assert b'id="world"' in server.ask("/")[2]
    own = json.loads(server.ask("/api/v1/world?run=own")[2])
    assert own["state"]["kind"] == "no-repository"
    assert str(tmp_path) in own["state"]["sentences"][0]


def test_the_page_keeps_its_policy_in_a_real_browser(
    map_sample: MapServer, open_page: OpenPage
) -> None:
    page = open_page(map_sample)
    assert page.title()
    assert json.loads(page.locator("#world").inner_text())["source"] == "sample"


def test_the_page_for_strangers_is_readable_and_in_order(
    map_sample: MapServer, browser: Any
) -> None:
    context = browser.new_context()
    page = context.new_page()
    answer = page.goto(map_sample.base)
    assert answer.status == 401
    assert page.get_by_role("heading", level=1).inner_text()
    assert page.get_by_text("adage map", exact=True).is_visible()
    context.close()


def test_an_inline_script_does_not_run(map_sample: MapServer, open_page: OpenPage) -> None:
    page = open_page(map_sample)
    page.guard.expect("policy: script-src")
    page.guard.expect("Content Security Policy")
    page.evaluate(
        "() => { const s = document.createElement('script'); s.textContent = 'window.bad = 1';"
        " document.body.append(s); }"
    )
    assert page.evaluate("window.bad") is None

"""The guard: which hosts, methods, sites, tokens and cookies are let through."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from adage_map.app import Context
from adage_map.security import Access, host_name, refuse


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "127.0.0.1:7717", "localhost:80", "LOCALHOST", "[::1]:7717", "[::1]"]
)
def test_the_loopback_names_are_answered(host: str) -> None:
    assert refuse("GET", host, "none", "navigate") is None


@pytest.mark.parametrize(
    "host",
    ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example:7717", "", "0.0.0.0", "::1"],
)
def test_any_other_host_is_refused(host: str) -> None:
    refusal = refuse("GET", host, "none", "navigate")
    assert refusal is not None
    assert refusal.status == 403


def test_the_port_is_no_part_of_the_name() -> None:
    assert host_name("[::1]:80") == "[::1]"
    assert host_name("localhost:80") == "localhost"


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"])
def test_whatever_is_not_reading_is_refused(client: FlaskClient, method: str) -> None:
    response = client.open("/api/v1/runs", method=method)
    assert response.status_code == 405
    assert response.headers["Allow"] == "GET, HEAD"


def test_another_site_may_not_open_or_fetch_the_map(client: FlaskClient) -> None:
    response = client.get("/api/v1/runs", headers={"Sec-Fetch-Site": "cross-site"})
    assert response.status_code == 403


def test_a_script_on_another_port_may_not_fetch_but_a_person_may_follow_its_link() -> None:
    assert refuse("GET", "localhost", "same-site", "no-cors") is not None
    assert refuse("GET", "localhost", "same-site", "navigate") is None


def test_without_token_or_cookie_a_page_says_how_to_get_in(stranger: FlaskClient) -> None:
    response = stranger.get("/")
    assert response.status_code == 401
    assert "adage map" in response.text
    assert "?token=" in response.text


def test_without_cookie_the_api_says_so_as_json(stranger: FlaskClient) -> None:
    response = stranger.get("/api/v1/runs")
    assert response.status_code == 401
    assert set(response.get_json()) == {"error"}


def test_a_token_becomes_a_cookie_and_leaves_the_address(
    stranger: FlaskClient, context: Context
) -> None:
    response = stranger.get("/?token=" + context.access.new_token())
    assert (response.status_code, response.location) == (302, "/")
    cookie = response.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert stranger.get("/").status_code == 200


def test_a_token_lets_in_one_browser_only(context: Context, stranger: FlaskClient) -> None:
    token = context.access.new_token()
    assert stranger.get("/?token=" + token).status_code == 302
    other = stranger.application.test_client()
    assert other.get("/?token=" + token).status_code == 401


def test_who_is_in_already_may_open_the_used_address_again(
    context: Context, stranger: FlaskClient
) -> None:
    address = "/?token=" + context.access.new_token()
    stranger.get(address)
    assert stranger.get(address).status_code == 302


def test_asking_for_headers_does_not_use_up_a_token(
    stranger: FlaskClient, context: Context
) -> None:
    address = "/?token=" + context.access.new_token()
    assert stranger.head(address).status_code == 401
    assert stranger.get(address).status_code == 302


def test_a_wrong_token_is_not_a_way_in(stranger: FlaskClient) -> None:
    assert stranger.get("/?token=guess").status_code == 401
    assert stranger.get("/?token=%F0%9F%97%9D").status_code == 401


def test_a_token_counts_only_for_the_page(stranger: FlaskClient, context: Context) -> None:
    token = context.access.new_token()
    assert stranger.get("/api/v1/runs?token=" + token).status_code == 401


def test_each_process_has_a_cookie_of_its_own() -> None:
    assert Access().cookie != Access().cookie
    assert not Access().holds("")


def test_every_answer_is_sealed_against_other_origins(
    client: FlaskClient, stranger: FlaskClient
) -> None:
    for response in (client.get("/"), stranger.get("/"), client.get("/api/v1/nothing")):
        headers = response.headers
        assert "Access-Control-Allow-Origin" not in headers
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "no-referrer"
        assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
        assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
        assert headers["Cache-Control"] == "no-store"
        policy = headers["Content-Security-Policy"]
        assert "script-src 'self';" in policy
        assert "unsafe-eval" not in policy


def test_static_files_are_checked_again_each_time_but_not_sent_again(client: FlaskClient) -> None:
    first = client.get("/static/told.css", buffered=True)
    assert first.headers["Cache-Control"] == "no-cache"
    seen = {"If-None-Match": first.headers["ETag"]}
    again = client.get("/static/told.css", headers=seen, buffered=True)
    assert again.status_code == 304


def test_no_path_leads_out_of_the_static_folder(client: FlaskClient) -> None:
    for path in ("/static/../app.py", "/static/%2e%2e/app.py", "/static/..%2fapp.py"):
        assert client.get(path).status_code == 404

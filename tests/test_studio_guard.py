"""The guard of the studio: requests of strangers are refused, and so are paths outside of the project."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the studio needs the packages of the extra studio")
pytest.importorskip("uvicorn", reason="the studio needs the packages of the extra studio")

from studio_server import BYTES, JSON, Client, studio

from ncleaner.studio.guard import LARGEST_BODY

pytestmark = pytest.mark.once

EXAMPLES = Path(__file__).parent.parent / "examples"

ROUTES = (
    "/",
    "/static/js/main.js",
    "/api/studio",
    "/api/pages/page-1/view",
    "/api/pages/page-1/frame",
    "/api/pages/page-1/segments/0",
    "/api/pages/page-1/source",
    "/api/nothing",
)


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    with studio(EXAMPLES) as client:
        yield client


@pytest.mark.parametrize("route", ROUTES[:-1])
def test_the_studio_answers_its_own_page(client: Client, route: str) -> None:
    assert client.get(route).status == 200


@pytest.mark.parametrize(
    "host",
    [None, "", "evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1", "127.0.0.1:{port}.evil.example",
     "127.0.0.2:{port}", "localhost.evil.example:{port}", "0.0.0.0:{port}", "127.0.0.1:{port}@evil.example"],
)  # fmt: skip
def test_foreign_hosts_are_refused(client: Client, host: str | None) -> None:
    name = None if host is None else host.format(port=client.port)
    assert client.get("/api/studio", Host=name).status in (400, 421)


@pytest.mark.parametrize(
    "origin",
    ["null", "http://evil.example", "http://evil.example:{port}", "https://127.0.0.1:{port}", "http://127.0.0.1",
     "http://127.0.0.1:1", "file://", "127.0.0.1:{port}", "http://127.0.0.1:{port}.evil.example"],
)  # fmt: skip
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_foreign_origins_are_refused(client: Client, origin: str, method: str) -> None:
    answer = client.send(method, "/api/studio", headers={**JSON, "Origin": origin.format(port=client.port)})
    assert answer.status == 403
    assert "other sites" in answer.json["error"]


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_requests_that_a_browser_calls_foreign_are_refused(client: Client, site: str) -> None:
    assert client.send("GET", "/api/studio", headers={"Sec-Fetch-Site": site}).status == 403


@pytest.mark.parametrize("route", ROUTES)
def test_every_route_needs_the_token(client: Client, route: str) -> None:
    for cookie in (None, "", f"ncleaner-studio-{client.port}=", f"ncleaner-studio-{client.port}=wrong", "a=b;;=;\x07"):
        assert client.get(route, Cookie=cookie).status in (400, 401)


def test_a_wrong_token_in_the_address_opens_nothing(client: Client) -> None:
    for token in ("", "wrong", client.address.rpartition("=")[2][:-1], "%ff%00"):
        answer = client.get(f"/?token={token}", Cookie=None)
        assert answer.status == 401
        assert "set-cookie" not in answer.headers


def test_the_printed_address_sets_a_cookie_that_no_script_reads(client: Client) -> None:
    answer = client.get("/" + client.address.rpartition("/")[2], Cookie=None)
    assert (answer.status, answer.headers["location"]) == (303, "/")
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie


@pytest.mark.parametrize(
    "path",
    ["/static/../guard.py", "/static/..%2fguard.py", "/static/%2e%2e/guard.py", "/static//etc/passwd", "/static/",
     "/api/pages/..%2f..%2fetc/view", "/api/pages/page-99/view", "/api/pages/page-1/images/../../README.md",
     "/api/pages/page-1/images/..%2f..%2fREADME.md", "/api/pages/page-1/images//etc/passwd",
     "/api/pages/page-1/images/news.html", "/api/pages/page-1/images/%00.png", "/api/pages/page-1/segments/99999"],
)  # fmt: skip
def test_paths_outside_of_the_project_are_refused(client: Client, path: str) -> None:
    assert client.get(path).status == 404


@pytest.mark.parametrize("method", ["DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND"])
def test_other_methods_are_refused(client: Client, method: str) -> None:
    assert client.send(method, "/api/studio").status == 405


@pytest.mark.parametrize("type", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
def test_bodies_that_a_form_could_send_are_refused(client: Client, type: str) -> None:
    assert client.send("POST", "/api/pages?name=a.html", b"<p>text", {"Content-Type": type}).status == 415


def test_bodies_that_are_too_large_are_refused(client: Client) -> None:
    # No body follows: a server that closes on bytes which it has not read resets the connection, answer and all.
    for length, statuses in ((str(LARGEST_BODY + 1), (413,)), ("9" * 30, (400, 413))):
        headers = {**BYTES, "Content-Length": length}
        assert client.send("POST", "/api/pages?name=a.html", headers=headers).status in statuses


def test_a_body_that_is_longer_than_declared_is_refused(client: Client) -> None:
    chunk = b"%x\r\n%s\r\n" % (1 << 20, b"x" * (1 << 20))
    body = chunk * (LARGEST_BODY // (1 << 20) + 2) + b"0\r\n\r\n"
    headers = {**BYTES, "Transfer-Encoding": "chunked", "Content-Length": None}
    with suppress(BrokenPipeError, ConnectionResetError):  # it does not wait for the rest
        assert client.send("POST", "/api/pages?name=a.html", body, headers).status == 413
    assert client.get("/api/studio").status == 200


def test_every_answer_has_a_policy(client: Client) -> None:
    for route in (*ROUTES, "/static/nothing"):
        headers = client.get(route).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cache-control"] == "no-store"
    assert "script-src 'none'" in client.get("/api/pages/page-1/frame").headers["content-security-policy"]


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ("engine=lynx", "the studio has no engine 'lynx'"),
        ("engine=none", "the studio has no engine 'none'"),
        ("model=../../my.model", "there is no model"),
        ("bias=much", "the option bias cannot be 'much'"),
        ("scope=all", "there is no scope 'all'"),
        ("engine=ngram&model=forest", "not for 'ngram'"),
    ],
)
def test_settings_that_make_no_sense_are_refused_with_a_sentence(client: Client, settings: str, sentence: str) -> None:
    answer = client.get(f"/api/pages/page-1/view?{settings}")
    assert answer.status == 400
    assert sentence in answer.json["error"]

"""The attacks in miniature, and proof that they can find something."""

from __future__ import annotations

import socket
from datetime import date
from pathlib import Path

import pytest

from attacks import formats, results, sources
from attacks.__main__ import ATTACKS, attacked
from attacks.outcome import Outcome, skipped
from attacks.page import Line, page
from attacks.payloads import collection
from attacks.running import Ended

pytestmark = pytest.mark.once

ADDRESS = "http://127.0.0.1:9"


def test_the_collection_is_large_and_its_names_are_unique() -> None:
    names = [page.name for page in collection(ADDRESS)]
    assert len(names) == len(set(names)) > 2000


@pytest.mark.parametrize("name", ["formats", "archives", "fetching"])
def test_nothing_is_found_in_miniature(name: str) -> None:
    lines = list(attacked(name, quick=True))
    assert lines
    assert [line.outcome.findings for line in lines] == [()] * len(lines)


def test_an_address_that_runs_code_is_found_in_markdown() -> None:
    assert formats.CHECKS["markdown"]("[a](javascript:alert)") == "address 'javascript:alert'"
    assert formats.CHECKS["markdown"]("![a](data:image/png,b)")
    assert formats.CHECKS["markdown"]("a $<script>alert(1)</script>$") == "<script>"
    assert formats.CHECKS["markdown"]("<sup onclick=a>b</sup>")
    assert formats.CHECKS["markdown"]('---\ntitle: "<b>"\n---\n')
    assert not formats.CHECKS["markdown"]('---\ntitle: "b"\n---\n<sup>c</sup> ~~d~~\n\n| e |\n| --- |\n| f |\n')
    assert formats.CHECKS["vertical"]("<doc>\nword\n</p>\n")


def test_an_unsafe_page_is_found_by_the_browser() -> None:
    chromium = pytest.importorskip("attacks.chromium", reason="needs the packages of fiasco")
    if chromium.find_browser() is None:
        pytest.skip("no browser is installed")
    with chromium.opener() as (browser, server):
        hostile = {
            "script": f"<p>x<script>{chromium.SIGNAL}('ran')</script>",
            "handler": f"<p>x<svg onload={chromium.SIGNAL}(Date())>",
            "picture": f"<p>x<img src={server.address}/picture>",
            "refresh": f"<meta http-equiv=refresh content='0;url={server.address}/refresh'>x",
            "address": "<p><a href=' java\tscript:void(0)'>x</a>",
        }
        found = browser.open({name: page.encode() for name, page in {**hostile, "harmless": "<p>x"}.items()})
    assert "script ran" in found["script"]
    assert any(problem.startswith("script ") for problem in found["handler"])
    assert any("/picture" in problem for problem in found["picture"])
    assert any("/refresh" in problem for problem in found["refresh"])
    assert found["address"] == ["a link with javascript:"]
    assert "harmless" not in found


def test_a_connection_to_the_forbidden_address_is_found() -> None:
    fetching = pytest.importorskip("attacks.fetching", reason="needs the extra fetch")
    redirect = b"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.2:PORT/\r\nContent-Length: 0\r\n\r\n"

    def serve(connection: socket.socket) -> None:
        connection.recv(65536)
        connection.sendall(redirect.replace(b"PORT", str(connection.getsockname()[1]).encode()))

    with fetching.listening(fetching.ALLOWED, 0, serve) as port, fetching.canary(port) as visits:
        assert not fetching.tried(f"http://127.0.0.1:{port}/", (fetching.ALLOWED,))
        assert not visits
        fetching.tried(f"http://127.0.0.1:{port}/", (fetching.ALLOWED, fetching.FORBIDDEN))
        assert visits


@pytest.mark.parametrize(
    ("ended", "problem"),
    [
        (Ended(None, "", ""), "it did not end within 120 seconds"),
        (Ended(1, "", "Traceback (most recent call last):\n  …\nValueError: x\n"), "a traceback: ValueError: x"),
        (Ended(-11, "", ""), "it was ended by SIGSEGV"),
        (Ended(1, "", "ncleaner: x\n"), ""),
    ],
)
def test_ends_that_no_command_may_have(ended: Ended, problem: str) -> None:
    assert ended.problem == problem


def test_the_page_has_a_line_for_each_outcome_and_lists_what_was_found() -> None:
    outcomes = [
        Outcome("pages", 2000, "nothing runs"),
        Outcome("models", 3, "only errors", ("a `b` \x1b[2J",), "41 MB"),
        skipped("disks", "nothing is lost", "no file system can be mounted here"),
    ]
    text = page([Line("a", outcome, 1.0) for outcome in outcomes], "ncleaner 1.0", date(2026, 1, 2))
    assert "1 of 3 lines are red, in 0 minutes, with ncleaner 1.0." in text
    assert "## Result of 2 January 2026" in text
    assert "| a | 2,000 | pages | nothing runs | 0 | 1 |" in text
    assert "| a | 3 | models | only errors | 1 (41 MB) | 1 |" in text
    assert "skipped: no file system can be mounted here" in text
    assert "- `a 'b' \\x1b[2J`" in text


def test_results_are_stored_until_the_sources_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [
        Line("a", Outcome("pages", 2, "nothing runs", ("x",), "1 MB"), 1.5),
        Line("a", skipped("b", "c", "d"), 0.0),
    ]
    results.store("a", lines, tmp_path)
    assert results.stored(["a"], tmp_path) == lines
    assert results.stored(["a", "b"], tmp_path) == []
    monkeypatch.setattr(sources, "digest", lambda: "other")
    assert results.stored(["a"], tmp_path) == []


def test_the_page_explains_every_attack() -> None:
    head = (Path(formats.__file__).parent / "head.md").read_text("utf-8")
    assert all(f"| `{name}` |" in head for name in ATTACKS)

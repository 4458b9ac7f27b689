"""``ncleaner URL``: pages that are fetched and cleaned."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import ROOT
from fetch_server import Server, answer, hang, redirect, serving

from ncleaner.cli import main
from ncleaner.cli.address_names import is_address, long_name, short_name
from ncleaner.cli.fetching import without_extra
from ncleaner.cli.status import FAILED, INTERRUPTED, MISUSED, OK

pytestmark = pytest.mark.once

Captured = pytest.CaptureFixture[str]

PAGE = "<title>Rain</title><h1>Rain</h1><p>It rained all day in K\xf6ln, and the harbour was empty.</p>"
TEXT = "Rain\nIt rained all day in K\xf6ln, and the harbour was empty.\n"


@pytest.fixture
def server() -> Iterator[Server]:
    pytest.importorskip("httpcore2", reason="fetching needs the extra fetch")
    pytest.importorskip("idna", reason="fetching needs the extra fetch")
    page = answer(PAGE.encode("latin-1"), type="text/html; charset=latin1")
    with serving({"/": page, "/rain.html": page, "/b/rain.html": page, "/old": redirect("/rain.html")}) as server:
        yield server


def run(*arguments: str) -> int:
    return main(["--engine", "dump", *arguments])


class TestPages:
    def test_a_page_and_its_facts(self, server: Server, capsys: Captured) -> None:
        assert run("--allow-private", "--json", server.url("/old")) == OK
        document = json.loads(capsys.readouterr().out)
        assert document["url"] == server.url("/rain.html")
        assert document["encoding"] == "windows-1252"
        assert [segment["text"] for segment in document["segments"]] == TEXT.splitlines()

    def test_files_and_addresses_together(self, server: Server, tmp_path: Path, capsys: Captured) -> None:
        (tmp_path / "snow.html").write_text("<p>Snow")
        gone = server.url("/gone")
        assert run(gone, str(tmp_path / "snow.html"), server.url(), "--allow-private") == FAILED
        out, err = capsys.readouterr()
        assert out == "Snow\n" + TEXT
        assert err == f"ncleaner: {gone}: the server answered 404 Not Found; check the address\n"

    def test_results_in_a_directory(self, server: Server, tmp_path: Path) -> None:
        addresses = [server.url(), server.url("/rain.html"), server.url("/b/rain.html"), server.url("/old")]
        assert run("--allow-private", "-o", str(tmp_path / "out"), *addresses) == OK
        host = f"127.0.0.1_{server.port}"
        assert {path.name for path in (tmp_path / "out").iterdir()} == {
            f"{host}.txt",
            f"{host}_rain.html.txt",
            f"{host}_b_rain.html.txt",
            "old.txt",
        }
        assert (tmp_path / "out" / "old.txt").read_text("utf-8") == TEXT

    def test_the_server_says_what_is_plain_text(self, capsys: Captured, server: Server) -> None:
        answers = {"/a.txt": answer("<p>Rain"), "/b.html": answer("<p>Rain", type="text/plain")}
        with serving(answers) as other:
            assert run("--allow-private", other.url("/a.txt"), other.url("/b.html")) == OK
        assert capsys.readouterr().out == "Rain\n<p>Rain\n"

    def test_other_commands_take_an_address(self, server: Server, capsys: Captured) -> None:
        assert main(["explain", server.url()]) == FAILED
        assert f"{server.url()}: 127.0.0.1 is not a public server" in capsys.readouterr().err


class TestFailures:
    def test_this_machine_is_refused(self, server: Server, capsys: Captured) -> None:
        assert main([server.url()]) == FAILED
        out, err = capsys.readouterr()
        assert out == ""
        assert err == (
            f"ncleaner: {server.url()}: 127.0.0.1 is not a public server; if you trust it, allow private addresses "
            "(--allow-private)\n"
        )
        assert server.requests == []

    def test_a_redirect_says_where_it_led(self, capsys: Captured, server: Server) -> None:
        with serving({"/": redirect(server.url("/gone"))}) as other:
            assert run("--allow-private", other.url()) == FAILED
            said = f"ncleaner: {other.url()}: redirected to {server.url('/gone')}: the server answered 404"
        assert capsys.readouterr().err.startswith(said)

    def test_what_a_server_says_cannot_control_the_terminal(self, capsys: Captured, server: Server) -> None:
        with serving({"/": answer(b"", type="x/\x1b[31m")}) as other:
            assert run("--allow-private", other.url()) == FAILED
        assert "\x1b" not in capsys.readouterr().err

    def test_limits(self, capsys: Captured, server: Server) -> None:
        with serving({"/": hang, "/large": answer(bytes(2000))}) as other:
            assert (
                run("--allow-private", "--timeout", "0.2", "--max-size", "0.001", other.url(), other.url("/large")) == 1
            )
        first, second = capsys.readouterr().err.splitlines()
        assert first.endswith(": it took longer than 0.2 seconds; allow more if the server is slow (--timeout)")
        assert "the page is larger than 0.0009" in second

    @pytest.mark.parametrize(
        ("arguments", "said"),
        [
            (["--url", "http://b.example/", "http://a.example/"], "one that is fetched now has its own"),
            (["--timeout", "0", "http://a.example/"], "'0' is not a number of seconds"),
            (["--timeout", "nan", "http://a.example/"], "'nan' is not a number of seconds"),
            (["--max-size", "x", "http://a.example/"], "'x' is not a number of megabytes"),
        ],
    )
    def test_misuse(self, arguments: list[str], said: str, capsys: Captured) -> None:
        assert main(arguments) == MISUSED
        assert said in capsys.readouterr().err

    @pytest.mark.skipif(os.name != "posix", reason="signals are sent otherwise here")
    def test_ctrl_c(self, server: Server) -> None:
        with serving({"/": hang}) as other:
            command = [sys.executable, "-m", "ncleaner", "--allow-private", other.url()]
            inherited = os.environ | {"PYTHONPATH": str(ROOT / "src")}
            with subprocess.Popen(command, env=inherited, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
                assert other.asked.wait(60)
                process.send_signal(signal.SIGINT)
                out, err = process.communicate(timeout=60)
        assert (process.returncode, out, err) == (INTERRUPTED, b"", b"")


class TestWithoutTheExtra:
    def test_both_ways_are_shown(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Captured) -> None:
        monkeypatch.setitem(sys.modules, "ncleaner.fetch.exchange", None)
        (tmp_path / "snow.html").write_text("<p>Snow")
        url = "https://example.org/a?b=c&d=e"
        assert run(url, str(tmp_path / "snow.html")) == FAILED
        out, err = capsys.readouterr()
        assert out == "Snow\n"
        assert err.startswith(f"ncleaner: {url}: fetching pages needs the package ")
        assert "pip install 'ncleaner[fetch]'" in err
        assert err.endswith(f"; or without it: curl -sSfL '{url}' | ncleaner --url '{url}' -\n")

    @pytest.mark.skipif(os.name != "posix" or not shutil.which("curl"), reason="needs a shell and curl")
    def test_the_command_works_as_it_is(self, tmp_path: Path) -> None:
        shim = tmp_path / "ncleaner"
        shim.write_text(f'#!/bin/sh\nPYTHONPATH="{ROOT / "src"}" exec "{sys.executable}" -m ncleaner --json "$@"\n')
        shim.chmod(0o755)
        path = "/a?b=it's&c=$HOME"
        with serving({path: answer(PAGE.replace("\xf6", "o"))}) as server:
            environment = {name: value for name, value in os.environ.items() if "proxy" not in name.lower()}
            done = subprocess.run(
                ["sh", "-c", without_extra(server.url(path))],
                env=environment | {"PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"},
                capture_output=True,
                check=False,
                timeout=60,
            )
        assert done.stderr == b""
        document = json.loads(done.stdout)
        assert document["url"] == server.url(path)
        assert document["segments"][0]["text"] == "Rain"


class TestNames:
    @pytest.mark.parametrize("path", ["http://a", "HTTPS://A/b"])
    def test_addresses(self, path: str) -> None:
        assert is_address(path)

    @pytest.mark.parametrize("path", ["a.html", "./http://a", "ftp://a", "http:", "https:/a", "-", ""])
    def test_files(self, path: str) -> None:
        assert not is_address(path)

    @pytest.mark.parametrize(
        ("url", "short", "long"),
        [
            ("https://example.org", "example.org", "example.org"),
            ("https://example.org/a/rain.html?b=1#c", "rain.html", "example.org_a_rain.html_b_1_c"),
            ("https://example.org/a/b/", "b", "example.org_a_b"),
            ("https://u:p@example.org:81/", "example.org_81", "example.org_81"),
            ("https://example.org/%2e%2e%2f%2e%2e%2fetc", "etc", "example.org_.._.._etc"),
            ("https://example.org/..", "example.org", "example.org"),
            ("https://example.org/%00%0a", "example.org", "example.org"),
            ("https://example.org/" + "a" * 999, "a" * 100, "example.org_" + "a" * 88),
            ("https://例え.テスト/雨", "雨", "例え.テスト_雨"),
        ],
    )
    def test_names_of_results(self, url: str, short: str, long: str) -> None:
        assert (short_name(url), long_name(url)) == (short, long)

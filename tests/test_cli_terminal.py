"""Commands on a terminal, which is a pseudo-terminal here."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from conftest import ROOT
from evaluating import weather, write_set
from site_examples import PROMOTION, page

pytestmark = [pytest.mark.once, pytest.mark.skipif(os.name != "posix", reason="there are no pseudo-terminals here")]

NEWS = str(ROOT / "examples" / "news.html")
CODE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
FAINT = "\x1b[2m"
COLOURED = re.compile(r"\x1b\[(1;)?3[12]m")


def on_terminal(*arguments: str, **environment: str) -> tuple[int, str]:
    """Run a command with a terminal for all its streams; return its exit status and what it printed."""
    master, slave = os.openpty()
    inherited = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    process = subprocess.Popen(
        [sys.executable, "-m", "ncleaner", *arguments],
        env=inherited | {"PYTHONPATH": str(ROOT / "src"), "TERM": "xterm-256color"} | environment,
        stdin=slave,
        stdout=slave,
        stderr=slave,
    )
    os.close(slave)
    printed = b""
    with suppress(OSError):  # by which Linux reports the end
        while data := os.read(master, 1 << 16):
            printed += data
    os.close(master)
    return process.wait(60), printed.decode().replace("\r\n", "\n")


@pytest.mark.parametrize(
    ("engine", "package"),
    [
        ("forest", None),
        ("ngram", None),
        ("ice-tree", "stopwordsiso"),
        ("fiasco", "selectolax"),
        ("dump", None),
        ("heuristics", None),
    ],
)
def test_explain(engine: str, package: str | None) -> None:
    if package:
        pytest.importorskip(package)
    status, printed = on_terminal("explain", "--engine", engine, NEWS)
    assert status == 0
    assert f"{FAINT}+ " in printed
    assert bool(COLOURED.search(printed)) == (engine in ("forest", "ngram"))
    plain = subprocess.run(
        [sys.executable, "-m", "ncleaner", "explain", "--engine", engine, NEWS],
        env=os.environ | {"PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        check=True,
    )
    assert CODE.sub("", printed) == plain.stdout.decode()


def test_explain_without_colours() -> None:
    status, printed = on_terminal("explain", NEWS, NO_COLOR="1")
    assert status == 0
    assert "\x1b" not in printed


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["clean", NEWS], "ferry"),
        (["models"], "forest"),
        (["models", "show", "english"], "english"),
        (["--help"], "options of the engine forest"),
    ],
)
def test_other_commands(arguments: list[str], text: str) -> None:
    status, printed = on_terminal(*arguments)
    assert status == 0
    assert text in printed


def test_evaluate(tmp_path: Path) -> None:
    days = write_set(tmp_path / "weather", weather(3))
    status, printed = on_terminal("evaluate", str(days), "--engine", "dump", "--engine", "heuristics")
    assert status == 0
    assert "weather: 3 pages" in CODE.sub("", printed)
    assert "Traceback" not in printed


def test_corpus(tmp_path: Path) -> None:
    days = write_set(tmp_path / "weather", weather(3))
    command = ["corpus", str(days / "html"), "-o", str(tmp_path / "corpus"), "--engine", "dump", "--workers", "1"]
    status, printed = on_terminal(*command)
    assert status == 0
    assert "words kept" in printed


def test_without_arguments_there_is_a_short_help() -> None:
    status, printed = on_terminal()
    assert status == 2
    assert printed.startswith("usage: ncleaner [OPTIONS]")


def test_a_wrong_option() -> None:
    status, printed = on_terminal("--engine", "dump", "--bias", "1", NEWS)
    assert (status, printed) == (2, "ncleaner: the engine 'dump' has no option 'bias'; it has none\n")


def test_site_colours_what_other_pages_say(tmp_path: Path) -> None:
    for number in range(5):
        (tmp_path / f"{number}.html").write_bytes(page(number))
    arguments = ("site", str(tmp_path), "--page", str(tmp_path / "0.html"))
    status, printed = on_terminal(*arguments)
    assert status == 0
    assert f"\x1b[33m{PROMOTION}\x1b[0m" in printed
    assert "\x1b[32mThe " in printed
    assert "\x1b[" not in on_terminal(*arguments, NO_COLOR="1")[1]

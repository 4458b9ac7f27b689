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

from ncleaner.render import FORMATS

pytestmark = [pytest.mark.once, pytest.mark.skipif(os.name != "posix", reason="there are no pseudo-terminals here")]

NEWS = str(ROOT / "examples" / "news.html")
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
CODE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
CHARACTERS = re.compile(r"\x1b\[(1;)?3[12]m[A-Za-z]")


def on_terminal(*arguments: str, **environment: str) -> tuple[int, str]:
    """Run a command on a terminal with 80 columns; return its exit status and what it printed."""
    return on_terminal_of(80, *arguments, **environment)


def on_terminal_of(columns: int, *arguments: str, **environment: str) -> tuple[int, str]:
    """Run a command with a terminal for all its streams; return its exit status and what it printed."""
    master, slave = os.openpty()
    import fcntl
    import struct
    import termios

    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    inherited = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS")}
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
    assert "\x1b[32m+\x1b[0m " in printed
    assert bool(CHARACTERS.search(printed)) == (engine == "ngram")
    plain = subprocess.run(
        [sys.executable, "-m", "ncleaner", "explain", "--engine", engine, NEWS],
        env={name: value for name, value in os.environ.items() if name != "COLUMNS"}
        | {"PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        check=True,
    )
    assert CODE.sub("", printed) == plain.stdout.decode()


@pytest.mark.parametrize("columns", [20, 40, 80, 120])
def test_explanations_fit_the_terminal(columns: int) -> None:
    status, printed = on_terminal_of(columns, "explain", str(ROOT / "examples" / "forum.html"))
    assert status == 0
    assert max(len(line) for line in CODE.sub("", printed).split("\n")) <= columns


def test_whole_texts_of_ngram_have_coloured_characters() -> None:
    status, printed = on_terminal("explain", "--full", "--engine", "ngram", NEWS)
    assert status == 0
    assert CHARACTERS.search(printed)
    assert "But a bus at the right hour changes where you can work" in " ".join(CODE.sub("", printed).split())


def test_a_command_without_a_page_does_not_wait_for_one() -> None:
    for command in ("explain", "regions"):
        message = f"ncleaner: name a page: ncleaner {command} FILE|URL, or - to read what you type, up to Ctrl-D\n"
        assert on_terminal(command) == (2, message)


def test_a_narrow_terminal_gets_help() -> None:
    for option in ("--help", "--help-all"):
        status, printed = on_terminal_of(20, option)
        assert status == 0
        assert "ncleaner COMMAND" in printed or "--format" in printed


def test_clean_text_has_bold_headings() -> None:
    status, printed = on_terminal(NEWS)
    assert status == 0
    assert "\x1b[1m‘A bus that happens to float’\x1b[0m\n" in printed
    assert set(CODE.findall(printed)) == {"\x1b[1m", "\x1b[0m"}


def test_markdown_has_dim_marks_and_addresses() -> None:
    status, printed = on_terminal("-f", "markdown", "--with-metadata", str(ROOT / "examples" / "recipe.html"))
    assert status == 0
    assert "\x1b[2mauthor: " in printed
    assert "\x1b[1m### Ingredients\x1b[0m\n" in printed
    assert "\x1b[2m-\x1b[0m 2 tablespoons olive oil\n" in printed
    assert "[disclosure policy]\x1b[2m(/disclosure)\x1b[0m" in printed


@pytest.mark.parametrize("format", ["txt", "markdown"])
@pytest.mark.parametrize("arguments", [[], ["--all"], ["--with-metadata"], ["--all", "--with-metadata"]])
def test_colours_change_no_character(format: str, arguments: list[str], tmp_path: Path) -> None:
    out = tmp_path / "out"
    for name in ("recipe.html", "forum.html"):
        path = ROOT / "examples" / name
        _, printed = on_terminal("-f", format, *arguments, str(path))
        assert on_terminal("-f", format, *arguments, str(path), "-o", str(out)) == (0, "")
        assert CODE.sub("", printed) == out.read_text("utf-8")
        assert on_terminal("-f", format, *arguments, str(path), NO_COLOR="1")[1] == out.read_text("utf-8")


def test_when_there_are_colours(tmp_path: Path) -> None:
    def has_colours(*arguments: str, **environment: str) -> bool:
        return "\x1b" in on_terminal(*arguments, NEWS, **environment)[1]

    for command in ([], ["explain"]):
        assert has_colours(*command)
        assert not has_colours(*command, NO_COLOR="1")
        assert not has_colours(*command, TERM="dumb")
        assert not has_colours(*command, "--color", "never")
        assert has_colours(*command, "--color", "always", NO_COLOR="1")
    out = tmp_path / "out.txt"
    assert on_terminal("--color", "always", NEWS, "-o", str(out)) == (0, "")
    assert "\x1b" not in out.read_text("utf-8")


def test_pipes_get_colours_only_if_they_are_asked_for() -> None:
    def printed(*arguments: str) -> bytes:
        command = [sys.executable, "-m", "ncleaner", *arguments, NEWS]
        environment = os.environ | {"PYTHONPATH": str(ROOT / "src")}
        return subprocess.run(command, env=environment, capture_output=True, check=True).stdout

    assert b"\x1b" not in printed()
    assert b"\x1b" not in printed("explain")
    assert b"\x1b[1m" in printed("--color", "always")
    assert b"\x1b[32m" in printed("explain", "--color", "always")


HOSTILE = (
    "<title>Title \x1b]0;gone\x07</title><meta name=author content='Ann \x1b[2J \x9b31m'>"
    "<base href='http://a.example/\x1b[2J'><!-- \x1b[2J \x9b2J \x07 --><h1>Tides \x1b[2J</h1>"
    "<p>The sea comes and goes \x1b]8;;http://b.example\x07, as it \x9b2J"
    " always has, and <a href='/\x1b[31m'>this page</a> says when\x7f it does.\r<pre>a\tb\x1b[2J\nc</pre>"
)


@pytest.mark.parametrize("format", FORMATS)
def test_no_page_controls_the_terminal(format: str, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_bytes(HOSTILE.encode())
    _, printed = on_terminal("--engine", "dump", "--all", "-f", format, str(page), NO_COLOR="1")
    assert not CONTROL.search(printed)
    assert "sea" in printed


@pytest.mark.parametrize("command", [["explain"], ["explain", "--full"], ["explain", "--engine", "ngram"], ["--text"]])
def test_nor_does_it_in_other_commands(command: list[str], tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_bytes(HOSTILE.encode())
    for colour in ("never", "always"):
        _, printed = on_terminal(*command, "--color", colour, str(page))
        assert not CONTROL.search(CODE.sub("", printed) if colour == "always" else printed)
        assert "2J" not in "".join(CODE.findall(printed))


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
        (["--help"], "ncleaner --help-all"),
        (["--help-all"], "options of the engine forest"),
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

"""Code blocks of the documentation, which the tests run as a reader would: from the top of a page to its end.

`session` runs a page in a folder. Blocks of shell commands have a shell each. Blocks of Python share one process and
one namespace, but a block with ``if __name__ == "__main__":`` is run as a script. A block of text that follows at once
is the output, in which ``…`` stands for any characters. A block is left out if the line before it is a comment of the
form ``<!-- not run: REASON -->`` or ``<!-- tested by: tests/FILE.py -->``.

With the variable ``NCLEANER_OUTPUTS`` set, pages are corrected instead: outputs become what was printed, and lines with
``…`` stay.
"""

from __future__ import annotations

import difflib
import gzip
import json
import os
import re
import secrets
import shlex
import shutil
import subprocess
import sys
import textwrap
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from types import TracebackType

from conftest import ROOT
from markdown_it import MarkdownIt

REASONS = frozenset(
    {
        "needs a browser",
        "needs a cluster",
        "needs another tool",
        "needs Docker",
        "needs the network",
        "needs the sets below NCLEANER_DATA",
        "installs packages",
        "opens the studio",
        "takes minutes",
    }
)
TIMEOUT = 300
CORRECTS = bool(os.environ.get("NCLEANER_OUTPUTS"))
LANGUAGES = ("sh", "python")
MISSPELT = {"bash", "console", "py", "pycon", "python3", "shell", "zsh"}
FENCE = re.compile(r"(?P<indent> *)(?P<fence>`{3,}|~{3,})(?P<language>[^\s`{]*)(?P<rest>[^`]*)$")
COMMENT = re.compile(r"\s*<!-- (not run|tested by): (.+?) -->\s*$")


@dataclass(slots=True)
class Block:
    """A fenced block of a page."""

    line: int  # of its first line of code
    language: str
    code: str
    left_out: tuple[str, str] | None = None  # "not run" or "tested by", and why or where
    output: str | None = None  # what it must print
    place: tuple[int, int, str] = (0, 0, "")  # the first line of the output, the line after it, and its indentation

    @property
    def is_script(self) -> bool:
        """Whether the block is a Python script of its own."""
        return self.language == "python" and '__name__ == "__main__"' in self.code


# Finding the blocks.


def blocks(page: str, section: str, language: str = "python") -> list[str]:
    """Return the code blocks of a section of a page."""
    scripts = []
    heading = ""
    tokens = MarkdownIt("commonmark").parse((ROOT / page).read_text(encoding="utf-8"))
    for before, token in pairwise(tokens):
        if before.type == "heading_open":
            heading = token.content
        elif token.type == "fence" and token.info == language and heading == section:
            scripts.append(token.content)
    assert scripts, f"no {language} in the section {section!r} of {page}"
    return scripts


def runnable(text: str) -> list[Block]:
    """Return the blocks of shell commands and Python of a page, each with its expected output."""
    found: list[Block] = []
    last: Block | None = None  # the block that a block of text would be the output of
    end = 0  # the line after that block
    lines = text.splitlines()
    for block, first, after in _fences(lines):
        assert block.language not in MISSPELT, f"line {first + 1}: write {block.language} as `sh` or `python`"
        if block.language in LANGUAGES:
            comment = COMMENT.match(lines[first - 1]) if first else None
            block.left_out = (comment[1], comment[2]) if comment else None
            found.append(block)
            last, end = block, after
        elif block.language == "text" and last and not "".join(lines[end:first]).strip():
            last.output = block.code
            last.place = (first + 1, after - 1, lines[first][: len(lines[first]) - len(lines[first].lstrip())])
            last = None
        else:
            last = None
    return found


def _fences(lines: list[str]) -> Iterator[tuple[Block, int, int]]:
    """Yield the fenced blocks, at any depth of lists, tabs and notes, with the lines of their fence and after it."""
    number = 0
    while number < len(lines):
        opening = FENCE.match(lines[number])
        if not opening:
            number += 1
            continue
        closing = re.compile(rf" *{re.escape(opening['fence'][0])}{{{len(opening['fence'])},}}\s*$")
        end = next((n for n in range(number + 1, len(lines)) if closing.match(lines[n])), len(lines))
        code = textwrap.dedent("".join(f"{line}\n" for line in lines[number + 1 : end]))
        yield Block(number + 2, opening["language"], code), number, end + 1
        number = end + 1


def matches(expected: str, printed: str) -> bool:
    """Tell whether a command printed what a page says; blanks at the ends of lines do not count."""
    parts = [re.escape(part) for part in _tidy(expected).split("…")]
    return re.fullmatch(".*?".join(parts), _tidy(printed), re.DOTALL) is not None


def _tidy(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.strip("\n").splitlines()).rstrip("\n")


# Running them.


def session(path: Path, folder: Path) -> None:
    """Run a page in a folder; a block that fails, or prints something else than the page says, fails the test."""
    shown = path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else path.name
    text = path.read_text(encoding="utf-8")
    corrections: list[tuple[Block, str]] = []
    with Python(folder) as python:
        for block in runnable(text):
            place = f"{shown}:{block.line}"
            if block.left_out:
                _check_left_out(block.left_out, place, shown)
                continue
            if block.language == "sh":
                status, printed = shell(block.code, folder)
            elif block.is_script:
                status, printed = python.script(block.code)
            else:
                status, printed = python.run(block.code, str(path), block.line)
            assert status == 0, f"{place}: the block fails with status {status}:\n{printed}"
            if block.output is not None and not matches(block.output, printed):
                if CORRECTS and matches(correct := correction(block.output, printed), printed):
                    corrections.append((block, correct))
                    continue
                lines = _tidy(block.output).splitlines(), _tidy(printed).splitlines()
                difference = "\n".join(difflib.unified_diff(*lines, place, "printed", lineterm=""))
                raise AssertionError(f"{place}: the block prints something else\n{difference}")
    if corrections:
        path.write_text(_corrected(text, corrections), encoding="utf-8")


def correction(expected: str, printed: str) -> str:
    """Return an output with the lines that were printed in place of its own, except for those with ``…``.

    A line that is only ``…`` stands for any number of lines; only the first of these counts.
    """
    old, new = _tidy(expected).splitlines(), _tidy(printed).splitlines()
    if "…" not in old:
        return "\n".join(_by_line(old, new))
    gap = old.index("…")
    below = len(old) - gap - 1
    first = _by_line(old[:gap], new[:gap])
    return "\n".join([*first, "…", *_by_line(old[gap + 1 :], new[len(new) - below :])])


def _by_line(old: list[str], new: list[str]) -> list[str]:
    """Return the new lines, with the old ones that have ``…`` where the number of lines is the same."""
    if len(old) != len(new):
        return new
    return [before if "…" in before else after for before, after in zip(old, new, strict=True)]


def _corrected(text: str, corrections: list[tuple[Block, str]]) -> str:
    """Return a page with what its blocks really print."""
    lines = text.split("\n")
    for block, printed in reversed(corrections):
        first, after, indent = block.place
        lines[first:after] = [f"{indent}{line}".rstrip() for line in printed.splitlines()]
    return "\n".join(lines)


def _check_left_out(left_out: tuple[str, str], place: str, page: str) -> None:
    """Check that a block may be left out."""
    what, value = left_out
    if what == "not run":
        assert value in REASONS, f"{place}: write one of these reasons: {', '.join(sorted(REASONS))}"
    else:
        test = ROOT / value
        assert test.is_file(), f"{place}: there is no test {value}"
        assert page in test.read_text(encoding="utf-8"), f"{place}: {value} does not mention {page}"


def environment(folder: Path) -> dict[str, str]:
    """Return the environment of a session: ``ncleaner`` and ``python`` are commands, and nothing is coloured."""
    commands = folder.parent / f".{folder.name}-commands"
    if not commands.is_dir():
        commands.mkdir()
        for name, arguments in (("python", []), ("ncleaner", ["-m", "ncleaner"])):
            line = shlex.join([sys.executable, *arguments])
            (commands / name).write_text(f'#!/bin/sh\nexec {line} "$@"\n', encoding="utf-8")
            (commands / name).chmod(0o755)
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "NCLEANER_DATA"))}
    return kept | {
        "PATH": os.pathsep.join([str(commands), os.environ.get("PATH", os.defpath)]),
        "PYTHONPATH": str(ROOT / "src"),
        "PYTHONIOENCODING": "utf-8",
        "COLUMNS": "100",
        "LC_ALL": "C.UTF-8",
        "NO_COLOR": "1",
        "TERM": "dumb",
        "TZ": "UTC",
    }


def shell(code: str, folder: Path) -> tuple[int, str]:
    """Run shell commands; return the exit status and all that they print, errors too."""
    return _finish(["bash", "-e", "-c", code], folder)


def _finish(arguments: list[str], folder: Path) -> tuple[int, str]:
    done = subprocess.run(
        arguments,
        cwd=folder,
        env=environment(folder),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        check=False,
        timeout=TIMEOUT,
    )
    return done.returncode, done.stdout


# The process is told what to run in lines of JSON. It ends what a block prints with the given mark, the status, and for
# blocks of notebooks the value of the last expression, as text and as HTML.
_DRIVER = """
import ast, json, sys, traceback
space = {"__name__": "__main__", "__builtins__": __builtins__}
for line in sys.stdin:
    code, path, first, display, mark = json.loads(line)
    status, shown = 0, {}
    try:
        tree = ast.increment_lineno(ast.parse(code, path), first - 1)
        last = tree.body.pop() if display and tree.body and isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, path, "exec"), space)
        if last:
            value = eval(compile(ast.Expression(last.value), path, "eval"), space)
            if value is not None:
                shown["text/plain"] = repr(value)
            if hasattr(value, "_repr_html_"):
                shown["text/html"] = value._repr_html_()
    except BaseException:
        traceback.print_exc()
        status = 1
    sys.stderr.flush()
    print(mark + json.dumps([status, shown]), flush=True)
"""


class Python:
    """A Python process that runs blocks one after another in one namespace."""

    def __init__(self, folder: Path) -> None:
        """Start the process in a folder."""
        self._folder = folder
        self._process = subprocess.Popen(
            [sys.executable, "-c", _DRIVER],
            cwd=folder,
            env=environment(folder),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
        )

    def __enter__(self) -> Python:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._process.stdin:
            self._process.stdin.close()
        self._process.kill()
        self._process.wait()
        if self._process.stdout:
            self._process.stdout.close()

    def run(self, code: str, path: str = "block", first: int = 1) -> tuple[int, str]:
        """Run code; return a status and what it prints."""
        status, printed, _ = self.shown(code, path, first, display=False)
        return status, printed

    def shown(
        self, code: str, path: str = "cell", first: int = 1, *, display: bool = True
    ) -> tuple[int, str, dict[str, str]]:
        """Run code as a notebook does; return also the value of an expression at its end, as text and as HTML."""
        assert self._process.stdin
        assert self._process.stdout
        mark = f"\0{secrets.token_hex(8)} "
        self._process.stdin.write(json.dumps([code, path, first, display, mark]) + "\n")
        self._process.stdin.flush()
        printed = ""
        watch = threading.Timer(TIMEOUT, self._process.kill)
        watch.start()
        try:
            for line in self._process.stdout:
                before, found, rest = line.partition(mark)
                printed += before
                if found:
                    status, shown = json.loads(rest)
                    return status, printed, shown
        finally:
            watch.cancel()
        return 1, printed + "\nThe process ended.", {}

    def script(self, code: str) -> tuple[int, str]:
        """Run a script of its own; return its status and what it prints."""
        path = self._folder.parent / f".{self._folder.name}-script.py"
        path.write_text(code, encoding="utf-8")
        return _finish([sys.executable, str(path)], self._folder)


def run(script: str, folder: Path) -> str:
    """Run a script in a folder and return its output; a script that fails fails the test."""
    path = folder / "script.py"
    path.write_text(script, encoding="utf-8")
    return command([sys.executable, str(path)], folder)


def command(arguments: list[str], folder: Path) -> str:
    """Run a command in a folder and return its output."""
    done = subprocess.run(
        arguments,
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT / "src"), "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=TIMEOUT,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


# What lies in the folder.


def furnish(folder: Path) -> None:
    """Write what pages may use into a folder: ``examples/``, and their pages as archives, Parquet and JSON Lines."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    from ncleaner import clean

    shutil.copytree(ROOT / "examples", folder / "examples")
    pages = {path.name: path.read_bytes() for path in sorted((ROOT / "examples").glob("*.html"))}
    addresses = [f"https://example.org/{name}" for name in pages]
    (folder / "crawl").mkdir()
    half = (len(pages) + 1) // 2
    items = list(zip(addresses, pages.values(), strict=True))
    for number, part in enumerate((items[:half], items[half:])):
        archive = b"".join(_record(address, page) for address, page in part)
        (folder / "crawl" / f"pages-{number}.warc.gz").write_bytes(archive)
    pq.write_table(pa.table({"url": addresses, "html": list(pages.values())}), folder / "pages.parquet")
    with (folder / "pages.jsonl").open("w", encoding="utf-8") as file:
        for address, page in items:
            row = {"url": address, "html": clean(page, engine="dump").page.text}
            file.write(json.dumps(row, ensure_ascii=False) + "\n")


def _record(address: str, page: bytes) -> bytes:
    """Return a page as a compressed record of a web archive."""
    block = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + page
    name = f"{len(page):08x}-0000-4000-8000-{len(address):012x}"
    head = (
        f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:{name}>\r\nWARC-Date: 2024-05-17T12:00:00Z\r\n"
        f"WARC-Target-URI: {address}\r\nContent-Type: application/http; msgtype=response\r\n"
        f"Content-Length: {len(block)}\r\n\r\n"
    )
    return gzip.compress(head.encode() + block + b"\r\n\r\n", mtime=0)

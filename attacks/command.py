"""Calls of the command that nobody expects: names, lists, terminals, tables and pages of several gigabytes."""

from __future__ import annotations

import csv
import json
import os
import pty
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from attacks.archive_cases import good
from attacks.builders import ROOT
from attacks.outcome import Outcome, skipped
from attacks.running import PATIENCE, Ended, command, end, environment, run, start, watched
from ncleaner import clean
from ncleaner.errors import NCleanerError
from ncleaner.render import FORMATS

GIGABYTE = 1 << 30
SPARSE = 3 * GIGABYTE
ENOUGH = 6 * GIGABYTE  # of free memory, for a page of 2 GB as an object
SMALL = 256 << 20  # bytes that a refusal may take
SENTENCE = "status 1 or 2, and a sentence"

ESCAPES = ("\x1b]0;pwned\x07", "\x1b[2J\x1b[H", "\x1b[31mred", "a\rb", "\x9b31m", "\u202etxt", "a\nncleaner: b")
"""Parts of file names that a terminal obeys, or that look like another message."""

NAMES = ("a\0b", "\0", "a\0.html.gz")

CALLS = (
    ("{}",),
    ("explain", "{}"),
    ("regions", "{}"),
    ("corpus", "{}", "-o", "output"),
    ("evaluate", "{}"),
    ("merge", "{}", "{}"),
    ("agreement", "{}", "{}"),
    ("models", "{}"),
    ("--model", "{}", "page.html"),
    ("page.html", "-o", "{}"),
    ("corpus", "page.html", "-o", "{}"),
    ("train", "{}", "-o", "x.model"),
)
"""Commands with a place for a name."""

FORMULAS = ("=1+1", "+1+1", "-1+1", "@SUM(1)", "=cmd|' /C calc'!A0", "\t=1+1")


def attack(quick: bool) -> Iterator[Outcome]:
    """Make all calls."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "page.html").write_bytes(good(1))
        yield _zero_names(folder)
        yield _lists(folder)
        yield _terminal(folder)
        yield _formulas(folder)
        yield _surrogates()
        if not quick:
            yield _interrupts(folder)
            yield from _large_pages(folder)


def _problem(ended: Ended, what: str) -> list[str]:
    """Return findings unless the command was refused with a sentence."""
    if ended.problem:
        return [f"{what}: {ended.problem}"]
    if ended.status not in (1, 2) or not ended.errors.strip():
        return [f"{what}: status {ended.status}, {ended.errors[-100:]!r}"]
    return []


def _zero_names(folder: Path) -> Outcome:
    """Call the function of the command, because no shell can pass a zero byte."""
    findings: list[str] = []
    for call in CALLS:
        for name in NAMES:
            arguments = [part.replace("{}", name) for part in call]
            script = f"import sys; from ncleaner.cli import main; sys.exit(main({arguments!r}))"
            pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
            options = {"env": environment(), "cwd": folder, "text": True, **pipes}
            process = subprocess.Popen([sys.executable, "-c", script], **options)  # type: ignore[call-overload]
            findings += _problem(end(process), repr(arguments))
    return Outcome("names with a zero byte", len(CALLS) * len(NAMES), SENTENCE, tuple(findings))


def _lists(folder: Path) -> Outcome:
    lists = (
        "a\0b\n",
        "\0\n",
        "page.html\npage\0.html\n",
        "a" * 5000 + "\n",
        "\udcff\n",
        "\x1b[2J\n",
        "*" * 300 + "[\n",
    )
    findings: list[str] = []
    for number, text in enumerate(lists):
        output = folder / f"list-{number}"
        ended = run("corpus", "-", "-o", output, input=text, cwd=folder, errors="surrogateescape")
        findings += _problem(ended, f"a list {text[:20]!r}")
    return Outcome("lists of files on standard input", len(lists), SENTENCE, tuple(findings))


def _terminal(folder: Path) -> Outcome:
    """Let hostile file names appear in messages, tables and progress on a terminal."""
    calls = 0
    findings: list[str] = []
    for number, part in enumerate(ESCAPES):
        place = folder / f"names-{number}"
        for call in _calls_on_names(place, part):
            calls += 1
            shown = on_terminal(call, place)
            if part.encode() in shown or (part.startswith("a") and part.replace("\n", "\r\n").encode() in shown):
                findings.append(f"{part!r} by {' '.join(call)[:80]!r}")
    return Outcome("hostile file names on a terminal", calls, "no control character reaches it", tuple(findings))


def _calls_on_names(place: Path, part: str) -> Iterator[tuple[str, ...]]:
    """Write files with a hostile part in their names, and yield commands that name them."""
    for name in ("html", "gold", "damaged"):
        (place / name).mkdir(parents=True)
    (place / "html" / f"{part}.html").write_bytes(good(1))
    (place / "gold" / f"{part}.txt").write_text("<p> Another text.")
    (place / "gold" / f"{part}-alone.txt").write_text("<p> Another text.")
    (place / "damaged" / f"{part}.html.gz").write_bytes(b"\x1f\x8bnothing")
    yield (f"damaged/{part}.html.gz",)
    yield (f"{part}-missing.html",)
    yield ("-v", f"html/{part}.html")
    yield ("explain", f"html/{part}.html")
    yield ("evaluate", ".", "--engine", "dump")
    yield ("corpus", "html", "damaged", "-o", "output")
    yield ("corpus", f"{part}-missing", "-o", "output")
    yield ("corpus", "html", "-o", f"damaged/{part}.html.gz")
    yield ("--model", f"{part}.model", f"html/{part}.html")
    yield ("--engine", part, f"html/{part}.html")
    yield ("-f", part, f"html/{part}.html")
    yield ("--encoding", part, f"html/{part}.html")


def on_terminal(arguments: tuple[str, ...], folder: Path) -> bytes:
    """Run the command on a terminal of its own, and return everything that it showed."""
    master, slave = pty.openpty()
    variables = environment(TERM="xterm", COLUMNS="200")
    streams = {"stdin": slave, "stdout": slave, "stderr": slave, "cwd": folder, "env": variables}
    process = subprocess.Popen(command(*arguments), start_new_session=True, **streams)  # type: ignore[call-overload]
    os.close(slave)
    shown = b""
    with suppress(OSError):  # the terminal is closed
        while data := os.read(master, 65536):
            shown += data
    process.wait(PATIENCE)
    os.close(master)
    return shown


def _formulas(folder: Path) -> Outcome:
    place = folder / "formulas"
    for name in ("html", "gold"):
        (place / name).mkdir(parents=True)
    for number, formula in enumerate(FORMULAS):
        id = formula.replace("/", "_") + str(number)
        (place / "html" / f"{id}.html").write_bytes(good(1))
        (place / "gold" / f"{id}.txt").write_text("<p> Another text.")
    table = folder / "table.csv"
    ended = run("evaluate", place, "--engine", "dump", "--csv", table)
    findings = [f"status {ended.status}: {ended.errors[-200:]}"] if ended.status else []
    if table.exists():
        with table.open(encoding="utf-8", newline="") as file:
            cells = [cell for row in csv.reader(file) for cell in row]
        findings += [cell for cell in cells if cell[:1] in "=+-@\t\r" and cell and not _is_number(cell)]
    return Outcome("ids that are formulas, in CSV", len(FORMULAS), "no cell begins like a formula", tuple(findings))


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True


def _surrogates() -> Outcome:
    page = b"<title>x</title><p>On this day we walked along the river. <a href=x>link</a>"
    urls = ("http://example.org/\ud800", "\udfff", "http://\udc80.example/", "http://example.org/\ud83d\ude00")
    findings = []
    for url in urls:
        for name in FORMATS:
            try:
                text = clean(page, url=url).to(name)
                json.dumps(text, ensure_ascii=False).encode("utf-8")
            except NCleanerError:
                continue  # refused
            except UnicodeEncodeError:
                findings.append(f"{url!r} in {name}")
    return Outcome("lone surrogates in url=", len(urls) * len(FORMATS), "no output has one", tuple(findings))


def _interrupts(folder: Path) -> Outcome:
    """Press Ctrl-C five times while pages are cleaned, at several moments."""
    import signal
    import time

    page = folder / "long.html"
    page.write_bytes(b"<p>On this day we walked along the river.</p>" * 200_000)
    calls = (("-f", "json", str(page)), ("explain", str(page)), ("evaluate", str(ROOT / "examples")))
    findings: list[str] = []
    moments = [0.02 * number for number in range(1, 26)]
    for call in calls:
        for moment in moments:
            process = start(*call, stdout=subprocess.DEVNULL, start_new_session=True)
            time.sleep(moment)
            for _ in range(5):
                with suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGINT)
                time.sleep(0.002)
            ended = end(process)
            # Before the interpreter has called our function, the message is its own.
            if ended.status is None or (ended.problem and ("in main" in ended.errors or "ignored" in ended.errors)):
                findings.append(f"{call[0]} after {moment:.2f} s: {ended.problem}")
    rule = "an end without a traceback of ours"
    return Outcome("series of five quick Ctrl-C", len(calls) * len(moments), rule, tuple(findings))


def _large_pages(folder: Path) -> Iterator[Outcome]:
    """Give the command files of 3 GB without content, and the function a page of 2 GB."""
    rule = f"{SENTENCE}, and at most {SMALL >> 20} MB of memory"
    large = folder / "large.html"
    with large.open("wb") as file:
        file.truncate(SPARSE)
    findings = []
    for call in ((large,), ("--text", large), ("explain", large), ("-f", "decisions", large)):
        ended = watched(*call)
        findings += _problem(ended, str(call[0]))
        if ended.peak > SMALL:
            findings.append(f"{call[0]}: {ended.peak >> 20} MB")
    yield Outcome("pages of 3 GB, by the command", 4, rule, tuple(findings))
    if available() < ENOUGH:
        yield skipped("pages of 2 GB, by the function", "an NCleanerError", "there is not enough memory")
        return
    yield Outcome("pages of 2 GB, by the function", 2, "an NCleanerError", tuple(_large_objects()))


def _large_objects() -> Iterator[str]:
    for kind in ("html", "text"):
        script = (
            "from ncleaner import clean; from ncleaner.errors import NCleanerError\n"
            f"try: clean(bytes(1 << 31), kind={kind!r}).text\n"
            "except NCleanerError: print('refused')"
        )
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        process = subprocess.Popen([sys.executable, "-c", script], text=True, env=environment(), **pipes)  # type: ignore[call-overload]
        ended = end(process)
        if "refused" not in ended.output:
            yield f"{kind}: {ended.problem or 'it was cleaned'}"


def available() -> int:
    """Return the bytes of memory that are free, or 0 where the system does not say."""
    try:
        lines = Path("/proc/meminfo").read_text("ascii").splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) << 10 for line in lines if line.startswith("MemAvailable")), 0)

"""The browser of fiasco's visual features: a page reads no file, reaches no server, and no process stays behind."""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from attacks.outcome import Outcome, skipped
from attacks.payloads import collection
from attacks.running import command, environment, is_running, kill, wait_until
from attacks.server import Server, counting_server

REQUESTS = "no request reaches a server on the loopback interface"
FILES = "no picture, style sheet or frame of a file is shown"
NOTHING_LEFT = "no process and no folder of the browser stays behind"
PREFIX = "ncleaner-browser-"  # of the folders of browsers
RED = (0, 0, 255)  # blue, green, red
KILLS, QUICK_KILLS = 10, 1

FETCHES = """<base href='URL/'><link rel=stylesheet href=URL/a><link rel=icon href=URL/b><link rel=preconnect href=URL/>
<style>@import 'URL/c'; @font-face {font-family:x; src:url(URL/d)} p {font-family:x; background:url(URL/e)}</style>
<meta http-equiv=refresh content='0;url=URL/f'><script src=URL/g></script><script>fetch('URL/h')</script>
<p data-ncleaner=0>Rain<img src=URL/i srcset='URL/j 2x'><iframe src=URL/k></iframe><object data=URL/l></object>
<video autoplay src=URL/m poster=URL/n></video><audio autoplay src=URL/o></audio><embed src=URL/p>
<svg><image href=URL/q /><use href=URL/r#x /></svg><form action=URL/s><input autofocus onfocus=form.submit()></form>
<a href=URL/t ping=URL/u autofocus onfocus=click()>x</a><iframe srcdoc="<img src=URL/v>"></iframe>"""

SPIES = (
    "<img src='FILE' width=600 height=600>",
    "<style>body{{background:url(FILE)}}</style>",
    "<iframe src='FILE' width=600 height=600></iframe>",
    "<object data='FILE' width=600 height=600></object>",
    "<embed src='FILE' width=600 height=600>",
    "<svg width=600 height=600><image href='FILE' width=600 height=600 /></svg>",
    "<base href='file:///'><img src='PATH' width=600 height=600>",
    "<meta http-equiv=refresh content='0;url=FILE'>",
    "<link rel=stylesheet href='STYLE'><p>Rain",
    "<style>@import 'STYLE';</style><p>Rain",
    "<iframe srcdoc=\"<img src='FILE' width=600>\" width=600 height=600></iframe>",
)


def attack(quick: bool) -> Iterator[Outcome]:
    """Render hostile pages, then kill browsers and their parents."""
    try:
        from ncleaner.engines.fiasco.visual.browser import Browser, find_browser
    except ImportError as error:
        yield skipped("pages that are rendered", REQUESTS, f"{error.name} is not installed")
        return
    if find_browser() is None:
        yield skipped("pages that are rendered", REQUESTS, "no browser is installed")
        return
    with counting_server() as server, Browser() as browser:
        yield _requests(browser, server, step=200 if quick else 10)
        yield _files(browser)
    yield _killed_browsers(QUICK_KILLS if quick else KILLS)
    yield _killed_parents(QUICK_KILLS if quick else KILLS)


def _requests(browser: object, server: Server, step: int) -> Outcome:
    pages = {"all ways to fetch": FETCHES.replace("URL", server.address).encode()}
    pages |= {page.name: page.source for page in collection(server.address)[::step]}
    findings = [problem for name, page in pages.items() for problem in _rendered(browser, name, page)]
    time.sleep(0.5)
    findings += server.taken()
    return Outcome("hostile pages, rendered", len(pages), f"{REQUESTS}, and each page is rendered", tuple(findings))


def _rendered(browser: object, name: str, page: bytes) -> Iterator[str]:
    from ncleaner.engines.fiasco.visual.browser import Browser
    from ncleaner.errors import BrowserError

    assert isinstance(browser, Browser)
    try:
        browser.render(page, 30)
    except BrowserError as error:
        yield f"{name}: {error}"


def _files(browser: object) -> Outcome:
    """Render pages that show a red picture from a file, or are red by a style sheet from a file."""
    import cv2
    import numpy as np

    from ncleaner.engines.fiasco.visual.browser import Browser

    assert isinstance(browser, Browser)
    findings = []
    with tempfile.TemporaryDirectory() as folder:
        picture, style = Path(folder) / "red.png", Path(folder) / "red.css"
        cv2.imwrite(str(picture), np.full((600, 600, 3), RED, np.uint8))
        style.write_text("*{background:#f00}")
        for spy in SPIES:
            page = spy.replace("FILE", picture.as_uri()).replace("STYLE", style.as_uri())
            page = page.replace("PATH", str(picture)[1:])
            shown = browser.render(page.encode(), 30).picture
            if bool((shown == RED).all(axis=2).any()):
                findings.append(f"{spy} shows the file")
    return Outcome("pages that refer to files", len(SPIES), FILES, tuple(findings))


def _killed_browsers(count: int) -> Outcome:
    """Kill the browser's main process while it is idle."""
    from ncleaner.engines.fiasco.visual.browser import Browser
    from ncleaner.errors import BrowserError

    findings = []
    for number in range(count):
        with Browser() as browser:
            browser.render(b"<p data-ncleaner=0>Rain", 30)
            assert browser._pipe is not None
            assert browser._folder is not None
            folder = browser._folder
            family = _family(folder)
            os.kill(browser._pipe.process.pid, signal.SIGKILL)
            with suppress(BrowserError):
                browser.render(b"<p data-ncleaner=0>Rain", 30)
        findings += [f"kill {number}: {left}" for left in _left(family, Path(folder))]
    return Outcome("kills of the browser", count, NOTHING_LEFT, tuple(findings))


def _killed_parents(count: int) -> Outcome:
    """Kill the command that started a browser."""
    findings = []
    for number in range(count):
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            page = Path(folder) / "page.html"
            page.write_text("<div>" * 400 + "<p>Rain</p>" * 100_000)  # takes a while
            arguments = command("regions", page, "-o", Path(folder) / "page.png")
            pipes = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
            process = subprocess.Popen(arguments, env=environment(TMPDIR=folder), **pipes)  # type: ignore[call-overload]
            wait_until(lambda folder=folder: len(_family(folder)) > 3)  # type: ignore[misc]
            time.sleep(0.1 * number / count)
            family = _family(folder)
            process.kill()
            process.wait()
            findings += [f"kill {number}: {left}" for left in _left(family, *Path(folder).glob(f"{PREFIX}*"))]
    return Outcome("kills of the command", count, NOTHING_LEFT, tuple(findings))


def _family(folder: str) -> list[int]:
    """Return the processes that have a folder in their environment: a browser, and all that it has started."""
    found = []
    for path in Path("/proc").iterdir():
        if path.name.isdecimal() and int(path.name) != os.getpid():
            with suppress(OSError):
                if folder.encode() in (path / "environ").read_bytes():
                    found.append(int(path.name))
    return found


def _left(family: list[int], *folders: Path) -> Iterator[str]:
    """Wait for processes to end; kill those that do not, and yield them and the folders that are still there."""
    wait_until(lambda: not any(map(is_running, family)), 15)
    left = [process for process in family if is_running(process)]
    kill(left)
    yield from (f"process {process} is still there" for process in left)
    yield from (f"the folder {folder.name} is still there" for folder in folders if folder.exists())

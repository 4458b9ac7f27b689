"""The browser of FIASCO's visual features: no page reads files or reaches a network, and nothing stays behind."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

pytest.importorskip("cv2", reason="OpenCV is not installed: pip install 'ncleaner[fiasco]'")
pytest.importorskip("selectolax", reason="selectolax is not installed: pip install 'ncleaner[fiasco]'")

import cv2
import numpy as np

from ncleaner.engines.fiasco.visual import find_browser
from ncleaner.engines.fiasco.visual.blobs import regions
from ncleaner.engines.fiasco.visual.browser import Box, Browser, Rendering
from ncleaner.engines.fiasco.visual.cache import Cache
from ncleaner.engines.fiasco.visual.workers import measured
from ncleaner.errors import BrowserError

pytestmark = [
    pytest.mark.once,
    pytest.mark.skipif(find_browser() is None, reason="no Chromium or browser of its family is installed"),
]

SECONDS = 60  # the most that anything may take here
TEXT = "<p data-ncleaner=0>It rained all day."

HOSTILE = {
    "base and image": "<base href='{url}/'><img src=a srcset='b 2x'><picture><source srcset=c><img src=d></picture>",
    "style": "<style>@import '{url}/a'; p {{background:url({url}/b); cursor:url({url}/c),auto}}"
    "p {{mask:url({url}/d)}}</style>",
    "font": "<style>@font-face {{font-family:x; src:url({url}/a)}} * {{font-family:x}}</style>",
    "link": "<link rel=stylesheet href={url}/a><link rel=icon href={url}/b><link rel=manifest href={url}/c>",
    "hints": "<link rel=prefetch href={url}/a><link rel=preconnect href={url}><link rel=dns-prefetch href={url}>"
    "<link rel=preload as=image href={url}/b><link rel=modulepreload href={url}/c><link rel=prerender href={url}/d>",
    "frame": "<iframe src={url}/a></iframe><iframe srcdoc='<img src={url}/b>'></iframe>",
    "plug-in": "<object data={url}/a></object><embed src={url}/b><applet code={url}/c></applet>",
    "media": "<video autoplay src={url}/a poster={url}/b></video><audio autoplay src={url}/c></audio>"
    "<video><track default src={url}/d></video>",
    "refresh": "<meta http-equiv=refresh content='0;url={url}/a'>",
    "script": "<script>fetch('{url}/a'); new WebSocket('{socket}/b'); navigator.sendBeacon('{url}/c')</script>"
    "<script src={url}/d></script><script type=module>import '{url}/e'</script>"
    "<img src=x onerror=\"fetch('{url}/f')\">",
    "real-time connection": "<script>new RTCPeerConnection({{iceServers: [{{urls: 'stun:{host}'}}]}})"
    ".createDataChannel('x')</script>",
    "vector graphics": "<svg><image href={url}/a /><use href={url}/b#x /><feImage href={url}/c /></svg>",
    "form": "<form id=f action={url}/a><input name=x value=1></form><script>document.forms[0].submit()</script>",
    "speculation": '<script type=speculationrules>{{"prerender": [{{"urls": ["{url}/a"]}}]}}</script>',
}


@contextmanager
def counting_server() -> Iterator[tuple[int, list[str]]]:
    """Yield the port of a server on this machine, and the list that it adds connections to."""
    connections: list[str] = []
    with socket.create_server(("127.0.0.1", 0)) as server:

        def accept() -> None:
            while True:
                try:
                    connection, _ = server.accept()
                except OSError:
                    return
                with connection:
                    connection.settimeout(1)
                    connections.append(connection.recv(200).decode("latin-1"))

        thread = threading.Thread(target=accept, daemon=True)
        thread.start()
        yield server.getsockname()[1], connections
        server.shutdown(socket.SHUT_RDWR)
        thread.join(SECONDS)


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with Browser() as started:
        yield started


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_no_page_reaches_a_port_of_this_machine(host: str, chromium: Browser) -> None:
    with counting_server() as (port, connections):
        names = {"url": f"http://{host}:{port}", "socket": f"ws://{host}:{port}", "host": f"{host}:{port}"}
        for page in HOSTILE.values():
            assert chromium.render((page.format(**names) + TEXT).encode(), SECONDS).boxes
        chromium.render(TEXT.encode(), SECONDS)  # requests that wait would be sent by now
        assert connections == []


def test_the_server_counts() -> None:
    with counting_server() as (port, connections):
        with socket.create_connection(("127.0.0.1", port)) as connection:
            connection.sendall(b"GET / HTTP/1.1")
        wait_until(lambda: connections == ["GET / HTTP/1.1"])


def test_no_page_shows_a_file(chromium: Browser, tmp_path: Path) -> None:
    red = np.zeros((400, 400, 3), np.uint8)
    red[:, :, 2] = 255
    cv2.imwrite(str(tmp_path / "a.png"), red)
    (tmp_path / "a.css").write_text("* {background: rgb(255, 0, 0)}")
    (tmp_path / "a.html").write_text("<body style='background: rgb(255, 0, 0)'>")
    folder = tmp_path.as_uri()
    pages = [
        f"<img src={folder}/a.png>",
        f"<style>@import '{folder}/a.css'; body {{background: url({folder}/a.png)}}</style>",
        f"<link rel=stylesheet href={folder}/a.css>",
        f"<iframe src={folder}/a.html></iframe><object data={folder}/a.html></object><embed src={folder}/a.png>",
        f"<meta http-equiv=refresh content='0;url={folder}/a.html'>",
        f"<base href={folder}/><svg width=400 height=400><image width=400 height=400 href=a.png /></svg>",
    ]
    for page in pages:
        picture = chromium.render((page + TEXT).encode(), SECONDS).picture
        assert not (picture == (0, 0, 255)).all(axis=2).any(), page


def test_the_limit_is_for_the_page_as_a_whole(chromium: Browser) -> None:
    canvas = np.zeros((2000, 1000, 3), np.uint8)
    with pytest.raises(BrowserError, match="regions of the page took too long"):
        regions(Rendering(canvas, [Box(0, False, 0, 0, 100, 20)]), time.monotonic() - 1)
    with pytest.raises(BrowserError, match="took too long"):
        measured(TEXT.encode(), chromium, Cache(None), 0.0)


# What stays behind

RENDERING = """
import sys, time
from ncleaner.engines.fiasco.visual.browser import Browser
browser = Browser()
browser.render(b"<p data-ncleaner=0>Rain", 60)
print(browser._pipe.process.pid, flush=True)
sys.stdin.readline()
try:
    if sys.argv[1] == "limit":
        browser.render(b"<p>x" * 200_000, 0.5)
    elif sys.argv[1] == "browser":
        browser.render(b"<p>x", 60)
except Exception as error:
    print(type(error).__name__)
if sys.argv[1] != "unclosed":
    browser.close()
"""


def wait_until(condition: Callable[[], bool]) -> None:
    """Wait until a condition holds; fail if it never does."""
    end = time.monotonic() + SECONDS
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)


def is_running(group: int) -> bool:
    """Return whether a process of a group runs; zombies do not."""
    listed = subprocess.run(["ps", "-e", "-o", "pgid=,stat="], capture_output=True, text=True, check=True).stdout
    return any(int(line.split()[0]) == group and "Z" not in line.split()[1] for line in listed.splitlines())


@pytest.mark.skipif(os.name != "posix", reason="signals and groups of processes")
@pytest.mark.parametrize("end", ["normal", "unclosed", "limit", "browser", "parent"])
def test_neither_a_process_nor_a_folder_stays_behind(end: str, tmp_path: Path) -> None:
    command = [sys.executable, "-W", "ignore", "-c", RENDERING, end]
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(command, env=environment, text=True, **pipes) as parent:  # type: ignore[call-overload]
        group = int(parent.stdout.readline())
        assert is_running(group)
        assert list(tmp_path.iterdir())
        if end == "browser":
            os.kill(group, signal.SIGKILL)
        if end == "parent":
            parent.kill()
        else:
            assert parent.communicate("\n", SECONDS)[0].strip() in {"", "BrowserError"}
            assert parent.returncode == 0
    wait_until(lambda: not is_running(group) and not list(tmp_path.iterdir()))


FORKED = """
import os, sys
from ncleaner.engines.fiasco.visual.browser import Browser
browser = Browser()
page = b"<p data-ncleaner=0>Rain"
expected = browser.render(page, 60).boxes
child = os.fork()
if not child:
    same = browser.render(page, 60).boxes == expected
    browser.close()
    os._exit(not same)
status = os.waitpid(child, 0)[1]
same = browser.render(page, 60).boxes == expected
browser.close()
sys.exit(bool(status) or not same)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_a_forked_child_has_a_browser_of_its_own(tmp_path: Path) -> None:
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    command = [sys.executable, "-W", "ignore", "-c", FORKED]
    assert subprocess.run(command, env=environment, timeout=2 * SECONDS, check=False).returncode == 0
    assert list(tmp_path.iterdir()) == []

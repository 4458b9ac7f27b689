"""A rendered page: its picture, and the rectangle of each line of its text.

Strategy: one headless Chromium renders many pages, each in its own tab. Nothing in a page is run or fetched:

- the tab requests one made-up address and gets the page as the response; every other request is refused;
- the response has a content security policy that allows only styles and pictures inside the page, and a sandbox without
  scripts, forms, refreshes and downloads;
- as a second line of defence, scripts are switched off for the tab, and no host name can be resolved.

No process and no file of a browser stays behind: not if the browser or this process is killed
(`ncleaner.engines.fiasco.visual.watcher`), and not in a forked child, which gets a browser of its own.

The rectangles of texts come from a snapshot of the layout, not from a script. The picture is taken in strips, because
browsers cannot paint surfaces of any height, and is cut off at `HEIGHT`.
"""

from __future__ import annotations

import base64
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from time import monotonic
from typing import Any
from weakref import WeakSet

import cv2
import numpy as np

from ncleaner.engines.fiasco.targets import ATTRIBUTE
from ncleaner.engines.fiasco.visual.devtools import Message, Pipe
from ncleaner.engines.fiasco.visual.watcher import Watcher
from ncleaner.errors import BrowserError, EngineUnavailable

VARIABLE = "NCLEANER_BROWSER"
NAMES = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "chrome-headless-shell",
    "microsoft-edge",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)

WIDTH, SCREEN = 1280, 1024  # pixels; the window
WIDEST, HEIGHT = 2560, 32_768  # pixels; limits of the picture
STRIP = 8192
START = 30.0  # seconds; limit for the start of a browser

SWITCHES = (
    "--headless",
    "--remote-debugging-pipe",
    "--disable-gpu",
    "--hide-scrollbars",
    "--force-color-profile=srgb",
    "--font-render-hinting=none",
    "--disable-lcd-text",
    "--lang=en-US",
    "--disable-background-networking",
    "--disable-breakpad",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-extensions",
    "--disable-sync",
    "--disable-dev-shm-usage",  # in containers it is too small for large pages
    "--no-default-browser-check",
    "--no-first-run",
    "--host-resolver-rules=MAP * ~NOTFOUND",
)

ADDRESS = "http://page.invalid/"
HEADERS = {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:",
}

ALL_OF_IT = b"<style>*{content-visibility:visible!important}</style>"
"""Appended to each page, so that text below the window is laid out, too."""

DIGITS = 9  # of the largest target number

HEADINGS = frozenset(("H1", "H2", "H3", "H4", "H5", "H6"))


@dataclass(frozen=True, slots=True)
class Box:
    """A piece of text in a line: its target (−1 for none), whether it is in a heading, and its rectangle."""

    target: int
    heading: bool
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Rendering:
    """A rendered page: the picture (rows of blue, green and red bytes) and the boxes of its texts."""

    picture: np.ndarray[Any, np.dtype[np.uint8]]
    boxes: list[Box]


def find_browser() -> str | None:
    """Return the path of a browser: ``NCLEANER_BROWSER``, or the first of `NAMES` that is installed."""
    if os.name != "posix":
        return None  # Windows needs other pipes
    name = os.environ.get(VARIABLE)
    program = next(filter(None, map(shutil.which, [name] if name else NAMES)), None)
    return os.path.abspath(program) if program else None


class Browser:
    """A browser that starts with the first page. Close it after use; any thread may `kill` it."""

    def __init__(self) -> None:
        self._pipe: Pipe | None = None
        self._folder: str | None = None
        self._watcher: Watcher | None = None
        self._killed = False
        _browsers.add(self)

    def __enter__(self) -> Browser:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def render(self, html: bytes, seconds: float) -> Rendering:
        """Render a page in UTF-8; raise a `BrowserError` if that fails or takes longer than ``seconds``.

        After an error, the next page gets a new browser.
        """
        pipe = self.started()
        try:
            pipe.deadline = monotonic() + seconds
            return _Tab(pipe, html + ALL_OF_IT).rendering()
        except BaseException:
            pipe.kill()
            self.close()
            raise

    def kill(self) -> None:
        """Kill the browser; the thread that uses it gets a `BrowserError`, for this page and all later ones."""
        self._killed = True
        if self._pipe is not None:
            self._pipe.kill()

    def close(self) -> None:
        """End the browser and remove its files."""
        if self._pipe is not None:
            self._pipe.close()
            self._pipe = None
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
            self._folder = None
        if self._watcher is not None:
            self._watcher.dismiss()
            self._watcher = None

    def abandon(self) -> None:
        """In a forked child: leave the browser to the parent, and start another one for the next page."""
        if self._pipe is not None:
            self._pipe.abandon()
        if self._watcher is not None:
            self._watcher.abandon()
        self._pipe = self._folder = self._watcher = None

    def started(self) -> Pipe:
        """Start the browser, unless it runs already, and return the pipe to it. The start has its own time limit."""
        if self._pipe is not None:
            return self._pipe
        if self._killed:
            raise BrowserError("the browser was killed")
        program = find_browser()
        if program is None:
            raise EngineUnavailable(
                f"no browser found: install Chromium (apt install chromium) or set {VARIABLE} to a Chromium-based one"
            )
        self._folder = tempfile.mkdtemp(prefix="ncleaner-browser-")
        self._pipe = Pipe([program, *_switches(self._folder)], self._folder, _environment(self._folder))
        try:
            self._watcher = Watcher(self._pipe.process.pid, self._folder)
            self._pipe.deadline = monotonic() + START
            self._pipe.call("Browser.getVersion")
        except BaseException as error:
            self._pipe.kill()
            self.close()
            if isinstance(error, BrowserError):
                raise EngineUnavailable(f"{program} did not start: {error}") from None
            raise
        return self._pipe


_browsers: WeakSet[Browser] = WeakSet()


def _abandon_all() -> None:
    for browser in list(_browsers):
        browser.abandon()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_abandon_all)


def _switches(folder: str) -> Iterator[str]:
    yield from SWITCHES
    yield f"--user-data-dir={folder}"
    if sys.platform == "linux" and os.geteuid() == 0:
        yield "--no-sandbox"  # the sandbox does not work as root


def _environment(folder: str) -> dict[str, str]:
    """Return the environment of this process, with temporary and configuration files in a folder that is removed.

    ``TMPDIR`` is relative, because the full paths of the browser's sockets could be too long.
    """
    return {**os.environ, "TMPDIR": ".", "XDG_CONFIG_HOME": folder}


class _Tab:
    """A page in its own tab."""

    def __init__(self, pipe: Pipe, html: bytes) -> None:
        self.pipe = pipe
        self.html = html
        self.answered = self.loaded = False
        self.target: str = pipe.call("Target.createTarget", {"url": "about:blank"})["targetId"]
        self.session: str = pipe.call("Target.attachToTarget", {"targetId": self.target, "flatten": True})["sessionId"]
        pipe.on_event = self._on_event

    def rendering(self) -> Rendering:
        """Load the page, take its picture and the boxes of its texts, and close the tab."""
        self._load()
        boxes = list(_boxes(self._call("DOMSnapshot.captureSnapshot", computedStyles=[])))
        picture = self._picture()
        self.pipe.call("Target.closeTarget", {"targetId": self.target})
        return Rendering(picture, boxes)

    def _call(self, method: str, **parameters: Any) -> Message:
        return self.pipe.call(method, parameters, self.session)

    def _load(self) -> None:
        self._call("Page.enable")
        self._call("Inspector.enable")
        self._call("Animation.enable")
        self._call("Animation.setPlaybackRate", playbackRate=0)  # so that pictures are reproducible
        self._call("Fetch.enable", patterns=[{"urlPattern": "*"}])
        self._call("Emulation.setScriptExecutionDisabled", value=True)
        window = {"width": WIDTH, "height": SCREEN, "deviceScaleFactor": 1, "mobile": False}
        self._call("Emulation.setDeviceMetricsOverride", **window)
        self._call("Page.navigate", url=ADDRESS)
        while not self.loaded:
            self.pipe.receive()

    def _on_event(self, event: Message) -> None:
        if event.get("sessionId") != self.session:
            return
        method = event["method"]
        if method == "Fetch.requestPaused":
            self._answer(event["params"])
        elif method == "Page.loadEventFired":
            self.loaded = True
        elif method == "Inspector.targetCrashed":
            raise BrowserError("the page made the browser crash")

    def _answer(self, paused: Message) -> None:
        """Answer the first request for the page, and refuse all other requests."""
        request = {"requestId": paused["requestId"]}
        if self.answered or paused["request"]["url"] != ADDRESS:
            self.pipe.send("Fetch.failRequest", {**request, "errorReason": "Aborted"}, self.session)
            return
        self.answered = True
        headers = [{"name": name, "value": value} for name, value in HEADERS.items()]
        answer = {"responseCode": 200, "responseHeaders": headers, "body": base64.b64encode(self.html).decode()}
        self.pipe.send("Fetch.fulfillRequest", {**request, **answer}, self.session)

    def _picture(self) -> np.ndarray[Any, np.dtype[np.uint8]]:
        size = self._call("Page.getLayoutMetrics")["cssContentSize"]
        width = min(max(int(size["width"]), WIDTH), WIDEST)
        height = min(max(int(size["height"]), SCREEN), HEIGHT)
        return np.vstack([self._strip(top, width, min(STRIP, height - top)) for top in range(0, height, STRIP)])

    def _strip(self, top: int, width: int, height: int) -> np.ndarray[Any, np.dtype[np.uint8]]:
        clip = {"x": 0, "y": top, "width": width, "height": height, "scale": 1}
        shot = self._call("Page.captureScreenshot", clip=clip, captureBeyondViewport=True, optimizeForSpeed=True)
        data = np.frombuffer(base64.b64decode(shot["data"]), np.uint8)
        strip = cv2.imdecode(data, cv2.IMREAD_COLOR)
        if strip is None or strip.shape[:2] != (height, width):
            raise BrowserError("the browser did not return a picture")
        return np.asarray(strip, np.uint8)


def _boxes(snapshot: Message) -> Iterator[Box]:
    """Yield the boxes of all texts. Parents come before their children in a snapshot, so one pass is enough."""
    strings: list[str] = snapshot["strings"]
    document = snapshot["documents"][0]
    nodes, layout, texts = document["nodes"], document["layout"], document["textBoxes"]
    targets: list[int] = []
    headings: list[bool] = []
    for parent, name, attributes in zip(nodes["parentIndex"], nodes["nodeName"], nodes["attributes"], strict=True):
        number = _target_number(attributes, strings)
        targets.append(number if number is not None else targets[parent] if parent >= 0 else -1)
        headings.append(strings[name] in HEADINGS or (parent >= 0 and headings[parent]))
    for index, bounds in zip(texts["layoutIndex"], texts["bounds"], strict=True):
        node = layout["nodeIndex"][index]
        yield Box(targets[node], headings[node], *bounds)


def _target_number(attributes: list[int], strings: list[str]) -> int | None:
    """Return the number of a target node from its attributes, which alternate names and values."""
    for name, value in zip(attributes[::2], attributes[1::2], strict=True):
        if strings[name] == ATTRIBUTE and strings[value].isdecimal() and len(strings[value]) <= DIGITS:
            return int(strings[value])
    return None

"""A page as a browser shows it: its picture, and where each line of its text stands.

Strategy: one headless Chromium serves many pages, each in a tab of its own. Nothing of a page is run or fetched:

- the tab asks for one made-up address, and gets the page as the answer; every other request is refused;
- the answer has a content security policy that allows no source but styles and pictures inside the page, and a sandbox
  in which there are no scripts, forms, refreshes or downloads;
- scripts are switched off for the tab, too, and no name can be resolved, whatever else should go wrong.

Where texts stand is read off a snapshot of the layout, not asked by a script. It has the rectangle of each piece of
text in each line. The picture is taken in strips, as browsers cannot paint surfaces of any height, and ends at
`HEIGHT`.
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

import cv2
import numpy as np

from ncleaner.engines.fiasco.targets import ATTRIBUTE
from ncleaner.engines.fiasco.visual.devtools import Message, Pipe
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
WIDEST, HEIGHT = 2560, 32_768  # of the picture, if the page does not fit into the window
STRIP = 8192
START = 30.0  # seconds that a browser has to start

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
"""Goes to the end of each page: what is below the window is to be laid out, too."""

DIGITS = 9  # of the number of a target, at most

HEADINGS = frozenset(("H1", "H2", "H3", "H4", "H5", "H6"))


@dataclass(frozen=True, slots=True)
class Box:
    """A piece of text in a line: the target it belongs to (−1 if to none), whether in a heading, and its rectangle."""

    target: int
    heading: bool
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Rendering:
    """What a browser makes of a page: the picture (rows of blue, green and red bytes) and the texts on it."""

    picture: np.ndarray[Any, np.dtype[np.uint8]]
    boxes: list[Box]


def find_browser() -> str | None:
    """The program of a browser: the one that ``NCLEANER_BROWSER`` names, or the first with a usual name."""
    if os.name != "posix":
        return None  # the pipes are made another way there
    wanted = os.environ.get(VARIABLE)
    found = next(filter(None, map(shutil.which, [wanted] if wanted else NAMES)), None)
    return os.path.abspath(found) if found else None


class Browser:
    """A browser, started when the first page is to be rendered, and to be closed. Any thread may `kill` it."""

    def __init__(self) -> None:
        self._pipe: Pipe | None = None
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._killed = False

    def __enter__(self) -> Browser:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def render(self, html: bytes, seconds: float) -> Rendering:
        """Render a page in UTF-8; a `BrowserError` says why that was not possible in that time.

        The next page after such an error has a new browser.
        """
        pipe = self._pipe or self._start()
        try:
            pipe.deadline = monotonic() + seconds
            return _Tab(pipe, html + ALL_OF_IT).rendering()
        except BaseException:
            pipe.kill()
            self.close()
            raise

    def kill(self) -> None:
        """Give up whatever is going on; the thread that uses the browser will see a `BrowserError`, now and later."""
        self._killed = True
        if self._pipe is not None:
            self._pipe.kill()

    def close(self) -> None:
        """End the browser and remove its files."""
        if self._pipe is not None:
            self._pipe.close()
            self._pipe = None
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None

    def _start(self) -> Pipe:
        if self._killed:
            raise BrowserError("the browser was killed")
        program = find_browser()
        if program is None:
            raise EngineUnavailable(
                f"no browser: install Chromium (apt install chromium), or have {VARIABLE} name a browser of its family"
            )
        self._folder = tempfile.TemporaryDirectory(prefix="ncleaner-browser-", ignore_cleanup_errors=True)
        self._pipe = Pipe([program, *_switches(self._folder.name)], self._folder.name, _environment(self._folder.name))
        try:
            self._pipe.deadline = monotonic() + START
            self._pipe.call("Browser.getVersion")
        except BaseException as error:
            self._pipe.kill()
            self.close()
            if isinstance(error, BrowserError):
                raise EngineUnavailable(f"{program} did not start: {error}") from None
            raise
        return self._pipe


def _switches(folder: str) -> Iterator[str]:
    yield from SWITCHES
    yield f"--user-data-dir={folder}"
    if sys.platform == "linux" and os.geteuid() == 0:
        yield "--no-sandbox"  # as root it would not start otherwise


def _environment(folder: str) -> dict[str, str]:
    """That of this program, but whatever the browser leaves behind goes to a folder that will be removed.

    For temporary files that is the folder it runs in: the full names of its sockets might be longer than names may be.
    """
    return {**os.environ, "TMPDIR": ".", "XDG_CONFIG_HOME": folder}


class _Tab:
    """One page in a tab of its own."""

    def __init__(self, pipe: Pipe, html: bytes) -> None:
        self.pipe = pipe
        self.html = html
        self.answered = self.loaded = False
        self.target: str = pipe.call("Target.createTarget", {"url": "about:blank"})["targetId"]
        self.session: str = pipe.call("Target.attachToTarget", {"targetId": self.target, "flatten": True})["sessionId"]
        pipe.on_event = self._on_event

    def rendering(self) -> Rendering:
        """Have the page rendered, look at it, and close it."""
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
        self._call("Animation.setPlaybackRate", playbackRate=0)  # pictures must come out the same every time
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
        """The page to whoever asks for it first, and nothing to anybody else."""
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
            raise BrowserError("the browser took no picture")
        return np.asarray(strip, np.uint8)


def _boxes(snapshot: Message) -> Iterator[Box]:
    """All pieces of text of a page. Parents stand before their children in a snapshot, so one pass is enough."""
    strings: list[str] = snapshot["strings"]
    document = snapshot["documents"][0]
    nodes, layout, texts = document["nodes"], document["layout"], document["textBoxes"]
    targets: list[int] = []
    headings: list[bool] = []
    for parent, name, attributes in zip(nodes["parentIndex"], nodes["nodeName"], nodes["attributes"], strict=True):
        marked = _mark(attributes, strings)
        targets.append(marked if marked is not None else targets[parent] if parent >= 0 else -1)
        headings.append(strings[name] in HEADINGS or (parent >= 0 and headings[parent]))
    for index, bounds in zip(texts["layoutIndex"], texts["bounds"], strict=True):
        node = layout["nodeIndex"][index]
        yield Box(targets[node], headings[node], *bounds)


def _mark(attributes: list[int], strings: list[str]) -> int | None:
    """The number of a target node, by its attributes: names and values in turn."""
    for name, value in zip(attributes[::2], attributes[1::2], strict=True):
        if strings[name] == ATTRIBUTE and strings[value].isdecimal() and len(strings[value]) <= DIGITS:
            return int(strings[value])
    return None

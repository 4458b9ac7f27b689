"""Opening pages in a real Chromium, with scripts and network switched on, and recording what they do.

Strategy: a few tabs of one headless browser open many pages from a server on the loopback interface. A page gives
itself away by a call of `SIGNAL`, which the browser defines in every document, by a dialog, by a request or navigation,
or by elements and attributes that `INSPECTION` finds in the document that the browser has built. Images and
requests for them may be allowed; check boxes that nobody can tick always are.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from attacks.server import ICON, Server, counting_server
from ncleaner.engines.fiasco.visual.browser import find_browser
from ncleaner.engines.fiasco.visual.devtools import Message, Pipe
from ncleaner.errors import BrowserError

SIGNAL = "ncleanerHit"
TABS = 8
LIMIT = 30.0  # seconds for a batch
SETTLE = 0.05  # seconds after the last load, for refreshes, timers and handlers

SWITCHES = (
    "--headless",
    "--remote-debugging-pipe",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-breakpad",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-extensions",
    "--disable-popup-blocking",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--no-default-browser-check",
    "--no-first-run",
    "--autoplay-policy=no-user-gesture-required",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)

INSPECTION = """(() => {
  const active = 'script,iframe,frame,object,embed,applet,portal,form,button,base,link,img,picture,source,video,'
    + 'audio,track,input:not([type=checkbox][disabled]),template,noscript,'
    + 'marquee,animate,set,foreignObject,annotation-xml,mglyph,'
    + 'meta[http-equiv=refresh i]';
  const found = [...document.querySelectorAll(active)].map(element => 'element ' + element.localName);
  for (const element of document.querySelectorAll('*'))
    for (const {name, value} of element.attributes)
      if (/^on|^(src|srcset|srcdoc|action|formaction|background|poster|ping|data|code|codebase|xlink:href)$/i.test(name)
          || (/^(style)$/i.test(name) && /url|import|expression|binding/i.test(value)))
        found.push('attribute ' + name + ' of ' + element.localName);
  for (const link of document.querySelectorAll('a[href], area[href]')) {
    const scheme = (URL.parse(link.getAttribute('href'), document.baseURI) || location).protocol;
    if (scheme !== 'http:' && scheme !== 'https:') found.push('a link with ' + scheme);
  }
  for (const style of document.querySelectorAll('style'))
    if (/@import|url\\(|expression|-moz-binding/i.test(style.textContent)) found.push('a style sheet with an address');
  return JSON.stringify([...new Set(found)]);
})()"""

OF_IMAGES = frozenset(("element img", "attribute src of img"))


class Opener:
    """A browser with some tabs, and a server for the pages to open."""

    def __init__(self, pipe: Pipe, server: Server) -> None:
        self._pipe = pipe
        self._server = server
        self._loading: dict[str, str] = {}  # paths of the pages that are not loaded yet, by session
        self._current: dict[str, str] = {}  # paths of all open pages, by session
        self._found: dict[str, list[str]] = {}  # what each page did, by path
        self._images = False  # whether pages may have images
        pipe.on_event = self._on_event
        pipe.deadline = time.monotonic() + LIMIT
        self._sessions = [self._tab() for _ in range(TABS)]

    def _tab(self) -> str:
        target = self._pipe.call("Target.createTarget", {"url": "about:blank"})["targetId"]
        session: str = self._pipe.call("Target.attachToTarget", {"targetId": target, "flatten": True})["sessionId"]
        for method in ("Page.enable", "Network.enable", "Runtime.enable"):
            self._pipe.call(method, {}, session)
        self._pipe.call("Runtime.addBinding", {"name": SIGNAL}, session)
        self._pipe.call("Emulation.setFocusEmulationEnabled", {"enabled": True}, session)
        return session

    def open(self, pages: Mapping[str, bytes], *, images: bool = False) -> dict[str, list[str]]:
        """Open pages, given by name; return what each of them did or contains, by name. Harmless pages do nothing.

        With ``images``, harmless pages may have images, and request them.
        """
        self._found = {}
        self._images = images
        paths = {f"/page/{number}": name for number, name in enumerate(pages)}
        self._server.pages = dict(zip(paths, pages.values(), strict=True))
        waiting = list(paths)
        while waiting:
            batch, waiting = waiting[:TABS], waiting[TABS:]
            self._open_batch(batch)
        return {paths[path]: found for path, found in self._found.items()}

    def _open_batch(self, paths: list[str]) -> None:
        self._pipe.deadline = time.monotonic() + LIMIT
        self._loading = dict(zip(self._sessions, paths, strict=False))
        self._current = dict(self._loading)
        for session, path in self._current.items():
            self._pipe.send("Page.navigate", {"url": self._server.address + path}, session)
        while self._loading:
            self._pipe.receive()
        time.sleep(SETTLE)
        for session, path in self._current.items():
            self._inspect(session, path)
        for request in self._server.taken():  # they do not say which of the open pages sent them, nor what for
            if self._images:
                break
            self._note(paths[0], f"{request} from one of {len(paths)} pages")

    def _inspect(self, session: str, path: str) -> None:
        answer = self._pipe.call("Runtime.evaluate", {"expression": INSPECTION}, session)["result"]
        if "value" not in answer:
            self._note(path, f"the document cannot be inspected: {answer.get('description', answer)}")
            return
        for problem in json.loads(answer["value"]):
            if not (self._images and problem in OF_IMAGES):
                self._note(path, problem)

    def _note(self, path: str, problem: str) -> None:
        self._found.setdefault(path, []).append(problem)

    def _on_event(self, event: Message) -> None:
        session, method, parameters = event.get("sessionId", ""), event["method"], event.get("params", {})
        path = self._current.get(session, "")
        if not path:
            return
        if method == "Page.loadEventFired":
            self._loading.pop(session, None)
        elif method == "Runtime.bindingCalled":
            self._note(path, f"script {parameters['payload']}")
        elif method == "Page.javascriptDialogOpening":
            self._note(path, f"dialog {parameters['message']}")
            self._pipe.send("Page.handleJavaScriptDialog", {"accept": False}, session)
        elif method == "Network.requestWillBeSent":
            if not (self._images and parameters.get("type") == "Image"):
                self._on_request(path, parameters["request"]["url"])
        elif method == "Page.frameRequestedNavigation":
            self._on_request(path, parameters["url"])

    def _on_request(self, path: str, url: str) -> None:
        if url not in (self._server.address + path, self._server.address + ICON):
            self._note(path, f"request {url[:80]}")


@contextmanager
def opener() -> Iterator[tuple[Opener, Server]]:
    """Start a browser and a server; raise a `BrowserError` if there is no browser."""
    program = find_browser()
    if program is None:
        raise BrowserError("no browser is installed")
    with counting_server() as server, tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        switches = [*SWITCHES, f"--user-data-dir={folder}"]
        if sys.platform == "linux" and os.geteuid() == 0:
            switches.append("--no-sandbox")  # the sandbox does not work as root
        variables = {**os.environ, "TMPDIR": ".", "XDG_CONFIG_HOME": folder}
        pipe = Pipe([program, *switches], folder, variables)
        try:
            pipe.deadline = time.monotonic() + LIMIT
            yield Opener(pipe, server), server
        finally:
            pipe.kill()
            pipe.close()

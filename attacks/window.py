"""A window of a real Chromium, driven from outside, and a record of everything that it does.

Scripts and network are switched on. A page gives itself away by a call of `SIGNAL`, which the browser defines in every
document, by a dialog, by another window, or by a request to any place but the one that it was opened for.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Dialog, Page, Request, sync_playwright

from attacks.chromium import SIGNAL, SWITCHES
from ncleaner.engines.fiasco.visual.browser import find_browser
from ncleaner.errors import BrowserError

WIDE = (1440, 900)
NARROW = (390, 844)
OWN_SCHEMES = ("data:", "about:", "blob:")


class Record:
    """What happened in a window, as long as it is open, other than requests to ``origin``."""

    def __init__(self, page: Page, origin: str) -> None:
        self._origin = origin + "/"
        self._events: list[str] = []
        page.context.expose_binding(SIGNAL, lambda source, *values: self._note(f"script {values}"))
        page.context.on("page", lambda other: self._note(f"window {other.url[:80]}"))
        page.context.on("request", self._on_request)
        page.on("dialog", self._on_dialog)

    def taken(self) -> list[str]:
        """Return what has happened, and forget it."""
        events, self._events = self._events, []
        return events

    def _note(self, event: str) -> None:
        self._events.append(event)

    def _on_request(self, request: Request) -> None:
        if not request.url.startswith((self._origin, *OWN_SCHEMES)):
            self._note(f"request {request.url[:80]}")

    def _on_dialog(self, dialog: Dialog) -> None:
        self._note(f"dialog {dialog.message[:80]}")
        dialog.dismiss()


@contextmanager
def browser() -> Iterator[Browser]:
    """Start a browser; raise a `BrowserError` if there is none."""
    program = find_browser()
    if program is None:
        raise BrowserError("no browser is installed")
    switches = [switch for switch in SWITCHES if switch not in ("--headless", "--remote-debugging-pipe")]
    if sys.platform == "linux" and os.geteuid() == 0:
        switches.append("--no-sandbox")  # the sandbox does not work as root
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=program, args=switches)
        try:
            yield started
        finally:
            started.close()


@contextmanager
def window(started: Browser, size: tuple[int, int] = WIDE, *, scheme: str = "light") -> Iterator[Page]:
    """Open a window with cookies of its own; ``scheme`` is ``"light"`` or ``"dark"``."""
    context = started.new_context(
        viewport={"width": size[0], "height": size[1]},
        color_scheme="dark" if scheme == "dark" else "light",
        reduced_motion="reduce",
        accept_downloads=True,
    )
    try:
        yield context.new_page()
    finally:
        context.close()

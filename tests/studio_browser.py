"""The interface of the studio in a real browser, for tests.

With the variable ``NCLEANER_PICTURES``, tests write the pictures of the walk-through into the folder that it
names.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the studio needs the packages of the extra studio")
pytest.importorskip("uvicorn", reason="the studio needs the packages of the extra studio")
pytest.importorskip("playwright.sync_api", reason="the interface is driven by Playwright")

from playwright.sync_api import Browser, Page

from attacks.window import WIDE, Record, browser, window
from ncleaner.errors import BrowserError

PATIENCE = 30_000.0  # milliseconds
PICTURES = os.environ.get("NCLEANER_PICTURES")


@contextmanager
def started_browser() -> Iterator[Browser]:
    """Start a browser; skip the test if there is none."""
    try:
        with browser() as started:
            yield started
    except BrowserError as error:
        pytest.skip(str(error))


@contextmanager
def opened(started: Browser, address: str, size: tuple[int, int] = WIDE, *, scheme: str = "light") -> Iterator[Page]:
    """Open the studio in a window; nothing in it may fail, and nothing may ask another host for anything."""
    with window(started, size, scheme=scheme) as page:
        page.set_default_timeout(PATIENCE)
        record = Record(page, address.partition("/?")[0])
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
        page.goto(address)
        yield page
        assert record.taken() == []
        assert errors == []


def picture(page: Page, name: str) -> None:
    """Take a picture for the documentation, if pictures are wanted."""
    if PICTURES:
        page.screenshot(path=Path(PICTURES) / f"{name}.png")

"""Pages to labelled blocks: HTML is scanned and segmented, plain text is divided into segments."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ncleaner.page.blocks import Blocks
    from ncleaner.page.page import Page

_READERS: dict[str, Callable[[bytes], Blocks]] = {}  # by kind of page; filled on first use


def read_page(page: Page) -> Blocks:
    """Return the labelled blocks of a page."""
    return reader(page.kind)(page.source)


def reader(kind: str) -> Callable[[bytes], Blocks]:
    """Return the function that reads pages of a kind, ``"html"`` or ``"text"``, given as UTF-8.

    Its module is imported on first use, and the function is kept: repeating the import would cost time on every page.
    """
    if kind not in _READERS:
        if kind == "text":
            from ncleaner.read.text.reader import read
        else:
            from ncleaner.read.html.reader import read
        _READERS[kind] = read
    return _READERS[kind]

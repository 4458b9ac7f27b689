"""Reads HTML pages: `scan` makes blocks of the markup, `segment` labels them."""

from __future__ import annotations

from ncleaner.read.html.scan import scan
from ncleaner.read.segment import segment

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.page.blocks import Blocks


def read(source: bytes) -> Blocks:
    """Return the labelled blocks of an HTML page, given as UTF-8."""
    return segment(scan(source))

"""Pages in the forms in which trafilatura takes them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ncleaner.page.fetched import Fetched

if TYPE_CHECKING:
    from ncleaner.page.page import Source


def source_of(filecontent: Any) -> Source:
    """Return a page as bytes or text: as it is, from the ``data`` of a response, or written out from a tree of lxml.

    Anything else is returned as it is, too; `ncleaner.clean` says what is wrong with it.
    """
    data = None if isinstance(filecontent, Fetched) else getattr(filecontent, "data", None)
    if isinstance(data, bytes | str):
        return data
    if type(filecontent).__module__.split(".")[0] == "lxml":
        from lxml.html import tostring  # type: ignore[import-untyped,unused-ignore]

        written: str = tostring(filecontent, encoding="unicode", with_tail=False)
        return written
    source: Source = filecontent
    return source

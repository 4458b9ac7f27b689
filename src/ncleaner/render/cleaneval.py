"""The format of the CleanEval competition: a ``URL:`` line, then ``<p>``, ``<h>`` or ``<l>`` before each segment.

One segment a line; only preformatted text, and blocks that continue a segment, go on over several. Such a further line
that begins with a mark gets a space before it, and so does one that begins with spaces and a mark, so that a reader can
take exactly one away again. What follows the mark of a segment is its text, whatever it looks like.

Dropped segments, with ``all``, look like the others: the format has no mark for them.
"""

from __future__ import annotations

from ncleaner.page.segment import KINDS
from ncleaner.render.about import address
from ncleaner.render.joined import joined, text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ncleaner.page.document import Document

MARKS = tuple(f"<{kind}>" for kind in KINDS)


def render(document: Document, *, all: bool = False) -> str:
    """The document as a CleanEval file."""
    return "".join(f"{line}\n" for line in _lines(document, all))


def _lines(document: Document, all: bool) -> Iterator[str]:
    url = address(document)
    if url:
        yield f"URL: {' '.join(url.split())}"
    for kind, _, indices in joined(document, all):
        first, *others = text_of(document, indices).split("\n")
        yield MARKS[kind] + first
        for line in others:
            yield f" {line}" if line.lstrip(" ").startswith(MARKS) else line

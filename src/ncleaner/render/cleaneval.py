"""The format of the CleanEval competition: a ``URL:`` line, then ``<p>``, ``<h>`` or ``<l>`` before each segment.

One segment a line; only preformatted text goes on over several. Such a further line that begins with a mark gets a
space before it, and so does one that begins with spaces and a mark, so that a reader can take exactly one away again.
What follows the mark of a segment is its text, whatever it looks like.

Dropped segments, with ``all``, look like the others: the format has no mark for them.
"""

from __future__ import annotations

from ncleaner.document import KINDS
from ncleaner.render.about import address

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ncleaner.document import Document

MARKS = tuple(f"<{kind}>" for kind in KINDS)


def render(document: Document, *, all: bool = False) -> str:
    """The document as a CleanEval file."""
    return "".join(f"{line}\n" for line in _lines(document, all))


def _lines(document: Document, all: bool) -> Iterator[str]:
    url = address(document)
    if url:
        yield f"URL: {' '.join(url.split())}"
    for index, keep in enumerate(document.decisions):
        if keep or all:
            first, *others = document.blocks.text(index).split("\n")
            yield MARKS[document.blocks.items[index].kind] + first
            for line in others:
                yield f" {line}" if line.lstrip(" ").startswith(MARKS) else line

"""The format of the CleanEval competition: a ``URL:`` line, then ``<p>``, ``<h>`` or ``<l>`` before each segment.

There is one segment per line, except that preformatted text and segments of several blocks have further lines. A
further line that begins with a mark, or with spaces and a mark, gets one additional space in front; a reader removes
exactly one. The text of a segment's first line is not escaped: everything after the mark is text.

With ``all``, dropped segments look like kept ones: the format has no mark for them.
"""

from __future__ import annotations

from ncleaner.page.segment import KINDS
from ncleaner.render.segments import joined_segments, segment_text
from ncleaner.tree.links import source_url

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ncleaner.page.document import Document

MARKS = tuple(f"<{kind}>" for kind in KINDS)


def render(document: Document, *, all: bool = False) -> str:
    """Render the document as a CleanEval file."""
    return "".join(f"{line}\n" for line in _lines(document, all))


def _lines(document: Document, all: bool) -> Iterator[str]:
    url = source_url(document)
    if url:
        yield f"URL: {' '.join(url.split())}"
    for kind, _, indices in joined_segments(document, all):
        first, *others = segment_text(document, indices).split("\n")
        yield MARKS[kind] + first
        for line in others:
            yield f" {line}" if line.lstrip(" ").startswith(MARKS) else line

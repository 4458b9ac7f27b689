"""Simple XML: one ``<doc>`` with the metadata as attributes and a ``<p>``, ``<h>`` or ``<l>`` for each segment.

The XML declaration names no encoding, which implies UTF-8, because some parsers reject decoded text that names one.
"""

from __future__ import annotations

from ncleaner.page.blocks import HEADING
from ncleaner.page.segment import KINDS
from ncleaner.render.fields import metadata_fields
from ncleaner.render.markup import attributes, escape
from ncleaner.render.segments import joined_segments, segment_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.page.document import Document


def render(document: Document, *, all: bool = False) -> str:
    """Render the document as XML. With ``all``, dropped segments are included with ``keep="no"``."""
    doc_attributes = attributes({**metadata_fields(document), "engine": document.engine})
    lines = ['<?xml version="1.0"?>', f"<doc{doc_attributes}>"]
    lines.extend(_segment(document, *segment) for segment in joined_segments(document, all))
    lines.append("</doc>")
    return "\n".join(lines) + "\n"


def _segment(document: Document, kind: int, keep: bool, indices: list[int]) -> str:
    name = KINDS[kind]
    level = document.blocks.items[indices[0]].level
    values = {}
    if kind == HEADING and level:
        values["level"] = str(level)
    if not keep:
        values["keep"] = "no"
    return f"<{name}{attributes(values)}>{escape(segment_text(document, indices))}</{name}>"

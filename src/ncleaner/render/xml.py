"""Simple XML: one ``<doc>`` with the metadata as attributes and a ``<p>``, ``<h>`` or ``<l>`` for each segment.

There is no encoding in the XML declaration, which means UTF-8; some parsers refuse text that is already decoded and
says so.
"""

from __future__ import annotations

from ncleaner.page.blocks import HEADING
from ncleaner.page.segment import KINDS
from ncleaner.render.about import facts
from ncleaner.render.joined import joined, text_of
from ncleaner.render.markup import attributes, escape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.page.document import Document


def render(document: Document, *, all: bool = False) -> str:
    """The document as XML; dropped segments, with ``all``, have ``keep="no"``."""
    opening = attributes({**facts(document), "engine": document.engine})
    lines = ['<?xml version="1.0"?>', f"<doc{opening}>"]
    lines.extend(_segment(document, *segment) for segment in joined(document, all))
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
    return f"<{name}{attributes(values)}>{escape(text_of(document, indices))}</{name}>"

"""Simple XML: one ``<doc>`` with the metadata as attributes and a ``<p>``, ``<h>`` or ``<l>`` for each segment.

There is no encoding in the XML declaration, which means UTF-8; some parsers refuse text that is already decoded and
says so.
"""

from __future__ import annotations

from ncleaner.document import KINDS
from ncleaner.render.about import facts
from ncleaner.render.markup import attributes, escape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.document import Document


def render(document: Document, *, all: bool = False) -> str:
    """The document as XML; dropped segments, with ``all``, have ``keep="no"``."""
    opening = attributes({**facts(document), "engine": document.engine})
    lines = ['<?xml version="1.0"?>', f"<doc{opening}>"]
    for index, keep in enumerate(document.decisions):
        if keep or all:
            lines.append(_segment(document, index, keep))
    lines.append("</doc>")
    return "\n".join(lines) + "\n"


def _segment(document: Document, index: int, keep: bool) -> str:
    block = document.blocks.items[index]
    kind = KINDS[block.kind]
    values = {}
    if kind == "h" and block.level:
        values["level"] = str(block.level)
    if not keep:
        values["keep"] = "no"
    return f"<{kind}{attributes(values)}>{escape(document.blocks.text(index))}</{kind}>"

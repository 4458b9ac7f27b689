"""One JSON object: the metadata and all segments, kept and dropped.

``version`` is the version of this layout. It increases with every change that breaks existing readers.

The object is at most twelve times as long as the page, and a megabyte. So on pages of very many tiny segments, those
from the index ``shortened`` on have only ``text``, ``kind`` and ``keep``; other pages have no such field.
"""

from __future__ import annotations

import json
import re
from json.encoder import encode_basestring
from math import isfinite

from ncleaner.page.blocks import CONTINUES
from ncleaner.page.segment import KINDS
from ncleaner.render.room import Room
from ncleaner.tree.links import source_url

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from ncleaner.page.document import Document
    from ncleaner.page.node import Node
    from ncleaner.page.segment import Segment

VERSION = 1
TABLE_TAG = b"<table"
SHORTEST = 42  # characters that a segment takes at least, beside its text

_COMPACT = (",", ":")

# JSON allows these unescaped, but some readers treat them as line ends, and UTF-8 cannot encode lone surrogates, which
# metadata can contain.
_ESCAPED = re.compile("[\x7f-\x9f\u2028\u2029\ud800-\udfff]")


def render(document: Document, *, all: bool = False, indent: int | None = 2) -> str:
    """Render the document as a JSON object. It always contains the dropped segments; ``all`` has no effect."""
    writer = SegmentWriter(document, indent)
    described = _object(document)
    pieces = list(writer.pieces(len(json_text(described, indent))))
    frame = json_text({**described, **writer.shortened(), "segments": []}, indent)
    if not pieces:
        return frame
    start, end = frame[: frame.rindex("]")], frame[frame.rindex("]") :]
    pieces[0] = pieces[0][1:]  # a comma
    pieces.append(_line_break(indent, 1))
    return "".join([start, *pieces, end])


def json_text(value: object, indent: int | None = None) -> str:
    """Return a value as portable JSON with a line feed at the end, on one line unless ``indent`` is given."""
    separators = _COMPACT if indent is None else None
    return _portable(json.dumps(value, ensure_ascii=False, indent=indent, separators=separators)) + "\n"


def _portable(text: str) -> str:
    return _ESCAPED.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def _object(document: Document) -> dict[str, Any]:
    return {
        "version": VERSION,
        "url": source_url(document),
        "encoding": document.page.encoding,
        "engine": document.engine,
        **_confidence(document),
        **_page_types(document),
        "metadata": document.metadata.to_dict(),
        **_origins(document),
        **_tables(document),
        "warnings": list(document.warnings),
    }


def _tables(document: Document) -> dict[str, list[dict[str, Any]]]:
    """Return the kept data tables, if there are any: where they are, their captions, and their rows of cells."""
    tables = document.tree(links=False).find_all("table") if TABLE_TAG in document.page.source.lower() else []
    return {"tables": list(map(table_value, tables))} if tables else {}


def table_value(table: Node) -> dict[str, Any]:
    """Return a table as a value for JSON. A cell that others follow across or below says how far it goes."""
    leaves = [leaf for leaf in table.walk() if leaf.start >= 0]
    return {
        "start": min((leaf.start for leaf in leaves), default=-1),
        "end": max((leaf.end for leaf in leaves), default=-1),
        "caption": "\n".join(part.text for part in table.nodes if part.tag == "caption"),
        "rows": [list(map(_cell, row.nodes)) for row in table.nodes if row.tag == "tr"],
    }


def _cell(cell: Node) -> dict[str, Any]:
    spans = {name: int(value) for name, value in cell.attributes.items()}
    return {"text": cell.text, **({"header": True} if cell.tag == "th" else {}), **spans}


def _origins(document: Document) -> dict[str, dict[str, dict[str, str | int]]]:
    """Return where the metadata come from, with the place in the page of those that are in it."""
    origins = document.metadata.origins()
    if not origins:
        return {}
    return {
        "origins": {
            name: {"source": origin.source} | ({"start": origin.start, "end": origin.end} if origin.start >= 0 else {})
            for name, origin in origins.items()
        }
    }


def _page_types(document: Document) -> dict[str, dict[str, float]]:
    """Return the probability of each page type, if the engine estimates them."""
    probabilities = document.page_types
    if not probabilities:
        return {}
    return {"page_types": {name: round(probability, 4) for name, probability in probabilities.items()}}


def _confidence(document: Document) -> dict[str, float]:
    """Return the confidence of the engine in its text, if the engine estimates it."""
    confidence = document.confidence
    return {} if confidence is None else {"confidence": round(confidence, 4)}


def _line_break(indent: int | None, level: int) -> str:
    """Return what separates two values at a level of an object."""
    return "" if indent is None else "\n" + " " * (indent * level)


def _value(value: str | bool | int | float) -> str:
    """Return a field of a segment as JSON."""
    if isinstance(value, str):
        return encode_basestring(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    return repr(value) if isfinite(value) else "null"  # JSON cannot express infinity


class SegmentWriter:
    """Writes the segments as JSON objects.

    On pages of very many tiny segments, the later ones have only ``text``, ``kind`` and ``keep``.
    """

    def __init__(self, document: Document, indent: int | None) -> None:
        self._document = document
        self._indent = indent
        self._first_short = len(document.blocks)

    def shortened(self) -> dict[str, int]:
        """Return the index of the first short segment as a field of the document, if there is one."""
        is_short = self._first_short < len(self._document.blocks)
        return {"shortened": self._first_short} if is_short else {}

    def pieces(self, frame: int) -> Iterator[str]:
        """Yield the segments, a comma before each, for an object that takes ``frame`` characters without them."""
        blocks = self._document.blocks
        room = Room(len(self._document.page.source))
        make = self._document.segment_maker()
        for index, block in enumerate(blocks.items):
            rest = frame + SHORTEST * (len(blocks) - index) + 2 * (len(blocks.buffer) - block.text_start)
            if index < self._first_short:
                piece = self._full(make(index))
                if room.has(len(piece), rest):
                    yield room.use(piece)
                    continue
                self._first_short = index
            yield room.use(self._short(index))

    def _full(self, segment: Segment) -> str:
        colon = ":" if self._indent is None else ": "
        fields = [f'"{name}"{colon}{_value(getattr(segment, name))}' for name in segment.__slots__]
        inner, outer = _line_break(self._indent, 3), _line_break(self._indent, 2)
        return _portable(f",{outer}{{{inner}{f',{inner}'.join(fields)}{outer}}}")

    def _short(self, index: int) -> str:
        document = self._document
        kind = KINDS[document.kinds[index] & ~CONTINUES]
        text, keep = _value(document.blocks.text(index)), _value(document.decisions.keep[index] == 1)
        return _portable(f',{_line_break(self._indent, 2)}{{"text":{text},"kind":"{kind}","keep":{keep}}}')

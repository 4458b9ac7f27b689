"""One JSON object: the metadata and all segments, kept and dropped.

``version`` counts the layouts of this object; it changes when a reader of the old layout would be misled.
"""

from __future__ import annotations

import json
import re
from math import isfinite

from ncleaner.render.about import address

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ncleaner.page.document import Document
    from ncleaner.page.segment import Segment

VERSION = 1

# These may stand in JSON as they are, but some readers take them for the end of a line, and a surrogate that metadata
# brought in alone cannot be written to a file at all.
_DELICATE = re.compile("[\x7f-\x9f\u2028\u2029\ud800-\udfff]")


def render(document: Document, *, all: bool = False, indent: int | None = 2) -> str:
    """The document as a JSON object; the dropped segments are always in it, so ``all`` changes nothing."""
    return written(_object(document), indent)


def written(value: object, indent: int | None = None) -> str:
    """Any value as JSON that all readers read alike, with a line feed; without ``indent`` on one line."""
    separators = (",", ":") if indent is None else None
    text = json.dumps(value, ensure_ascii=False, indent=indent, separators=separators)
    return _DELICATE.sub(lambda match: f"\\u{ord(match[0]):04x}", text) + "\n"


def _object(document: Document) -> dict[str, Any]:
    return {
        "version": VERSION,
        "url": address(document),
        "encoding": document.page.encoding,
        "engine": document.engine,
        **_confidence(document),
        **_types(document),
        "metadata": dict(document.metadata.items()),
        "warnings": list(document.warnings),
        "segments": [_segment(segment) for segment in document.segments],
    }


def _types(document: Document) -> dict[str, dict[str, float]]:
    """How likely each type of page is, where the engine can tell."""
    found = document.page_types
    return {"page_types": {name: round(chance, 4) for name, chance in found.items()}} if found else {}


def _confidence(document: Document) -> dict[str, float]:
    """What the engine expects of its text, if it can tell."""
    confidence = document.confidence
    return {} if confidence is None else {"confidence": round(confidence, 4)}


def _segment(segment: Segment) -> dict[str, Any]:
    values = {name: getattr(segment, name) for name in segment.__slots__}
    if not isfinite(segment.score):
        values["score"] = None  # JSON has no word for infinity
    return values

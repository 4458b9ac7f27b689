"""One JSON object: the metadata and all segments, kept and dropped.

``version`` is the version of this layout. It increases with every change that breaks existing readers.
"""

from __future__ import annotations

import json
import re
from math import isfinite

from ncleaner.render.fields import source_url

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ncleaner.page.document import Document
    from ncleaner.page.segment import Segment

VERSION = 1

# JSON allows these unescaped, but some readers treat them as line ends, and UTF-8 cannot encode lone surrogates, which
# metadata can contain.
_ESCAPED = re.compile("[\x7f-\x9f\u2028\u2029\ud800-\udfff]")


def render(document: Document, *, all: bool = False, indent: int | None = 2) -> str:
    """Render the document as a JSON object. It always contains the dropped segments; ``all`` has no effect."""
    return json_text(_object(document), indent)


def json_text(value: object, indent: int | None = None) -> str:
    """Return a value as portable JSON with a line feed at the end, on one line unless ``indent`` is given."""
    separators = (",", ":") if indent is None else None
    text = json.dumps(value, ensure_ascii=False, indent=indent, separators=separators)
    return _ESCAPED.sub(lambda match: f"\\u{ord(match[0]):04x}", text) + "\n"


def _object(document: Document) -> dict[str, Any]:
    return {
        "version": VERSION,
        "url": source_url(document),
        "encoding": document.page.encoding,
        "engine": document.engine,
        **_confidence(document),
        **_page_types(document),
        "metadata": dict(document.metadata.items()),
        "warnings": list(document.warnings),
        "segments": [_segment(segment) for segment in document.segments],
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


def _segment(segment: Segment) -> dict[str, Any]:
    values = {name: getattr(segment, name) for name in segment.__slots__}
    if not isfinite(segment.score):
        values["score"] = None  # JSON cannot express infinity
    return values

"""Vertical text: one token per line, for Sketch Engine and the IMS Open Corpus Workbench.

``<doc>`` has the metadata as attributes, ``<p>`` has the kind of the segment as ``type``, ``<s>`` is a sentence, and
``<g/>`` stands between two tokens without white space between them. Both programs decode XML entities in tokens and
attributes. If there is text that is written without blanks, ``segmentation`` of ``<doc>`` says how it was divided into
words: by which segmenters, or by characters.
"""

from __future__ import annotations

from ncleaner.page.segment import KINDS
from ncleaner.render.fields import BASIC, metadata_fields
from ncleaner.render.markup import attributes, escape, legal
from ncleaner.render.segments import joined_segments, segment_text
from ncleaner.tokenize.sentences import sentences
from ncleaner.tokenize.unspaced import WordSplitter, is_japanese

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ncleaner.page.document import Document

SEGMENTATION = "segmentation"
DOCUMENT_ATTRIBUTES = ("id", *BASIC, SEGMENTATION)
"""The attributes that ``<doc>`` can have."""

KEEP = "keep"
SEGMENT_ATTRIBUTES = ("type", KEEP)
"""The attributes that ``<p>`` can have."""


def render(document: Document, *, all: bool = False, id: str | None = None) -> str:
    """Render the document as vertical text; ``id`` becomes an attribute of ``<doc>``.

    With ``all``, dropped segments are included with ``keep="no"``.
    """
    fields = metadata_fields(document) if id is None else {"id": id, **metadata_fields(document)}
    segments = [
        (kind, keep, legal(segment_text(document, indices))) for kind, keep, indices in joined_segments(document, all)
    ]
    texts = (text for _, _, text in segments)
    words = WordSplitter(fields.get("language", "").lower().startswith("ja") or is_japanese(texts))
    lines = [line for segment in segments for line in _segment(*segment, words)]
    if words.used:
        fields[SEGMENTATION] = "; ".join(words.used)
    doc_attributes = attributes({name: " ".join(value.split()) for name, value in fields.items()})
    return "\n".join([f"<doc{doc_attributes}>", *lines, "</doc>"]) + "\n"


def _segment(kind: int, keep: bool, text: str, words: WordSplitter) -> Iterator[str]:
    values = {"type": KINDS[kind]}
    if not keep:
        values[KEEP] = "no"
    yield f"<p{attributes(values)}>"
    for sentence in sentences(text, words):
        if sentence[0].glued:
            yield "<g/>"
        yield "<s>"
        for position, token in enumerate(sentence):
            if position and token.glued:
                yield "<g/>"
            yield escape(token.text)
        yield "</s>"
    yield "</p>"

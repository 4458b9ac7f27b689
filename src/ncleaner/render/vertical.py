"""Vertical text: one token a line, for Sketch Engine and the IMS Open Corpus Workbench.

``<doc>`` has the metadata as attributes, ``<p>`` the kind of the segment as ``type``, ``<s>`` is a sentence, and
``<g/>`` stands where no white space was between two tokens. The programs decode the entities of XML in both tokens and
attributes.
"""

from __future__ import annotations

from ncleaner.page.segment import KINDS
from ncleaner.render.about import facts
from ncleaner.render.joined import joined, text_of
from ncleaner.render.markup import attributes, escape, legal
from ncleaner.tokenize.sentences import sentences

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ncleaner.page.document import Document


def render(document: Document, *, all: bool = False, id: str | None = None) -> str:
    """The document as vertical text, with what it is called if that is known; ``all`` is for dropped segments, too.

    These have ``keep="no"``.
    """
    known = facts(document) if id is None else {"id": id, **facts(document)}
    opening = attributes({name: " ".join(value.split()) for name, value in known.items()})
    lines = [f"<doc{opening}>"]
    for segment in joined(document, all):
        lines.extend(_segment(document, *segment))
    lines.append("</doc>")
    return "\n".join(lines) + "\n"


def _segment(document: Document, kind: int, keep: bool, indices: list[int]) -> Iterator[str]:
    values = {"type": KINDS[kind]}
    if not keep:
        values["keep"] = "no"
    yield f"<p{attributes(values)}>"
    for sentence in sentences(legal(text_of(document, indices))):
        if sentence[0].glued:
            yield "<g/>"
        yield "<s>"
        for place, token in enumerate(sentence):
            if place and token.glued:
                yield "<g/>"
            yield escape(token.text)
        yield "</s>"
    yield "</p>"

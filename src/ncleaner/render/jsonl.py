"""JSON Lines: the object of the ``json`` format on a line of its own."""

from __future__ import annotations

from ncleaner.render import json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.page.document import Document


def render(document: Document, *, all: bool = False) -> str:
    """The document as one line; the dropped segments are always in it, so ``all`` changes nothing."""
    return json.render(document, all=all, indent=None)

"""JSON Lines: the object of the ``json`` format on a line of its own."""

from __future__ import annotations

from ncleaner.render import json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.page.document import Document


def render(document: Document, *, all: bool = False) -> str:
    """Render the document as one line. It always contains the dropped segments; ``all`` has no effect."""
    return json.render(document, all=all, indent=None)

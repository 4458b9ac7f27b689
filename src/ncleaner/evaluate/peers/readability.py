"""readability-lxml, which finds the element that contains the article."""

from __future__ import annotations

from ncleaner.evaluate.peers import Peer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.evaluate.peers import Extract


class Readability(Peer):
    """The article; readability returns HTML, which html-text converts to text."""

    name = "peer:readability"
    package = "readability-lxml"

    def extractor(self) -> Extract:
        """Return a function to the text of its summary."""
        from html_text import extract_text
        from readability import Document

        def text(html: str) -> str:
            return str(extract_text(Document(html).summary(html_partial=True)))

        return text

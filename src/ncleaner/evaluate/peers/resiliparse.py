"""Resiliparse, which extracts the main content by rules on a fast DOM tree (lexbor)."""

from __future__ import annotations

from ncleaner.evaluate.peers import Peer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.evaluate.peers import Extract


class Resiliparse(Peer):
    """The main content; all other options have their defaults."""

    name = "peer:resiliparse"
    package = "Resiliparse"

    def extractor(self) -> Extract:
        """Return its plain-text extractor."""
        from resiliparse.extract.html2text import extract_plain_text

        def text(html: str) -> str:
            return str(extract_plain_text(html, main_content=True))

        return text

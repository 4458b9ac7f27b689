"""Resiliparse, whose rules for the main content work on a fast tree (lexbor)."""

from __future__ import annotations

from ncleaner.evaluate.peers import Peer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.evaluate.peers import Extract


class Resiliparse(Peer):
    """The main content only, all else as it comes."""

    name = "peer:resiliparse"
    package = "Resiliparse"

    def extractor(self) -> Extract:
        """Its function for plain text."""
        from resiliparse.extract.html2text import extract_plain_text

        def text(html: str) -> str:
            return str(extract_plain_text(html, main_content=True))

        return text

"""html-text, which drops nothing: a baseline of HTML parsing and white-space handling alone."""

from __future__ import annotations

from ncleaner.evaluate.peers import Peer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.evaluate.peers import Extract


class HtmlText(Peer):
    """All visible text."""

    name = "peer:html-text"
    package = "html-text"

    def extractor(self) -> Extract:
        """Return its text extractor."""
        from html_text import extract_text

        text: Extract = extract_text
        return text

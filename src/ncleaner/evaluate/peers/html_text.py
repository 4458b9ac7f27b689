"""html-text, which drops nothing: how good a tree and a sense of white space are alone."""

from __future__ import annotations

from ncleaner.evaluate.peers import Peer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.evaluate.peers import Extract


class HtmlText(Peer):
    """Everything that is not invisible."""

    name = "peer:html-text"
    package = "html-text"

    def extractor(self) -> Extract:
        """Its one function."""
        from html_text import extract_text

        text: Extract = extract_text
        return text

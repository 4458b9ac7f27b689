"""trafilatura, which takes the text that its rules find, or that of jusText or readability if that looks better."""

from __future__ import annotations

from ncleaner.evaluate.peers import Peer, with_body

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.evaluate.peers import Extract


class Trafilatura(Peer):
    """As it comes, which is with comments and with all fallbacks."""

    name = "peer:trafilatura"
    package = "trafilatura"
    include_comments = True
    fast = False

    def extractor(self) -> Extract:
        """Its function for everyone. It takes nothing for HTML that does not begin as a page."""
        from trafilatura import extract

        def text(html: str) -> str:
            return str(extract(with_body(html), include_comments=self.include_comments, fast=self.fast) or "")

        return text


class NoComments(Trafilatura):
    """Without what readers wrote below the text."""

    name = "peer:trafilatura-no-comments"
    include_comments = False


class Fast(Trafilatura):
    """Its own rules only."""

    name = "peer:trafilatura-fast"
    fast = True

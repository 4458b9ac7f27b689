"""trafilatura, which uses its own rules, or falls back to jusText or readability if their text looks better."""

from __future__ import annotations

from ncleaner.evaluate.peers import Peer, with_body

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.evaluate.peers import Extract


class Trafilatura(Peer):
    """trafilatura with its defaults: with comments and all fallbacks."""

    name = "peer:trafilatura"
    package = "trafilatura"
    include_comments = True
    fast = False

    def extractor(self) -> Extract:
        """Return its main function, which only accepts HTML that begins like a page."""
        from trafilatura import extract

        def text(html: str) -> str:
            return str(extract(with_body(html), include_comments=self.include_comments, fast=self.fast) or "")

        return text


class NoComments(Trafilatura):
    """trafilatura without readers' comments."""

    name = "peer:trafilatura-no-comments"
    include_comments = False


class Fast(Trafilatura):
    """trafilatura with its own rules only."""

    name = "peer:trafilatura-fast"
    fast = True

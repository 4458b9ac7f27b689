"""news-please, which extracts newspaper articles by newspaper4k and readability and compares what they found."""

from __future__ import annotations

from ncleaner.evaluate.peers import Peer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.evaluate.peers import Extract


class NewsPlease(Peer):
    """The main text of the article. The package brings a crawler and clients of databases, so no extra installs it."""

    name = "peer:news-please"
    package = "news-please"
    extra = None

    def extractor(self) -> Extract:
        """Return its article extractor for a given page; images are not fetched."""
        from newsplease import NewsPlease

        def text(html: str) -> str:
            article = NewsPlease.from_html(html, fetch_images=False)  # an empty dictionary for an empty page
            return str(getattr(article, "maintext", None) or "")

        return text

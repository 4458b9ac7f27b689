"""newspaper4k, which finds the articles of newspapers."""

from __future__ import annotations

from ncleaner.evaluate.peers import Peer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.evaluate.peers import Extract

ADDRESS = "https://example.org/"  # it wants one; nothing is fetched
LANGUAGE = "en"


class Newspaper4k(Peer):
    """The text of the article, in English."""

    name = "peer:newspaper4k"
    package = "newspaper4k"

    def extractor(self) -> Extract:
        """An article made of a page that is here already."""
        from newspaper import Article

        def text(html: str) -> str:
            article = Article(ADDRESS, language=LANGUAGE, fetch_images=False)
            article.download(input_html=html)
            article.parse()
            return str(article.text)

        return text

"""newspaper4k, which extracts newspaper articles."""

from __future__ import annotations

from ncleaner.evaluate.peers import Peer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.evaluate.peers import Extract

ADDRESS = "https://example.org/"  # required, but not fetched
LANGUAGE = "en"


class Newspaper4k(Peer):
    """The text of the article, in English."""

    name = "peer:newspaper4k"
    package = "newspaper4k"

    def extractor(self) -> Extract:
        """Return its article extractor for a given page.

        It warns on import of packages that it does not need for this.
        """
        import warnings

        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)
            from newspaper import Article

        def text(html: str) -> str:
            article = Article(ADDRESS, language=LANGUAGE, fetch_images=False)
            article.download(input_html=html)
            article.parse()
            return str(article.text)

        return text

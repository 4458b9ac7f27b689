"""GNE (GeneralNewsExtractor), which finds the news article by the density of text and punctuation."""

from __future__ import annotations

from ncleaner.evaluate.peers import Peer, with_body

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.evaluate.peers import Extract


class Gne(Peer):
    """The title, which GNE returns apart, and the text of the article."""

    name = "peer:gne"
    package = "gne"

    def extractor(self) -> Extract:
        """Return a function that puts the title before the text, unless that contains it; GNE needs a ``<body>``."""
        from gne import GeneralNewsExtractor

        gne = GeneralNewsExtractor()

        def text(html: str) -> str:
            article = gne.extract(with_body(html))
            title, content = str(article["title"] or "").strip(), str(article["content"])
            return content if title in content else f"{title}\n{content}"

        return text

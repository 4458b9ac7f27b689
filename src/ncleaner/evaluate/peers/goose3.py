"""goose3, which finds the articles of newspapers."""

from __future__ import annotations

from ncleaner.evaluate.peers import Peer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.evaluate.peers import Extract


class Goose3(Peer):
    """The text of the article."""

    name = "peer:goose3"
    package = "goose3"

    def extractor(self) -> Extract:
        """An article made of a page that is here already; no images are fetched."""
        from goose3 import Goose

        goose = Goose({"enable_image_fetching": False})

        def text(html: str) -> str:
            return str(goose.extract(raw_html=html).cleaned_text)

        return text

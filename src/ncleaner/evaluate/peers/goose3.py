"""goose3, which extracts newspaper articles."""

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
        """Return its article extractor for a given page; images are not fetched."""
        from goose3 import Goose

        goose = Goose({"enable_image_fetching": False})

        def text(html: str) -> str:
            return str(goose.extract(raw_html=html).cleaned_text)

        return text

"""BoilerPy3, the boilerpipe library in Python: classifies blocks by the density of their text and links.

Canola is the best of its extractors on CleanEval's development set.
"""

from __future__ import annotations

from ncleaner.evaluate.peers import Peer, with_body

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.evaluate.peers import Extract


class BoilerPy3(Peer):
    """Rules learnt from the Canola pages."""

    name = "peer:boilerpy3"
    package = "boilerpy3"

    def extractor(self) -> Extract:
        """Return its content extractor, which needs a ``<body>`` and is set to tolerate stray end tags."""
        from boilerpy3.extractors import CanolaExtractor

        canola = CanolaExtractor(raise_on_failure=False)

        def text(html: str) -> str:
            return str(canola.get_content(with_body(html)))

        return text

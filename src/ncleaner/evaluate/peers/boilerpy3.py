"""BoilerPy3, the boilerpipe library in Python: blocks judged by the density of their text and links.

Of its extractors, Canola is the best one on CleanEval's development set.
"""

from __future__ import annotations

from ncleaner.evaluate.peers import Peer, with_body

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.evaluate.peers import Extract


class BoilerPy3(Peer):
    """The rules that were learnt from the Canola pages."""

    name = "peer:boilerpy3"
    package = "boilerpy3"

    def extractor(self) -> Extract:
        """Its content. It sees only what is in a body, and can be told not to give up at a stray end tag."""
        from boilerpy3.extractors import CanolaExtractor

        canola = CanolaExtractor(raise_on_failure=False)

        def text(html: str) -> str:
            return str(canola.get_content(with_body(html)))

        return text

"""jusText, which classifies paragraphs by length, links and stop words, and then by their neighbours."""

from __future__ import annotations

from ncleaner.evaluate.peers import Peer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import ClassVar

    from ncleaner.evaluate.peers import Extract

LANGUAGE = "English"


class JusText(Peer):
    """jusText with its default thresholds."""

    name = "peer:justext"
    package = "jusText"
    thresholds: ClassVar[dict[str, float]] = {}

    def extractor(self) -> Extract:
        """Return a function that joins the paragraphs that are not boilerplate."""
        from justext import get_stoplist, justext

        stop_words = get_stoplist(LANGUAGE)

        def text(html: str) -> str:
            paragraphs = justext(html, stop_words, **self.thresholds)
            return "\n".join(paragraph.text for paragraph in paragraphs if not paragraph.is_boilerplate)

        return text


class Tuned(JusText):
    """jusText with the thresholds that are best on CleanEval's development set."""

    name = "peer:justext-tuned"
    thresholds: ClassVar[dict[str, float]] = {
        "length_low": 10,
        "length_high": 70,
        "stopwords_low": 0.0,
        "stopwords_high": 0.2,
        "max_link_density": 0.4,
    }

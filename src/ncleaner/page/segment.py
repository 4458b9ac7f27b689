"""The segment: a labelled part of a page, as users see it."""

from __future__ import annotations

from ncleaner.errors import NCleanerError
from ncleaner.page.frozen import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.page.protocols import Decider

KINDS = ("p", "h", "l")
DIGITS = 4  # decimals of a score


class Explainable(Value):
    """A value with a reference to the engine that decided on it, which is not part of equality, ``repr`` or pickle."""

    __slots__ = ("_decider",)

    text: str
    _decider: Decider | None

    def explain(self) -> list[tuple[str, float]]:
        """Return the score of each character of the text in bits, positive for keeping the segment.

        The last item is the score of the end of the text, with an empty string as its character. Only engines that
        score characters, such as ``ngram``, support this.
        """
        if self._decider is None:
            raise NCleanerError("only segments of a document can be explained, not copies or those made by hand")
        return self._decider.explain(self.text)


class Segment(Explainable):
    """A labelled part of the page.

    ``kind`` is ``"p"`` (paragraph), ``"h"`` (heading) or ``"l"`` (list item). ``page.text[start:end]`` is its source;
    both offsets are −1 if the text does not stand in the source like that. ``path`` are the tags around it, as in
    ``html/body/div/p``. ``score`` is in bits, positive for text to keep. ``continues`` is true if the segment continues
    the kept segment before it and has its kind, as the second line of an address does.
    """

    __slots__ = ("text", "kind", "keep", "score", "reason", "start", "end", "path", "continues")

    text: str
    kind: str
    keep: bool
    score: float
    reason: str
    start: int
    end: int
    path: str
    continues: bool

    def __init__(
        self,
        text: str,
        kind: str,
        keep: bool,
        score: float,
        reason: str,
        start: int,
        end: int,
        path: str,
        continues: bool = False,
        decider: Decider | None = None,
    ) -> None:
        fill = object.__setattr__
        fill(self, "text", text)
        fill(self, "kind", kind)
        fill(self, "keep", keep)
        fill(self, "score", score)
        fill(self, "reason", reason)
        fill(self, "start", start)
        fill(self, "end", end)
        fill(self, "path", path)
        fill(self, "continues", continues)
        fill(self, "_decider", decider)

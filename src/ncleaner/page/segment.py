"""The segment: a labelled piece of a page, as users see it."""

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
        """The bits of each character of the text, positive where it speaks for keeping the segment.

        Those of its end come last, with an empty string in place of a character. The engine must be one that goes by
        characters, as ``ngram`` does.
        """
        if self._decider is None:
            raise NCleanerError("only the segments of a document can be explained, not copies or those made by hand")
        return self._decider.explain(self.text)


class Segment(Explainable):
    """A piece of the page, labelled.

    ``kind`` is ``"p"`` (paragraph), ``"h"`` (heading) or ``"l"`` (list item). ``page.text[start:end]`` is where it
    stands in the source, both −1 where an engine works on something else than the source. ``path`` is the way down to
    it, as in ``html/body/div/p``. ``score`` is in bits, positive for text to keep. ``continues`` says that it goes on
    with the segment kept before it, as the second line of an address does, and has its kind.
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

"""The submitted heuristics (section 3.2): the line algorithm of Figure 1.

A line of more than ``words`` words with a mean length of more than ``letters`` characters is a paragraph. The last
other line before a paragraph is its heading, if fewer than ``window`` empty lines are between the two. All other lines
are dropped.

A line ends at every block boundary and at every ``<br>``: the paper splits the text by lines, not by elements.
"""

from __future__ import annotations

from ncleaner.engines.ice import DROPPED, Ice, Label, is_number
from ncleaner.errors import NCleanerError
from ncleaner.page.blocks import HEADING, PARAGRAPH
from ncleaner.read import read_page

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ncleaner.page.blocks import Blocks
    from ncleaner.page.page import Page

LARGEST = 1_000_000


class Heuristics(Ice):
    """The algorithm of Figure 1. Lines of up to ``characters`` characters count as empty."""

    name = "ice-heuristics"

    def __init__(self, *, characters: int = 3, words: int = 10, letters: float = 3.0, window: int = 3) -> None:
        for option, value in (("characters", characters), ("words", words), ("letters", letters), ("window", window)):
            if not is_number(value, 0, LARGEST):
                raise NCleanerError(f"{option!r} must be a number from 0 to {LARGEST}, not {value!r}")
        self.characters = characters
        self.words = words
        self.letters = letters
        self.window = window

    def read(self, page: Page) -> Blocks:
        """Return the lines of a page."""
        return read_page(page)

    def label(self, blocks: Blocks, visible: Sequence[int]) -> list[Label]:
        """Label the lines in one pass."""
        labels = []
        title: Label | None = None
        counter = 0
        for index in visible:
            text = blocks.text(index)
            label = Label(DROPPED, 0.0, self._facts(text))
            labels.append(label)
            if len(text) <= self.characters:
                counter += title is not None
            elif self._is_long(label):
                label.kind = PARAGRAPH
                if title is not None and counter < self.window:
                    title.kind = HEADING
                    title = None
                    counter = 0
            else:
                title = label
                counter = 0
        return labels

    def _facts(self, text: str) -> tuple[int, int, float]:
        """Return the number of characters and words of a line, and the mean length of its words."""
        words = text.split()
        return len(text), len(words), sum(map(len, words)) / max(1, len(words))

    def _is_long(self, label: Label) -> bool:
        _, words, letters = label.facts
        return bool(words > self.words and letters > self.letters)

    def sentence(self, label: Label) -> str:
        """Return the length that was decisive."""
        characters, words, letters = label.facts
        if label.kind == PARAGRAPH:
            return f"more than {self.words} words, {letters:.1f} characters each"
        if characters <= self.characters:
            return f"no more than {self.characters} characters"
        few = f"no more than {self.words} words"
        short = few if words <= self.words else f"words of no more than {self.letters:g} characters"
        if label.kind == HEADING:
            return f"{short}, and a paragraph follows"
        return f"{short}, and no paragraph follows"

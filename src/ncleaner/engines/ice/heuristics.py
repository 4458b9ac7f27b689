"""The heuristics that were submitted (section 3.2): the line algorithm of Figure 1.

A line of more than ``words`` words, which have more than ``letters`` characters on the average, is a paragraph. Any
other one may turn out to be the heading of the next paragraph: the last such line before it, if fewer than ``window``
lines of next to nothing stand between the two. Everything else is dropped.

Lines end where text is broken, at every ``<br>``, too: the paper splits the text by lines and knows no elements here.
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
    """Figure 1. Lines of ``characters`` characters or fewer are next to nothing."""

    name = "ice-heuristics"

    def __init__(self, *, characters: int = 3, words: int = 10, letters: float = 3.0, window: int = 3) -> None:
        for option, value in (("characters", characters), ("words", words), ("letters", letters), ("window", window)):
            if not is_number(value, 0, LARGEST):
                raise NCleanerError(f"{option!r} must be a number from 0 up, not {value!r}")
        self.characters = characters
        self.words = words
        self.letters = letters
        self.window = window

    def read(self, page: Page) -> Blocks:
        """The lines of a page."""
        return read_page(page)

    def label(self, blocks: Blocks, visible: Sequence[int]) -> list[Label]:
        """Go through the lines once."""
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
        """The characters of a line, its words, and how long these are on the average."""
        words = text.split()
        return len(text), len(words), sum(map(len, words)) / max(1, len(words))

    def _is_long(self, label: Label) -> bool:
        _, words, letters = label.facts
        return bool(words > self.words and letters > self.letters)

    def sentence(self, label: Label) -> str:
        """The lengths that counted."""
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

"""What the engines want to know about the words of an element: how many there are, and of what sort.

Words stand between white space. Ratios are to their number, as in section 3.3. Figure 2 has ratios of capitals above
one, so it is capital letters that are counted, not words that begin with one.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container

SENTENCE_ENDS = ".!?…。！？؟।"
CLOSING = "\"'”’»)]』」"


class Wording:
    """The words of a text, counted. ``words`` are all of them, lower-case and without the punctuation around them."""

    __slots__ = ("words", "capitals", "punctuation", "ends_sentence")

    def __init__(self, text: str) -> None:
        self.words = [bare(word) for word in text.lower().split()]
        self.capitals = sum(map(str.isupper, text))
        self.punctuation = sum(not (character.isalnum() or character.isspace()) for character in text)
        self.ends_sentence = text.rstrip(CLOSING).endswith(tuple(SENTENCE_ENDS))

    @property
    def count(self) -> int:
        """The number of words."""
        return len(self.words)

    @property
    def cap_ratio(self) -> float:
        """Capital letters for each word."""
        return self.capitals / max(1, len(self.words))

    @property
    def punct_ratio(self) -> float:
        """Characters that are neither letters nor digits for each word."""
        return self.punctuation / max(1, len(self.words))

    def ratio(self, known: Container[str]) -> float:
        """The share of the words that are among the known ones."""
        return sum(word in known for word in self.words) / max(1, len(self.words))


def bare(word: str) -> str:
    """A word without the punctuation around it."""
    if word.isalnum():
        return word
    start, end = 0, len(word)
    while start < end and not word[start].isalnum():
        start += 1
    while end > start and not word[end - 1].isalnum():
        end -= 1
    return word[start:end]

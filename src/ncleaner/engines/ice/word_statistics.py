"""Statistics of the words of an element.

Words are separated by white space. Ratios are per word, as in section 3.3. Figure 2 has ratios of capitals above 1, so
capital letters are counted, not capitalised words.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container

SENTENCE_ENDS = ".!?…。！？؟।"
CLOSING = "\"'”’»)]』」"


class WordStatistics:
    """Statistics of a text. ``words`` are its words in lower case, without the punctuation around them."""

    __slots__ = ("words", "capitals", "punctuation", "ends_sentence")

    def __init__(self, text: str) -> None:
        self.words = [strip_punctuation(word) for word in text.lower().split()]
        self.capitals = sum(map(str.isupper, text))
        self.punctuation = sum(not (character.isalnum() or character.isspace()) for character in text)
        self.ends_sentence = text.rstrip(CLOSING).endswith(tuple(SENTENCE_ENDS))

    @property
    def count(self) -> int:
        """The number of words."""
        return len(self.words)

    @property
    def cap_ratio(self) -> float:
        """Capital letters per word."""
        return self.capitals / max(1, len(self.words))

    @property
    def punct_ratio(self) -> float:
        """Characters per word that are neither letters, digits nor white space."""
        return self.punctuation / max(1, len(self.words))

    def ratio(self, vocabulary: Container[str]) -> float:
        """Return the share of words that are in ``vocabulary``."""
        return sum(word in vocabulary for word in self.words) / max(1, len(self.words))


def strip_punctuation(word: str) -> str:
    """Return a word without the punctuation around it."""
    if word.isalnum():
        return word
    start, end = 0, len(word)
    while start < end and not word[start].isalnum():
        start += 1
    while end > start and not word[end - 1].isalnum():
        end -= 1
    return word[start:end]

"""Linguistic features (section 3.1) but for parts of speech: lengths, and keywords of clean and of dirty text.

Lengths and counts are logarithms: as they are to be scaled to the interval from −1 to 1, a single page with a very long
paragraph would otherwise press all others to its lower end.

Keywords are words that are typical of the clean or the dirty part of the pages that were learnt from
(`ncleaner.train.fiasco.keywords`); a model has them.
"""

from __future__ import annotations

from math import log2

from ncleaner.engines.fiasco.dom import TEXT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.engines.fiasco.reading import Reading
    from ncleaner.tokenize.tokens import Token

LENGTHS = ("characters", "characters of its own", "words", "different words", "sentences", "words in a sentence")
KEYWORDS = ("clean keywords", "dirty keywords")
NAMES = LENGTHS + KEYWORDS


class Wording:
    """The words of a text, in lower case, and its sentences; a sentence is one only if it has an end."""

    __slots__ = ("tokens", "words", "sentences")

    def __init__(self, text: str) -> None:
        from ncleaner.tokenize.sentences import sentences

        found = sentences(text)
        self.tokens = [token.text for sentence in found for token in sentence]
        self.words = [token.lower() for token in self.tokens if token[0].isalnum()]
        self.sentences = sum(map(_is_ended, found))


def _is_ended(sentence: list[Token]) -> bool:
    return any(token.ending for token in sentence[-3:])  # quotation marks and brackets may follow the stop


def wordings(reading: Reading) -> list[Wording]:
    """The wordings of all targets."""
    return [Wording(text) for text in reading.texts]


def lengths(reading: Reading, wordings: list[Wording]) -> list[list[float]]:
    """How long the texts of all targets are, in several ways."""
    tree = reading.tree
    own = dict.fromkeys(reading.targets, 0)
    for row, parent in enumerate(tree.parents):
        if parent in own and tree.tags[row] == TEXT:
            own[parent] += len(tree.texts[row].strip())
    rows = []
    for row, text, wording in zip(reading.targets, reading.texts, wordings, strict=True):
        words = len(wording.words)
        counts = (len(text.strip()), own[row], words, len(set(wording.words)), wording.sentences)
        rows.append([*(log2(1 + count) for count in counts), log2(1 + words / max(1, wording.sentences))])
    return rows


def keyword_shares(wordings: list[Wording], clean: frozenset[str], dirty: frozenset[str]) -> list[list[float]]:
    """Which part of the words of each target are keywords of clean and of dirty text."""
    rows = []
    for wording in wordings:
        count = len(wording.words) or 1
        rows.append([sum(word in keywords for word in wording.words) / count for keywords in (clean, dirty)])
    return rows

"""Linguistic features (section 3.1) except parts of speech: lengths, and keywords of clean and dirty text.

Lengths and counts are logarithms. They are scaled to the interval from −1 to 1; otherwise a single very long paragraph
would squeeze all others into the lower end.

Keywords are words that are typical of the clean or the dirty text of the training pages
(`ncleaner.train.fiasco.keywords`). They are part of a model.
"""

from __future__ import annotations

from math import log2

from ncleaner.engines.fiasco.dom import TEXT
from ncleaner.tokenize.sentences import sentences

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.engines.fiasco.page_targets import PageTargets
    from ncleaner.tokenize.tokens import Token

LENGTHS = ("characters", "characters of its own", "words", "different words", "sentences", "words in a sentence")
KEYWORDS = ("clean keywords", "dirty keywords")
NAMES = LENGTHS + KEYWORDS


class TokenizedText:
    """The tokens and lower-case words of a text, and the number of its sentences with an end mark."""

    __slots__ = ("tokens", "words", "sentences")

    def __init__(self, text: str) -> None:
        split = sentences(text)
        self.tokens = [token.text for sentence in split for token in sentence]
        self.words = [token.lower() for token in self.tokens if token[0].isalnum()]
        self.sentences = sum(map(_is_ended, split))


def _is_ended(sentence: list[Token]) -> bool:
    return any(token.ending for token in sentence[-3:])  # quotation marks and brackets may follow the stop


def tokenized_texts(page: PageTargets) -> list[TokenizedText]:
    """Return the tokenized texts of all targets."""
    return [TokenizedText(text) for text in page.texts]


def lengths(page: PageTargets, texts: list[TokenizedText]) -> list[list[float]]:
    """Return the features `LENGTHS` of all targets."""
    tree = page.tree
    own = dict.fromkeys(page.targets, 0)
    for row, parent in enumerate(tree.parents):
        if parent in own and tree.tags[row] == TEXT:
            own[parent] += len(tree.texts[row].strip())
    rows = []
    for row, raw, text in zip(page.targets, page.texts, texts, strict=True):
        words = len(text.words)
        counts = (len(raw.strip()), own[row], words, len(set(text.words)), text.sentences)
        rows.append([*(log2(1 + count) for count in counts), log2(1 + words / max(1, text.sentences))])
    return rows


def keyword_shares(texts: list[TokenizedText], clean: frozenset[str], dirty: frozenset[str]) -> list[list[float]]:
    """Return the shares of clean and dirty keywords in the words of each target."""
    rows = []
    for text in texts:
        count = len(text.words) or 1
        rows.append([sum(word in keywords for word in text.words) / count for keywords in (clean, dirty)])
    return rows

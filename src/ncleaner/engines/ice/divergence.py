"""How far the words of each element are from the page's "query" (section 3.4).

The query is what a page says it is about: its title, its keywords and its headings, and its bold text if one likes.
Elements and query are models of single words, smoothed with the words of the whole page::

    p(w|d) = discounted(w, d) + rest(d) · p(w|page)

where absolute discounting takes ``DISCOUNT`` from the count of each word, and Dirichlet smoothing adds ``PRIOR`` words
of the page to all of them (Zhai and Lafferty 2004). The figure is the Kullback-Leibler divergence of the element's
model from the query's, in bits: how many more it takes on the average to write a word of the element by the query's.
The paper does not say which of the two is taken from which; on CleanEval's development set this way round is better,
and the other one worse than to keep everything. Short elements are farther from the query than long ones as a rule, so
that a good part of what a threshold tells is length.

Strategy: the sum runs over all words of the page, but only those of the query and of the element have terms of their
own. For all words that an element does not have, its model is a multiple of the page's, so that their sums are the same
for all elements but for a factor and its logarithm. They are worked out once, and what the element has is taken out of
them: an element costs as much time as it has words.

A page without title, keywords and headings has an empty query, whose model is that of the page.
"""

from __future__ import annotations

from collections import Counter
from math import log2

from ncleaner.engines.ice.wording import bare
from ncleaner.metadata.head import collect

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ncleaner.page.blocks import Blocks

ABSOLUTE, DIRICHLET = "absolute", "dirichlet"
SMOOTHINGS = (ABSOLUTE, DIRICHLET)

DISCOUNT = 0.5
PRIOR = 1.0
DIGITS = 6  # of a divergence behind the point, so that the last bits of logarithms decide nothing

KEYWORDS = ("meta:keywords", "title")


class Smoothed:
    """The model of a text: for each of its words a probability, and ``rest``, what is left for those of the page."""

    __slots__ = ("counts", "length", "rest", "discount")

    def __init__(self, words: Iterable[str], smoothing: str) -> None:
        self.counts = Counter(words)
        self.length = float(sum(self.counts.values()))
        self.discount = DISCOUNT if smoothing == ABSOLUTE else 0.0
        if smoothing == DIRICHLET:
            self.rest = PRIOR / (self.length + PRIOR)
            self.length += PRIOR
        else:
            self.rest = self.discount * len(self.counts) / self.length if self.counts else 1.0

    def chance(self, word: str, on_page: float) -> float:
        """The probability of a word that has this one on the page."""
        count = self.counts.get(word, 0)
        return (max(0.0, count - self.discount) / self.length if count else 0.0) + self.rest * on_page


class Divergences:
    """A query, ready to be compared with elements. ``page`` are all words that occur in elements."""

    def __init__(self, query: Sequence[str], page: Iterable[str], smoothing: str) -> None:
        counts = Counter(page)
        counts.update(query)
        total = max(1, sum(counts.values()))
        self.on_page = {word: count / total for word, count in counts.items()}
        self.smoothing = smoothing
        self.query = Smoothed(query, smoothing)
        self.chances = {word: self.query.chance(word, self.on_page[word]) for word in self.query.counts}
        self.mass = sum(self.on_page[word] for word in self.chances)
        self.bits = sum(self.on_page[word] * log2(self.on_page[word] / self.chances[word]) for word in self.chances)

    def of(self, words: Sequence[str]) -> float:
        """The divergence of an element with these words."""
        element = Smoothed(words, self.smoothing)
        own = 0.0
        bits, mass, elsewhere = self.bits, self.mass, 1.0 - self.mass  # of words that the element does not have
        for word in element.counts:
            on_page = self.on_page[word]
            chance = element.chance(word, on_page)
            if word in self.chances:
                expected = self.chances[word]
                bits -= on_page * log2(on_page / expected)
                mass -= on_page
            else:
                expected = self.query.rest * on_page
                elsewhere -= on_page
            own += chance * log2(chance / expected)
        rest = element.rest
        own += rest * (bits + max(0.0, mass) * log2(rest) + max(0.0, elsewhere) * log2(rest / self.query.rest))
        return round(abs(own), DIGITS)


def divergences(
    blocks: Blocks, visible: Sequence[int], *, smoothing: str = ABSOLUTE, bold: bool = False
) -> list[float]:
    """The divergences of the elements with these indices."""
    texts = [words_of(blocks.text(index)) for index in visible]
    query = words_of(" ".join(value for key, value in collect(blocks.source, blocks.head_spans) if key in KEYWORDS))
    for index, words in zip(visible, texts, strict=True):
        block = blocks.items[index]
        if block.level or (bold and block.bold_chars):
            query += words if block.level else words_of(_bold(blocks, index))
    found = Divergences(query, (word for words in texts for word in words), smoothing)
    return [found.of(words) for words in texts]


def words_of(text: str) -> list[str]:
    """The words of a text that have a letter or a digit in them."""
    return [word for word in map(bare, text.lower().split()) if word]


def _bold(blocks: Blocks, index: int) -> str:
    """What is in bold type."""
    text = blocks.text(index)
    pieces = []
    depth = start = 0
    for offset, mark, _ in blocks.inline(index):
        if mark == "+b":
            start = offset if not depth else start
            depth += 1
        elif mark == "-b":
            depth -= 1
            if not depth:
                pieces.append(text[start:offset])
    return " ".join(pieces)

"""The divergence of each element's words from the page's "query" (section 3.4).

The query is the title, the keywords and the headings of a page, and optionally its bold text. Elements and query are
unigram models, smoothed with the words of the whole page::

    p(w|d) = discounted(w, d) + rest(d) · p(w|page)

Absolute discounting subtracts ``DISCOUNT`` from the count of each word; Dirichlet smoothing adds ``PRIOR`` words of the
page (Zhai and Lafferty 2004). The result is the Kullback-Leibler divergence of the element's model from the query's, in
bits: the average number of extra bits per word to encode the element with the query's model. The paper does not specify
the direction; on CleanEval's development set this direction is better, and the other one is worse than keeping
everything. Short elements tend to diverge more than long ones, so a threshold partly measures length.

Strategy: the sum runs over all words of the page, but only words of the query or the element have terms of their own.
For words that are not in the element, its model is a multiple of the page's model, so their sums are the same for all
elements except for a factor and its logarithm. These sums are computed once, and the terms of the element's words are
subtracted. The cost of an element is linear in its number of words.

A page without title, keywords and headings has an empty query, whose model is the model of the page.
"""

from __future__ import annotations

from collections import Counter
from math import log2

from ncleaner.engines.ice.word_statistics import strip_punctuation
from ncleaner.metadata.head import collect

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ncleaner.page.blocks import Blocks

ABSOLUTE, DIRICHLET = "absolute", "dirichlet"
SMOOTHINGS = (ABSOLUTE, DIRICHLET)

DISCOUNT = 0.5
PRIOR = 1.0
DIGITS = 6  # decimals of a divergence, so that rounding errors of logarithms do not matter

KEYWORDS = ("meta:keywords", "title")


class WordModel:
    """The unigram model of a text: a probability for each word; ``rest`` is the weight of the page's model."""

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

    def probability(self, word: str, on_page: float) -> float:
        """Return the probability of a word whose probability on the page is ``on_page``."""
        count = self.counts.get(word, 0)
        return (max(0.0, count - self.discount) / self.length if count else 0.0) + self.rest * on_page


class QueryModel:
    """The model of a query, to compare elements with. ``page`` has the words of all elements."""

    def __init__(self, query: Sequence[str], page: Iterable[str], smoothing: str) -> None:
        counts = Counter(page)
        counts.update(query)
        total = max(1, sum(counts.values()))
        self.on_page = {word: count / total for word, count in counts.items()}
        self.smoothing = smoothing
        self.query = WordModel(query, smoothing)
        self.probabilities = {word: self.query.probability(word, self.on_page[word]) for word in self.query.counts}
        self.mass = sum(self.on_page[word] for word in self.probabilities)
        self.bits = sum(
            self.on_page[word] * log2(self.on_page[word] / self.probabilities[word]) for word in self.probabilities
        )

    def divergence(self, words: Sequence[str]) -> float:
        """Return the divergence of an element with these words."""
        element = WordModel(words, self.smoothing)
        own = 0.0
        bits, mass, elsewhere = self.bits, self.mass, 1.0 - self.mass  # of words that are not in the element
        for word in element.counts:
            on_page = self.on_page[word]
            probability = element.probability(word, on_page)
            if word in self.probabilities:
                expected = self.probabilities[word]
                bits -= on_page * log2(on_page / expected)
                mass -= on_page
            else:
                expected = self.query.rest * on_page
                elsewhere -= on_page
            own += probability * log2(probability / expected)
        rest = element.rest
        own += rest * (bits + max(0.0, mass) * log2(rest) + max(0.0, elsewhere) * log2(rest / self.query.rest))
        return round(abs(own), DIGITS)


def divergences(
    blocks: Blocks, visible: Sequence[int], *, smoothing: str = ABSOLUTE, bold: bool = False
) -> list[float]:
    """Return the divergences of the elements with these indices."""
    texts = [words_of(blocks.text(index)) for index in visible]
    query = words_of(" ".join(value for key, value in collect(blocks.source, blocks.head_spans) if key in KEYWORDS))
    for index, words in zip(visible, texts, strict=True):
        block = blocks.items[index]
        if block.level or (bold and block.bold_chars):
            query += words if block.level else words_of(_bold(blocks, index))
    model = QueryModel(query, (word for words in texts for word in words), smoothing)
    return [model.divergence(words) for words in texts]


def words_of(text: str) -> list[str]:
    """Return the words of a text that contain a letter or a digit."""
    return [word for word in map(strip_punctuation, text.lower().split()) if word]


def _bold(blocks: Blocks, index: int) -> str:
    """Return the bold text of an element."""
    text = blocks.text(index)
    pieces = []
    depth = start = 0
    for offset, tag, _ in blocks.inline(index):
        if tag == "+b":
            start = offset if not depth else start
            depth += 1
        elif tag == "-b":
            depth -= 1
            if not depth:
                pieces.append(text[start:offset])
    return " ".join(pieces)

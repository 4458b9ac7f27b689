"""Keywords of clean and of dirty text (section 3.1, note 3), ranked by keyness.

Keyness is a conservative estimate of a log odds ratio: the lower end of its confidence interval. So rare words, whose
odds are uncertain, rank low. A keyword of clean text must be more frequent there than in dirty text and than in general
language. The package ``wordfreq`` has the frequencies of general language; the paper used the British National Corpus.
Keywords are ranked by the lower keyness of the two comparisons. The same goes for dirty text.

A keyword must occur on several sites: a word that one site repeats on all its pages is not typical of others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import log2, sqrt
from typing import NamedTuple

from ncleaner.engines.fiasco.packages import requires_package

COUNT = 300  # keywords of clean text, and of dirty text
LEAST_SITES = 4
DEVIATIONS = 2.576  # standard deviations to the end of a 99 % interval
GENERAL = 10**8  # words, about as many as the British National Corpus has


class Keywords(NamedTuple):
    """Words that are typical of clean text and of dirty text, most typical first."""

    clean: tuple[str, ...]
    dirty: tuple[str, ...]


class WordCounts(NamedTuple):
    """The site of a page, and the counts of words in its clean targets and in its dirty targets."""

    site: str
    clean: Mapping[str, int]
    dirty: Mapping[str, int]


def keywords(pages: Iterable[WordCounts], language: str = "en") -> Keywords:
    """Return the keywords of pages."""
    clean: Counter[str] = Counter()
    dirty: Counter[str] = Counter()
    sites: dict[str, set[str]] = {}
    for page in pages:
        clean.update(page.clean)
        dirty.update(page.dirty)
        for word in {*page.clean, *page.dirty}:
            sites.setdefault(word, set()).add(page.site)
    least = min(LEAST_SITES, len(set().union(*sites.values()))) if sites else 0
    words = sorted(word for word, places in sites.items() if len(places) >= least)
    return Keywords(_ranked(words, clean, dirty, language), _ranked(words, dirty, clean, language))


def _ranked(words: Sequence[str], own: Counter[str], other: Counter[str], language: str) -> tuple[str, ...]:
    with requires_package("wordfreq"):
        from wordfreq import word_frequency

    size, other_size = own.total(), other.total()
    ranked = []
    for word in words:
        against = keyness(own[word], size, other[word], other_size)
        if against > 0:
            general = round(word_frequency(word, language) * GENERAL)
            ranked.append((-min(against, keyness(own[word], size, general, GENERAL)), word))
    ranked.sort()
    return tuple(word for rank, word in ranked[:COUNT] if rank < 0)


def keyness(count: int, size: int, other: int, other_size: int) -> float:
    """Return the lower end of the log odds ratio in bits, from two counts and corpus sizes; halves avoid zeros."""
    a, b = count + 0.5, size - count + 0.5
    c, d = other + 0.5, other_size - other + 0.5
    error = sqrt(1 / a + 1 / b + 1 / c + 1 / d) / 0.6931471805599453
    return log2(a * d / (b * c)) - DEVIATIONS * error

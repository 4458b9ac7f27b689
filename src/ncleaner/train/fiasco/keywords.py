"""Keywords of clean and of dirty text (section 3.1, note 3), ranked by keyness.

Keyness is a conservative estimate of a log odds ratio: the lower end of its confidence interval, so that rare words,
about whose odds little is known, rank low. A keyword of clean text must be more frequent there than in dirty text, and
more frequent than in general language, of which the package ``wordfreq`` knows the frequencies, as the British National
Corpus did for the paper. It ranks by the lower of the two. Likewise for dirty text.

A word must stand on several sites: what one site repeats on all its pages is not typical of anything else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import log2, sqrt
from typing import NamedTuple

from ncleaner.engines.fiasco.packages import requires_package

COUNT = 300  # of each kind
LEAST_SITES = 4
DEVIATIONS = 2.576  # to the end of the interval: 99 %
GENERAL = 10**8  # words, about as many as the British National Corpus has


class Keywords(NamedTuple):
    """Words that are typical of clean and of dirty text, the most typical first."""

    clean: tuple[str, ...]
    dirty: tuple[str, ...]


class Sides(NamedTuple):
    """What a page has to say about words: how often each stands in its clean and in its dirty targets."""

    site: str
    clean: Mapping[str, int]
    dirty: Mapping[str, int]


def keywords(pages: Iterable[Sides], language: str = "en") -> Keywords:
    """The keywords of pages."""
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
    """The lower end of the log odds ratio, in bits, of words that occur so often among so many; halves avoid zeros."""
    a, b = count + 0.5, size - count + 0.5
    c, d = other + 0.5, other_size - other + 0.5
    error = sqrt(1 / a + 1 / b + 1 / c + 1 / d) / 0.6931471805599453
    return log2(a * d / (b * c)) - DEVIATIONS * error

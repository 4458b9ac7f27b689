r"""Shingles: the sequences of four words that an output and its gold text have in common, in any order.

This is the measure of Scrapinghub's article-extraction-benchmark. Words are runs of letters, digits and underscores
(``\w+``), case-sensitive, without segment marks. A text is a bag of all sequences of four adjacent words; a text of one
to three words has a single sequence of all of them. Let *tp* be the number of shingles in both bags, *fp* of those only
in the output's, *fn* of those only in the gold text's. They are divided by their sum, so that every page weighs the
same even in micro averages: matched is *tp*, the output has *tp* + *fp*, the gold text *tp* + *fn*.

That benchmark averages precision and recall over the pages, leaving out pages where they are 0/0 (here these count as
0, or as 1 if both texts are empty), and computes F from the two means. To compare with its table, take the harmonic
mean of macro-averaged precision and recall, not the macro-averaged F.
"""

from __future__ import annotations

import re
from collections import Counter

from ncleaner.gold.reading import Text
from ncleaner.metrics.bag import shared
from ncleaner.metrics.counts import Counts

_WORD = re.compile(r"\w+")


def shingles(output: Text, gold: Text) -> Counts:
    """Count the shingles of both texts and the shared ones, as fractions of all shingles of the page."""
    first, second = _shingles(output), _shingles(gold)
    matched = shared(first, second)
    every = first.total() + second.total() - matched
    if not every:
        return Counts(0.0, 0.0, 0.0)
    return Counts(matched / every, first.total() / every, second.total() / every)


def _shingles(text: Text) -> Counter[tuple[str, ...]]:
    words = _WORD.findall(" ".join(text.words))
    if 0 < len(words) < 4:
        return Counter([tuple(words)])
    return Counter(zip(words, words[1:], words[2:], words[3:], strict=False))

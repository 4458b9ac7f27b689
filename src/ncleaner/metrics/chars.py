"""Chars: the sequences of five characters that an output and its gold text have in common, in any order.

The other measures count words, which are separated by white space. Chinese, Japanese and Thai have none, so that a
whole sentence would be right or wrong as one word. Here white space is removed from both texts, and each text is a bag
of all sequences of five adjacent characters; a text of one to four characters has a single sequence of all of them.
Segment marks do not count. To compare languages, take the macro-averaged F.
"""

from __future__ import annotations

from collections import Counter

from ncleaner.gold.reading import Text
from ncleaner.metrics.bag import shared
from ncleaner.metrics.counts import Counts

LENGTH = 5


def chars(output: Text, gold: Text) -> Counts:
    """Count the sequences of characters of both texts, and those that they share."""
    first, second = _sequences(output), _sequences(gold)
    return Counts(shared(first, second), first.total(), second.total())


def _sequences(text: Text) -> Counter[str]:
    line = "".join(text.words)
    if 0 < len(line) < LENGTH:
        return Counter([line])
    return Counter(line[start : start + LENGTH] for start in range(len(line) - LENGTH + 1))

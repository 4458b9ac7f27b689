r"""Bag: the words that an output and its gold text have in common, in any order.

This is the measure of WCXB, the web content extraction benchmark of 2026. Words are runs of letters, digits and
underscores (``\w+``) of the text in lower case, without segment marks. Each text is a bag of words: a word that occurs
*m* times in one and *n* times in the other matches min(*m*, *n*) times. WCXB reports the mean of the pages' F, which
is the macro average.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable
from typing import TypeVar

from ncleaner.gold.reading import Text
from ncleaner.metrics.counts import Counts

T = TypeVar("T", bound=Hashable)

_WORD = re.compile(r"\w+")


def bag(output: Text, gold: Text) -> Counts:
    """Count the words of both bags, and the words that they share."""
    first, second = (_WORD.findall(" ".join(text.words).lower()) for text in (output, gold))
    return Counts(shared(Counter(first), Counter(second)), len(first), len(second))


def shared(first: Counter[T], second: Counter[T]) -> int:
    """Return the number of items that two bags share."""
    both = first.keys() & second.keys()
    return sum(map(min, map(first.__getitem__, both), map(second.__getitem__, both)))

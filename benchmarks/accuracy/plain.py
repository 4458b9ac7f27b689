"""Plain text: whether the scores of the n-grams are on the scale of the trees'.

Dumps of pages have no markup, so that the forest leaves them to n-grams and makes bits of their bits per character.
What a bit per character is worth comes out of a logistic regression: the number by which scores must be multiplied to
be the binary logarithms of the odds that words are in the gold text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log

from benchmarks.accuracy.readings import Reading, Scored
from benchmarks.accuracy.reliability import bins, calibration_error
from ncleaner.engines.forest.engine import LEXICAL_WORTH, UNIVERSAL_WORTH
from ncleaner.metrics.counts import micro
from paper.markdown import table

HEADS = ("n-grams", "set", "words", "bits in use", "by regression", "calibration error", "precision", "recall", "F")
STEPS = 30
PRECISE = 1e-6


def rows(sets: Mapping[str, Sequence[Reading]]) -> str:
    """The table: lines for n-grams with and without words, one for each set."""
    lines = []
    for title, field, worth in (
        ("with words", "text", LEXICAL_WORTH),
        ("without words", "wordless_text", UNIVERSAL_WORTH),
    ):
        for name, readings in sets.items():
            texts = [getattr(reading, field) for reading in readings]
            blocks = [block for text in texts for block in text.scored]
            counts = micro(text.words for text in texts)
            figures = (calibration_error(bins(blocks)), counts.precision, counts.recall, counts.f)
            measured = [f"{worth:g}", f"{worth * slope(blocks):.1f}"]
            count = f"{sum(block.words for block in blocks):,}"
            lines.append([title, name, count, *measured, *(f"{100 * figure:.1f}" for figure in figures)])
    return table(HEADS, lines, labels=2)


def slope(blocks: Sequence[Scored]) -> float:
    """The number that makes log-odds of scores, by Newton's method; it is 1 if that is what they are."""
    found = 0.0
    for _ in range(STEPS):
        gradient = curvature = 0.0
        for block in blocks:
            chance = block.chance(found)
            gradient += block.score * (block.matched - chance * block.words)
            curvature += block.score**2 * chance * (1 - chance) * block.words
        if not curvature:
            break
        step = gradient / (curvature * log(2))
        found += step
        if abs(step) < PRECISE:
            break
    return found

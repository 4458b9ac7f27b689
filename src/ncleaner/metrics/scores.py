"""All measures of one page.

Each measure is a module of its own, which defines it: `words`, `marks`, `edit`, `bag` and `shingles`. Here the two
texts are read once, and aligned no more often than their marks make necessary.
"""

from __future__ import annotations

from ncleaner.gold.alignment import matches
from ncleaner.gold.reading import Text, read
from ncleaner.metrics.bag import bag
from ncleaner.metrics.counts import Counts
from ncleaner.metrics.edit import edit
from ncleaner.metrics.marks import marks, unlabelled
from ncleaner.metrics.shingles import shingles
from ncleaner.metrics.words import words


def score(output: str, gold: str, *, ascii_only: bool = False) -> tuple[dict[str, Counts], dict[str, float]]:
    """Judge an output by its gold text, both in CleanEval's format or plain.

    The first table has the measures `ncleaner.evaluate.results.COUNTED`, the second one those of the edit distance.
    """
    ours, theirs = read(output, ascii_only=ascii_only), read(gold, ascii_only=ascii_only)
    counts = {**aligned(ours, theirs), "bag": bag(ours, theirs), "shingles": shingles(ours, theirs)}
    return counts, edit(ours, theirs)


def aligned(output: Text, gold: Text) -> dict[str, Counts]:
    """The measures that stand on an alignment: words, words and marks, and marks, labelled or not."""
    kinds = {*output.marks, *gold.marks}
    blocks = matches(output.words, gold.words)
    alone = words(output.words, gold.words, blocks)
    if kinds:
        blocks = matches(output.tokens, gold.tokens)
    together = words(output.tokens, gold.tokens, blocks)
    labelled = marks(output.tokens, gold.tokens, blocks)
    if len(kinds) > 1:
        first, second = unlabelled(output.tokens), unlabelled(gold.tokens)
        bare = marks(first, second, matches(first, second))
    else:
        bare = labelled
    return {"words": alone, "words+marks": together, "marks": labelled, "marks-unlabelled": bare}

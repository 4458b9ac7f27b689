"""All measures of one page.

Each measure is defined in a module of its own: `words`, `marks`, `edit`, `bag`, `shingles` and `chars`. Here the two
texts are read once, and aligned only as often as their marks require.
"""

from __future__ import annotations

from ncleaner.gold.alignment import matches
from ncleaner.gold.reading import Text, read
from ncleaner.metrics.bag import bag
from ncleaner.metrics.chars import chars
from ncleaner.metrics.counts import Counts
from ncleaner.metrics.edit import edit
from ncleaner.metrics.marks import marks, unlabelled
from ncleaner.metrics.shingles import shingles
from ncleaner.metrics.words import words


def score(output: str, gold: str, *, ascii_only: bool = False) -> tuple[dict[str, Counts], dict[str, float]]:
    """Score an output against its gold text, each in CleanEval's format or plain.

    Return the counts of each measure (the names in `ncleaner.evaluate.results.COUNTED`), and the figures of `edit`.
    """
    ours, theirs = read(output, ascii_only=ascii_only), read(gold, ascii_only=ascii_only)
    counts = aligned(ours, theirs)
    counts |= {"bag": bag(ours, theirs), "shingles": shingles(ours, theirs), "chars": chars(ours, theirs)}
    return counts, edit(ours, theirs)


def aligned(output: Text, gold: Text) -> dict[str, Counts]:
    """Return the counts of the measures based on alignment: words, words and marks, and marks, labelled or not."""
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

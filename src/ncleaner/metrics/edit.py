"""Edit: the smallest number of word edits that turn an output into its gold text.

The measure of the CleanEval competition is minimum edit distance on words: words are inserted, deleted or replaced,
each at the same cost. None of the papers says how a distance becomes a percentage; here it is the share of the longer
text that needs no editing, 1 − distance / length of the longer text, which is 1 for identical texts and 0 for texts
that have nothing in common. Two empty texts are identical.

As in Table 1 of ICE's paper there are three figures for each page:

- ``text``: words only ("text-only");
- ``marks``: words and segment marks ("text-alignment");
- ``both``: the mean of these two ("combined score").

Compare figures for ``text`` with published ones only for orientation. Figures for ``marks`` are not comparable at all:
the organisers' program also scored whether segments begin and end at the same places, in a way that none of the papers
describes, and its figures are some twenty points below those for text.
"""

from __future__ import annotations

from types import ModuleType

from ncleaner.errors import MissingPackage
from ncleaner.gold.reading import Text


def edit(output: Text, gold: Text) -> dict[str, float]:
    """Return the figures ``text``, ``marks`` and ``both`` of a page."""
    text = similarity(output.words, gold.words)
    marked = similarity(output.tokens, gold.tokens) if output.marks or gold.marks else text
    return {"text": text, "marks": marked, "both": (text + marked) / 2}


def similarity(output: list[str], gold: list[str]) -> float:
    """Return the share of the longer text that needs no editing."""
    longer = max(len(output), len(gold))
    return 1 - distance(output, gold) / longer if longer else 1.0


def distance(output: list[str], gold: list[str]) -> int:
    """Return the smallest number of words to insert, delete or replace."""
    return int(_rapidfuzz().Levenshtein.distance(*_numbered(output, gold)))


def common(output: list[str], gold: list[str]) -> int:
    """Return the length of the longest common subsequence of words."""
    return int(_rapidfuzz().LCSseq.similarity(*_numbered(output, gold)))


def _rapidfuzz() -> ModuleType:
    try:
        import rapidfuzz.distance
    except ImportError:
        raise MissingPackage("the edit distance", "rapidfuzz", "evaluate") from None
    return rapidfuzz.distance


def _numbered(output: list[str], gold: list[str]) -> tuple[list[int], list[int]]:
    """Return the words as numbers, which compare faster."""
    number = {word: number for number, word in enumerate({*output, *gold})}.__getitem__
    return list(map(number, output)), list(map(number, gold))

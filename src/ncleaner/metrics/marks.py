"""Marks: how many segments begin at the right place, and are of the right kind.

The segmentation accuracy of the NCleaner papers. Words and marks of the output and of the gold text are aligned
together, each mark being a word (`ncleaner.metrics.words`); the marks inside the blocks of the alignment are the
ones that match. Precision is their share of the output's marks, recall their share of the gold text's.

It is taken twice: as ``marks``, labelled, where paragraphs, headings and list items are three different marks (Table
4 of NCleaner), and as ``marks-unlabelled``, where they are one, for which the texts are aligned once more (Table 2 of
StupidOS).

A plain text has no marks. With a plain gold text the measure says nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from ncleaner.gold.reading import MARKS
from ncleaner.metrics.counts import Counts
from ncleaner.metrics.words import Block

_ANY = MARKS[0]


def marks(output: Sequence[str], gold: Sequence[str], blocks: Sequence[Block]) -> Counts:
    """Count the marks of an output, of its gold text, and of the blocks in which they agree."""
    matched = sum(_count(output[start : start + size]) for start, _, size in blocks)
    return Counts(matched, _count(output), _count(gold))


def unlabelled(tokens: Sequence[str]) -> list[str]:
    """The same words with a mark of one kind wherever there is a mark."""
    return [_ANY if token in MARKS else token for token in tokens]


def _count(tokens: Sequence[str]) -> int:
    return sum(map(tokens.count, MARKS))

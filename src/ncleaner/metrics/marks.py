"""Marks: the segments that begin at the right place and are of the right kind.

This is the segmentation accuracy of the NCleaner papers. The tokens of the output and of the gold text are aligned,
with each mark as a word (`ncleaner.metrics.words`); the marks inside the blocks of the alignment match. Precision is
their share of the output's marks, recall their share of the gold text's.

There are two variants: ``marks``, labelled, where paragraphs, headings and list items are three different marks (Table
4 of NCleaner), and ``marks-unlabelled``, where they are the same mark and the texts are aligned again (Table 2 of
StupidOS).

Plain texts have no marks. With a plain gold text the measure is meaningless.
"""

from __future__ import annotations

from collections.abc import Sequence

from ncleaner.gold.reading import MARKS
from ncleaner.metrics.counts import Counts
from ncleaner.metrics.words import Match

_ANY = MARKS[0]


def marks(output: Sequence[str], gold: Sequence[str], blocks: Sequence[Match]) -> Counts:
    """Count the marks of an output, of its gold text, and of the blocks of their alignment."""
    matched = sum(_count(output[start : start + size]) for start, _, size in blocks)
    return Counts(matched, _count(output), _count(gold))


def unlabelled(tokens: Sequence[str]) -> list[str]:
    """Return the tokens with all marks replaced by the same one."""
    return [_ANY if token in MARKS else token for token in tokens]


def _count(tokens: Sequence[str]) -> int:
    return sum(map(tokens.count, MARKS))

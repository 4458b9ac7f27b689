"""Differences between a gold text and an output, as hunks of limited length.

The words of the two texts, aligned as for the measure, form a sequence of *runs* that alternate between equal and
different words. Long runs of equal words are folded to a few words at their ends, so that the rest falls into *hunks*
as in the output of ``diff``. After a maximum number of words, the rest is only counted: the first differences of a page
show what an engine does wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ncleaner.gold.alignment import matches
from ncleaner.gold.reading import MARKS, Text

CONTEXT = 12  # visible words at each end of a folded run
SHORTEST_FOLD = 12  # words; folding fewer saves nothing
LONGEST_DIFFERENCE = 90  # words of a run on one side; of longer ones only the ends are shown
HEAD, TAIL = 50, 20  # words of these ends
MOST_WORDS = 900  # on both sides, in all hunks together


@dataclass(frozen=True, slots=True)
class Side:
    """The words of a text, and the marks before words, by the position of the word."""

    words: list[str]
    marks: dict[int, list[str]]


@dataclass(frozen=True, slots=True)
class Run:
    """A run of words: equal words on both sides, or missed words on the left and spurious words on the right."""

    same: bool
    gold: range
    output: range

    @property
    def shown(self) -> int:
        """The number of words that are shown."""
        if self.same:
            return 2 * len(self.gold)
        return sum(length if length <= LONGEST_DIFFERENCE else HEAD + TAIL for length in map(len, self.sides))

    @property
    def sides(self) -> tuple[range, range]:
        """The ranges of words in the gold text and in the output."""
        return self.gold, self.output


@dataclass(frozen=True, slots=True)
class Hunk:
    """Adjacent runs; the ``skipped`` words before them are equal on both sides and not shown."""

    skipped: int
    runs: list[Run]


@dataclass(slots=True)
class Difference:
    """The difference of two texts; words after the last hunk are only counted, by kind."""

    hunks: list[Hunk] = field(default_factory=list)
    skipped: int = 0
    missed: int = 0
    spurious: int = 0


def side(text: Text) -> Side:
    """Return the words of a text with the positions of its marks."""
    marks: dict[int, list[str]] = {}
    position = 0
    for token in text.tokens:
        if token in MARKS:
            marks.setdefault(position, []).append(token[1])
        else:
            position += 1
    return Side(text.words, marks)


def difference(gold: Side, output: Side) -> Difference:
    """Return the hunks in which the words of two texts differ."""
    result = Difference()
    hunk = Hunk(0, [])
    shown = 0
    chain = list(runs(gold.words, output.words))
    for number, run in enumerate(chain):
        if shown > MOST_WORDS:
            _only_count(result, chain[number:])
            break
        before, skipped, after = _folded(run, first=number == 0, last=number == len(chain) - 1)
        hunk.runs.extend(before)
        if skipped:
            if hunk.runs:
                result.hunks.append(hunk)
            hunk = Hunk(skipped, after)
        shown += sum(part.shown for part in (*before, *after))
    if hunk.runs:
        result.hunks.append(hunk)
    else:
        result.skipped += hunk.skipped
    return result


def runs(gold: list[str], output: list[str]) -> Iterator[Run]:
    """Yield the runs of two texts in order; none of them is empty."""
    at_gold = at_output = 0
    for in_gold, in_output, length in (*matches(gold, output), (len(gold), len(output), 0)):
        if in_gold > at_gold or in_output > at_output:
            yield Run(False, range(at_gold, in_gold), range(at_output, in_output))
        at_gold, at_output = in_gold + length, in_output + length
        if length:
            yield Run(True, range(in_gold, at_gold), range(in_output, at_output))


def _folded(run: Run, *, first: bool, last: bool) -> tuple[list[Run], int, list[Run]]:
    """Return the runs to show first, the number of words to skip, and the runs to show after them."""
    head = 0 if first else CONTEXT
    tail = 0 if last else CONTEXT
    skipped = len(run.gold) - head - tail
    if not run.same or skipped < SHORTEST_FOLD:
        return [run], 0, []
    before = Run(True, run.gold[:head], run.output[:head])
    after = Run(True, run.gold[head + skipped :], run.output[head + skipped :])
    return [before] * bool(head), skipped, [after] * bool(tail)


def rows(hunk: Hunk, gold: Side, output: Side) -> Iterator[list[Run]]:
    """Yield rows of runs, cut where a segment begins at the same word on both sides, so that both sides align there."""
    row: list[Run] = []
    for run in hunk.runs:
        start = 0
        for at in _common_marks(run, gold, output) if run.same else ():
            if at > start:
                row.append(Run(True, run.gold[start:at], run.output[start:at]))
            if row:
                yield row
            row, start = [], at
        row.append(Run(True, run.gold[start:], run.output[start:]) if start else run)
    yield row


def _common_marks(run: Run, gold: Side, output: Side) -> Iterator[int]:
    for at, (in_gold, in_output) in enumerate(zip(run.gold, run.output, strict=True)):
        if in_gold in gold.marks and in_output in output.marks:
            yield at


def _only_count(result: Difference, chain: Sequence[Run]) -> None:
    for run in chain:
        if run.same:
            result.skipped += len(run.gold)
        else:
            result.missed += len(run.gold)
            result.spurious += len(run.output)

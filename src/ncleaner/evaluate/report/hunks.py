"""Where a gold text and an output differ, in pieces that fit on a page.

The words of the two, aligned as the measure aligns them, are a chain of *runs*, in turn the same on both sides and
different. A long run of the same is left out but for a few words at its ends, which ties the rest together into *hunks*
as in the output of ``diff``. Beyond a number of words nothing more is shown, only counted: a report has many pages to
show, and what an engine does wrong is seen on the first of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ncleaner.gold.alignment import matches
from ncleaner.gold.reading import MARKS, Text

CONTEXT = 12  # words of a matched run that stay visible at each end
SHORTEST_FOLD = 12  # words; to leave out fewer saves nothing
LONGEST_DIFFERENCE = 90  # words of a run that are shown on one side; beyond that, its two ends
HEAD, TAIL = 50, 20
MOST_WORDS = 900  # on both sides, in all hunks together


@dataclass(frozen=True, slots=True)
class Side:
    """The words of a text, and the marks that stand before some of them, by their position."""

    words: list[str]
    marks: dict[int, list[str]]


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of words: the same ones on both sides, or missed ones on the left and spurious ones on the right."""

    same: bool
    gold: range
    output: range

    @property
    def shown(self) -> int:
        """How many words of it will be seen."""
        if self.same:
            return 2 * len(self.gold)
        return sum(length if length <= LONGEST_DIFFERENCE else HEAD + TAIL for length in map(len, self.sides))

    @property
    def sides(self) -> tuple[range, range]:
        """Gold text and output."""
        return self.gold, self.output


@dataclass(frozen=True, slots=True)
class Hunk:
    """Runs that hang together; ``skipped`` words are the same on both sides before them, and not shown."""

    skipped: int
    runs: list[Run]


@dataclass(slots=True)
class Difference:
    """Two texts side by side. ``missed`` and ``spurious`` words come after the last hunk, and are only counted."""

    hunks: list[Hunk] = field(default_factory=list)
    skipped: int = 0
    missed: int = 0
    spurious: int = 0


def side(text: Text) -> Side:
    """The words of a text with the places of its marks."""
    marks: dict[int, list[str]] = {}
    position = 0
    for token in text.tokens:
        if token in MARKS:
            marks.setdefault(position, []).append(token[1])
        else:
            position += 1
    return Side(text.words, marks)


def difference(gold: Side, output: Side) -> Difference:
    """The hunks in which the words of two texts differ."""
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
    """The chain of runs from the beginning to the end of both texts, none of them empty."""
    at_gold = at_output = 0
    for in_gold, in_output, length in (*matches(gold, output), (len(gold), len(output), 0)):
        if in_gold > at_gold or in_output > at_output:
            yield Run(False, range(at_gold, in_gold), range(at_output, in_output))
        at_gold, at_output = in_gold + length, in_output + length
        if length:
            yield Run(True, range(in_gold, at_gold), range(in_output, at_output))


def _folded(run: Run, *, first: bool, last: bool) -> tuple[list[Run], int, list[Run]]:
    """What to show of a run, the number of words to skip, and what to show after these."""
    head = 0 if first else CONTEXT
    tail = 0 if last else CONTEXT
    skipped = len(run.gold) - head - tail
    if not run.same or skipped < SHORTEST_FOLD:
        return [run], 0, []
    before = Run(True, run.gold[:head], run.output[:head])
    after = Run(True, run.gold[head + skipped :], run.output[head + skipped :])
    return [before] * bool(head), skipped, [after] * bool(tail)


def rows(hunk: Hunk, gold: Side, output: Side) -> Iterator[list[Run]]:
    """The runs of a hunk, cut where a matched word begins a segment on both sides: there they stand level again."""
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

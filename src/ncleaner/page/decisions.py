# cython: cpow=True
"""Decisions on the blocks of a page, as compact as the blocks: a byte and a score for each.

An engine fills a `Draft` and finishes it into `Decisions`, which nobody changes. Reasons are sentences, which nobody
reads while pages are cleaned by the thousand: the `Grounds` of the decisions put them into words on request.
"""

from __future__ import annotations

from array import array

from ncleaner.octets import arrays
from ncleaner.page.blocks import Block, Blocks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from ncleaner.page.protocols import Grounds

_NO_SCORE = array("d", [0.0])
_TO_KEEP = 2
_CERTAIN = 60.0  # bits; a larger score changes no probability
_TWO = 2.0  # a variable: compilers replace the power of a constant by a less exact function


class Decisions:
    """Which blocks are kept, their scores, and the reasons.

    ``keep`` has a 1 for each kept block and a 0 for each dropped one, ``scores`` the score of each block in bits, and
    ``hidden`` the bits of a block's state that hide it from readers. ``grounds`` knows the reasons.
    """

    def __init__(self, keep: bytes, scores: array[float], hidden: int, grounds: Grounds) -> None:
        self.keep = keep
        self.scores = scores
        self.hidden = hidden
        self.grounds = grounds

    def __len__(self) -> int:
        return len(self.keep)

    def __iter__(self) -> Iterator[bool]:
        """Iterate over the blocks: whether each is kept."""
        return map(bool, self.keep)

    @property
    def kept(self) -> int:
        """The number of kept blocks."""
        return self.keep.count(1)

    def without(self, indices: Iterable[int]) -> Decisions:
        """Return the same decisions, but with some blocks dropped."""
        keep = bytearray(self.keep)
        for index in indices:
            keep[index] = 0
        return Decisions(bytes(keep), self.scores, self.hidden, self.grounds)

    def with_grounds(self, grounds: Grounds) -> Decisions:
        """Return the same decisions with other grounds."""
        return Decisions(self.keep, self.scores, self.hidden, grounds)

    def __reduce__(self) -> tuple[Any, ...]:
        return Decisions, (self.keep, self.scores, self.hidden, self.grounds)

    def reason(self, index: int) -> str:
        """Return why a block was kept or dropped."""
        return self.grounds.reason(index)

    def expected_share(self, items: list[Block], bias: float) -> float | None:
        """Return the expected share of clean words among the kept words; score plus bias are log-odds in bits.

        ``items`` are the blocks. If no word is kept, the result is ``None``.
        """
        keep = self.keep
        values = self.scores
        words = expected = 0.0
        for index, block in enumerate(items):
            if keep[index]:
                bits = max(min(values[index] + bias, _CERTAIN), -_CERTAIN)
                words += block.words
                expected += block.words / (1.0 + _TWO**-bits)
        return expected / words if words else None


class Draft:
    """Decisions in the making.

    At first all blocks are kept that readers can see and, with ``rules``, that no rule marks as boilerplate.
    """

    def __init__(self, blocks: Blocks, *, rules: bool = True) -> None:
        count = len(blocks.items)
        self.keep = bytearray(count)
        self.scores = _NO_SCORE * count
        self.hidden = blocks.hidden_bits()
        self._begin(blocks.items, rules)

    def _begin(self, items: list[Block], rules: bool) -> None:
        keep = self.keep
        hidden = self.hidden
        for index, block in enumerate(items):
            keep[index] = not (block.state & hidden or (rules and block.rule))

    def finish(self, grounds: Grounds) -> Decisions:
        """Return the decisions as they are now."""
        return Decisions(bytes(self.keep), self.scores, self.hidden, grounds)

    def settle(self, scores: array[float], keep: bytearray, bias: float) -> None:
        """Decide on the blocks that are still kept: take the next decision for each, and its score less the bias."""
        values = self.scores
        at = 0
        for index in range(len(self.keep)):
            if self.keep[index]:
                self.keep[index] = keep[at]
                values[index] = scores[at] - bias
                at += 1

    def settle_rows(self, rows: array[int], sums: array[int], units: float, bias: float, least: float) -> None:
        """Decide on the blocks with the indices ``rows`` by their sums, ``units`` to a bit; drop all other blocks.

        A block is kept if its score, which is the sum in bits less the bias, is ``least`` or more.
        """
        keep = self.keep
        values = arrays.doubles(self.scores)
        indices = arrays.ints(rows)
        scored = arrays.ints(sums)
        count = len(keep)
        if len(rows) != len(sums):
            raise IndexError(len(rows))
        for row in range(len(rows)):
            index = indices[row]
            if not 0 <= index < count:
                raise IndexError(index)
            values[index] = scored[row] / units - bias
            if keep[index] and values[index] >= least:
                keep[index] = _TO_KEEP
        for index in range(count):
            keep[index] = keep[index] == _TO_KEEP

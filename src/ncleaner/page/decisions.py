# cython: cpow=True
"""What was decided on the blocks of a page, as compact as the blocks are.

Strategy: a byte for each block that says whether it is kept, and a number for its score. Reasons are sentences, which
nobody reads while pages are cleaned by the thousand: an engine puts them into words when it is asked
(`ncleaner.engines.Engine.reason`).
"""

from __future__ import annotations

from array import array

from ncleaner.octets import arrays
from ncleaner.page.blocks import Block, Blocks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_NO_SCORE = array("d", [0.0])
_TO_KEEP = 2
_CERTAIN = 60.0  # bits; with as many, there is no doubt
_TWO = 2.0  # a variable: compilers think that they know better how to raise a constant to a power


class Decisions:
    """Which blocks are kept, and their scores.

    ``keep`` has a 1 for each block that is kept and a 0 for each other, ``scores`` what speaks for keeping each, in
    bits, and ``hidden`` the bits of a block's state by which it is hidden from readers. ``grounds`` is whatever an
    engine wants to have at hand when it is asked for its reasons. At first all blocks are kept that readers can see
    and, with ``rules``, that no rule is certain about.
    """

    def __init__(self, blocks: Blocks, *, rules: bool = True) -> None:
        count = len(blocks.items)
        self.keep = bytearray(count)
        self.scores = _NO_SCORE * count
        self.hidden = blocks.hidden_bits()
        self.grounds: object = None
        self._begin(blocks.items, rules)

    def _begin(self, items: list[Block], rules: bool) -> None:
        keep = self.keep
        hidden = self.hidden
        for index, block in enumerate(items):
            keep[index] = not (block.state & hidden or (rules and block.rule))

    def __len__(self) -> int:
        return len(self.keep)

    def __iter__(self) -> Iterator[bool]:
        """Whether each block is kept."""
        return map(bool, self.keep)

    @property
    def kept(self) -> int:
        """How many blocks are kept."""
        return self.keep.count(1)

    def expected_share(self, items: list[Block], bias: float) -> float | None:
        """The share of the words kept that are expected to be right, if scores and the bias are log-odds in bits."""
        keep = self.keep
        values = self.scores
        words = expected = 0.0
        for index, block in enumerate(items):
            if keep[index]:
                bits = max(min(values[index] + bias, _CERTAIN), -_CERTAIN)
                words += block.words
                expected += block.words / (1.0 + _TWO**-bits)
        return expected / words if words else None

    def settle(self, scores: array[float], keep: bytearray, bias: float) -> None:
        """Decide on the blocks that are still kept, from their scores without a bias, and what they are to become."""
        values = self.scores
        at = 0
        for index in range(len(self.keep)):
            if self.keep[index]:
                self.keep[index] = keep[at]
                values[index] = scores[at] - bias
                at += 1

    def settle_rows(self, rows: array[int], sums: array[int], units: float, bias: float, least: float) -> None:
        """Decide on the blocks with these indices, from sums of so many units to a bit; all others are dropped.

        What a block scores less the bias must be the least score or more.
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

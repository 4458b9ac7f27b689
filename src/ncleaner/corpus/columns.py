"""The segments of many pages in columns, as tables store them.

Strategy: no object is made for a segment. Its text is copied from the buffer of its page as it is, in UTF-8, and its
other fields are numbers in arrays, which Arrow takes without conversion. A crawl has a hundred times as many segments
as pages, and making an object for each would take longer than cleaning the pages.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from math import isfinite

from ncleaner.page.blocks import CONTINUES, Block, Blocks
from ncleaner.page.decisions import Decisions
from ncleaner.page.segment import DIGITS, KINDS

SEGMENT = ("text", "kind", "keep", "score", "start", "end", "continues")
"""The fields of a segment in a row."""

_KINDS = bytes(kind & ~CONTINUES for kind in range(256))
_CONTINUED = bytes(kind >= CONTINUES for kind in range(256))
_SCALE = 10.0**DIGITS
_NO_FRACTION = 1.5 * 2.0**52  # adding this and subtracting it again rounds a number

_NO_PLACES = array("q", bytes(8))
_NO_ENDS = array("i", bytes(4))
_NO_SCORES = array("d", bytes(8))


class SegmentColumns:
    """Segments, as one column for each field.

    ``text`` is the text of all segments, and ``text_ends`` is 0 followed by the position where each segment ends in it.
    ``kinds`` are indices into `ncleaner.page.segment.KINDS`, ``keep`` and ``continues`` are 0 or 1. ``starts`` and
    ``ends`` are positions in the decoded page.
    """

    def __init__(self) -> None:
        self.text = bytearray()
        self.text_ends = _NO_ENDS[:]
        self.kinds = bytearray()
        self.keep = bytearray()
        self.continues = bytearray()
        self.scores = array("d")
        self.starts = array("q")
        self.ends = array("q")

    def __len__(self) -> int:
        return len(self.keep)

    def add(self, blocks: Blocks, decisions: Decisions, kinds: bytes, all: bool) -> None:
        """Add the kept segments of a page, or all of them."""
        batch = _Batch(len(blocks.items) if all else decisions.kept)
        batch.fill(self.text, blocks, decisions, kinds, all)
        self.text_ends.extend(batch.text_ends)
        self.starts.extend(batch.starts)
        self.ends.extend(batch.ends)
        self.scores.extend(batch.scores)
        self.keep += batch.keep
        self.kinds += batch.kinds.translate(_KINDS)
        self.continues += batch.kinds.translate(_CONTINUED)

    def rows(self) -> Iterator[tuple[str, str, bool, float | None, int, int, bool]]:
        """Yield the segments, each with the fields of `SEGMENT`."""
        text_start = 0
        for row, text_end in enumerate(self.text_ends[1:]):
            score = self.scores[row]
            yield (
                self.text[text_start:text_end].decode("utf-8"),
                KINDS[self.kinds[row]],
                self.keep[row] == 1,
                score if isfinite(score) else None,
                self.starts[row],
                self.ends[row],
                self.continues[row] == 1,
            )
            text_start = text_end


class _Batch:
    """The columns of one page's segments, made in their final length. ``kinds`` may have the flag `CONTINUES`."""

    def __init__(self, count: int) -> None:
        self.text_ends = _NO_ENDS * count
        self.starts = _NO_PLACES * count
        self.ends = _NO_PLACES * count
        self.scores = _NO_SCORES * count
        self.kinds = bytearray(count)
        self.keep = bytearray(count)

    def fill(self, text: bytearray, blocks: Blocks, decisions: Decisions, kinds: bytes, all: bool) -> None:
        """Set all rows, and append the text of the segments to ``text``."""
        text_ends = self.text_ends
        starts = self.starts
        ends = self.ends
        scores = self.scores
        new_kinds = self.kinds
        new_keep = self.keep
        kept = decisions.keep
        values = decisions.scores
        items = blocks.items
        places = blocks.places()
        row = 0
        for index in range(len(items)):
            if all or kept[index]:
                block: Block = items[index]
                text += blocks.buffer[block.text_start : block.text_end]
                text_ends[row] = len(text)
                starts[row] = places[2 * index]
                ends[row] = places[2 * index + 1]
                scores[row] = (values[index] * _SCALE + _NO_FRACTION - _NO_FRACTION) / _SCALE
                new_kinds[row] = kinds[index]
                new_keep[row] = kept[index]
                row += 1

"""The segments of many pages in columns, as tables store them.

Strategy: no object is made of a segment. Its text is copied from the buffer of its page as it is, in UTF-8, and all
else about it are numbers in arrays, which Arrow takes as they are. A crawl has a hundred times as many segments as
pages, and objects for them take longer than to clean the pages.
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

_KINDS = bytes(mark & ~CONTINUES for mark in range(256))
_CONTINUED = bytes(mark >= CONTINUES for mark in range(256))
_SCALE = 10.0**DIGITS
_NO_FRACTION = 1.5 * 2.0**52  # a number added to this, and less this again, is rounded

_NO_PLACES = array("q", bytes(8))
_NO_ENDS = array("i", bytes(4))
_NO_SCORES = array("d", bytes(8))


class Columns:
    """Segments, one after the other.

    ``text`` is that of all, and ``text_ends`` where each ends in it, beginning with 0. ``kinds`` are indices into
    `ncleaner.page.segment.KINDS`, ``keep`` and ``continues`` are 0 or 1. ``starts`` and ``ends`` are the places in the
    decoded page.
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

    def add(self, blocks: Blocks, decisions: Decisions, marks: bytes, all: bool) -> None:
        """Add the segments of a page that are kept, or all of them."""
        count = len(blocks.items) if all else decisions.kept
        text_ends = _NO_ENDS * count
        starts = _NO_PLACES * count
        ends = _NO_PLACES * count
        scores = _NO_SCORES * count
        chosen = bytearray(count)  # their marks
        keep = bytearray(count)
        self._fill(blocks, decisions, marks, all, text_ends, starts, ends, scores, chosen, keep)
        self.text_ends.extend(text_ends)
        self.starts.extend(starts)
        self.ends.extend(ends)
        self.scores.extend(scores)
        self.keep += keep
        self.kinds += chosen.translate(_KINDS)
        self.continues += chosen.translate(_CONTINUED)

    def rows(self) -> Iterator[tuple[str, str, bool, float | None, int, int, bool]]:
        """The segments, each with the fields of `SEGMENT`."""
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

    def _fill(
        self,
        blocks: Blocks,
        decisions: Decisions,
        marks: bytes,
        all: bool,
        text_ends: array[int],
        starts: array[int],
        ends: array[int],
        scores: array[float],
        chosen: bytearray,
        keep: bytearray,
    ) -> None:
        kept = decisions.keep
        values = decisions.scores
        items = blocks.items
        places = blocks.places()
        row = 0
        for index in range(len(items)):
            if all or kept[index]:
                block: Block = items[index]
                self.text += blocks.buffer[block.text_start : block.text_end]
                text_ends[row] = len(self.text)
                starts[row] = places[2 * index]
                ends[row] = places[2 * index + 1]
                scores[row] = (values[index] * _SCALE + _NO_FRACTION - _NO_FRACTION) / _SCALE
                chosen[row] = marks[index]
                keep[row] = kept[index]
                row += 1

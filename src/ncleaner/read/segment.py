"""Blocks become segments: each is a paragraph, a heading or a list item, and some are certainly furniture.

Strategy: the scanner knows headings and list items that are marked up as such; here those are found that were typed by
hand: lines that begin with a bullet or a number, and short lines all in bold type. The rules that are certain
(`ncleaner.read.rules`) are tried on the blocks that have what they look for. Plain text needs none of that, as
`ncleaner.read.text.reader` labels its segments itself.
"""

from __future__ import annotations

from ncleaner.page import blocks as facts
from ncleaner.page.blocks import Block, Blocks
from ncleaner.page.tags import CODE
from ncleaner.read.rules import RULE_BARS, RULE_FORM, RULE_RULER, looks_like_bars

LONGEST_BOLD_HEADING = 12  # words
LONGEST_BARS = 4000  # bytes of text that the rule for bars looks at; no bar of links is longer

# Public names again as C variables of the compiled module.
_LIST = facts.LIST
_FORM = facts.FORM
_PRE = facts.PRE
_HEADING = facts.HEADING
_ITEM = facts.ITEM
_LONGEST_BOLD_HEADING = LONGEST_BOLD_HEADING
_LONGEST_BARS = LONGEST_BARS
_RULE_BARS = RULE_BARS
_RULE_FORM = RULE_FORM
_RULE_RULER = RULE_RULER
_OPTION = CODE["option"]
_TEXTAREA = CODE["textarea"]

_BULLETS = ("•", "·", "‣", "▪", "▫", "■", "□", "●", "○", "◦", "►", "▸", "»", "→", "✓", "✔")
_BULLET_BYTES = frozenset(bullet.encode() for bullet in _BULLETS)
_LEADS = bytes(1 if any(bullet[0] == byte for bullet in _BULLET_BYTES) else 0 for byte in range(256))


def segment(blocks: Blocks) -> Blocks:
    """Label the blocks of a page with their kind and the rule that is certain about them."""
    return Segmenter(blocks).run()


class Segmenter:
    """The labelling of one page."""

    def __init__(self, blocks: Blocks) -> None:
        self.blocks = blocks
        self.buffer = blocks.buffer

    def run(self) -> Blocks:
        """Label all blocks."""
        for index, block in enumerate(self.blocks.items):
            start = block.text_start
            end = block.text_end
            if block.level:
                block.kind = _HEADING
            elif block.state & _LIST or self._begins_item(start, end):
                block.kind = _ITEM
            elif block.bold_chars == block.chars and block.words <= _LONGEST_BOLD_HEADING and self._is_open_end(end):
                block.kind = _HEADING
            if block.state & _FORM and not self._is_opener(block):
                block.rule = _RULE_FORM
            elif block.bars > 1 and self._may_be_bars(block) and looks_like_bars(self.blocks.text(index)):
                block.rule = _RULE_BARS
            elif self._is_ruler(start, end):
                block.rule = _RULE_RULER
        return self.blocks

    def _is_opener(self, block: Block) -> bool:
        """Whether a part of a form is a heading: a button that opens what it is the heading of, and no field."""
        tag = self.blocks.elements.tag(block.element)
        return block.level > 0 and tag != _OPTION and tag != _TEXTAREA

    def _may_be_bars(self, block: Block) -> bool:
        """Whether the rule for bars is worth asking: not for code, where bars are pipes, nor for pages full of them."""
        return not block.state & _PRE and block.text_end - block.text_start < _LONGEST_BARS

    def _begins_item(self, start: int, end: int) -> bool:
        """Whether a bullet or a number stands at the start, and white space after it."""
        c = self.buffer[start]
        if c == 0x2A or c == 0x2D:  # * -
            return start + 1 < end and self.buffer[start + 1] == 0x20
        if c >= 0x80:
            return _LEADS[c] != 0 and self._begins_bullet(start, end)
        if 0x30 <= c <= 0x39:
            stop = start + 1
            while stop < end and stop - start < 3 and 0x30 <= self.buffer[stop] <= 0x39:
                stop += 1
            if stop + 2 >= end or self.buffer[stop + 1] != 0x20:
                return False
            return self.buffer[stop] == 0x2E or self.buffer[stop] == 0x29
        if 0x61 <= c | 0x20 <= 0x7A:  # a)
            return start + 3 < end and self.buffer[start + 1] == 0x29 and self.buffer[start + 2] == 0x20
        return False

    def _begins_bullet(self, start: int, end: int) -> bool:
        stop = start + 1
        while stop < end and self.buffer[stop] & 0xC0 == 0x80:
            stop += 1
        return stop < end and self.buffer[stop] == 0x20 and self.blocks.buffer[start:stop] in _BULLET_BYTES

    def _is_open_end(self, end: int) -> bool:
        """Whether the text does not end as sentences do."""
        c = self.buffer[end - 1]
        return c != 0x2E and c != 0x2C and c != 0x3B

    def _is_ruler(self, start: int, end: int) -> bool:
        """Whether there is nothing but ASCII punctuation."""
        for i in range(start, end):
            c = self.buffer[i]
            if c >= 0x80 or 0x30 <= c <= 0x39 or 0x61 <= c | 0x20 <= 0x7A:
                return False
        return True

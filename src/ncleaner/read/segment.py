"""The kinds of the blocks of an HTML page (paragraph, heading or list item), and its certain boilerplate.

Strategy: the scanner has found the headings and list items that are marked up as such. This module adds those typed by
hand: lines that begin with a bullet or a number, and short lines entirely in bold type. Then it applies the rules that
mark certain boilerplate (`ncleaner.read.rules`), each only to blocks on which it can fire. Plain text does not come
here: `ncleaner.read.text.reader` labels its own segments.
"""

from __future__ import annotations

from ncleaner.page.blocks import FORM, HEADING, ITEM, LIST, PRE, Block, Blocks
from ncleaner.page.tags import CODE
from ncleaner.page.unspaced import has_unspaced, more_words
from ncleaner.read.rules import RULE_BARS, RULE_FORM, RULE_RULER, looks_like_bars

_LONGEST_BOLD_HEADING = 12  # words
_LONGEST_BARS = 4000  # bytes; no row of links is longer

_OPTION = CODE["option"]
_TEXTAREA = CODE["textarea"]

_BULLETS = ("•", "·", "‣", "▪", "▫", "■", "□", "●", "○", "◦", "►", "▸", "»", "→", "✓", "✔")
_BULLET_BYTES = frozenset(bullet.encode() for bullet in _BULLETS)
_BULLET_LEADS = bytes(1 if any(bullet[0] == byte for bullet in _BULLET_BYTES) else 0 for byte in range(256))


def segment(blocks: Blocks) -> Blocks:
    """Set the kind of each block, and the rule that marks it as certain boilerplate; return the same blocks.

    Words are counted by blanks so far; those of languages without blanks are added.
    """
    return Segmenter(blocks).run()


class Segmenter:
    """Labels the blocks of one page."""

    def __init__(self, blocks: Blocks) -> None:
        self.blocks = blocks
        self.buffer = blocks.buffer

    def run(self) -> Blocks:
        """Label all blocks and return them."""
        is_unspaced = has_unspaced(self.buffer)
        for index, block in enumerate(self.blocks.items):
            start = block.text_start
            end = block.text_end
            if is_unspaced:
                block.words += more_words(self.buffer, start, end)
            if block.level:
                block.kind = HEADING
            elif block.state & LIST or self._begins_item(start, end):
                block.kind = ITEM
            elif block.bold_chars == block.chars and block.words <= _LONGEST_BOLD_HEADING and self._ends_open(end):
                block.kind = HEADING
            if block.state & FORM and not self._is_opener(block):
                block.rule = RULE_FORM
            elif block.bars > 1 and self._may_be_bars(block) and looks_like_bars(self.blocks.text(index)):
                block.rule = RULE_BARS
            elif self._is_ruler(start, end):
                block.rule = RULE_RULER
        return self.blocks

    def _is_opener(self, block: Block) -> bool:
        """Return whether a part of a form is a heading: a button that unfolds the text below it, not a field."""
        tag = self.blocks.elements.tag(block.element)
        return block.level > 0 and tag != _OPTION and tag != _TEXTAREA

    def _may_be_bars(self, block: Block) -> bool:
        """Return whether the rule for bars applies: not to code, where bars are pipes, nor to very long texts."""
        return not block.state & PRE and block.text_end - block.text_start < _LONGEST_BARS

    def _begins_item(self, start: int, end: int) -> bool:
        """Return whether the text begins with a bullet or a number, followed by a space."""
        c = self.buffer[start]
        if c == 0x2A or c == 0x2D:  # * -
            return start + 1 < end and self.buffer[start + 1] == 0x20
        if c >= 0x80:
            return _BULLET_LEADS[c] != 0 and self._begins_bullet(start, end)
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
        """Return whether the text begins with a non-ASCII bullet, followed by a space."""
        stop = start + 1
        while stop < end and self.buffer[stop] & 0xC0 == 0x80:
            stop += 1
        return stop < end and self.buffer[stop] == 0x20 and self.blocks.buffer[start:stop] in _BULLET_BYTES

    def _ends_open(self, end: int) -> bool:
        """Return whether the text ends without a full stop, comma or semicolon."""
        c = self.buffer[end - 1]
        return c != 0x2E and c != 0x2C and c != 0x3B

    def _is_ruler(self, start: int, end: int) -> bool:
        """Return whether the text is all ASCII punctuation."""
        for i in range(start, end):
            c = self.buffer[i]
            if c >= 0x80 or 0x30 <= c <= 0x39 or 0x61 <= c | 0x20 <= 0x7A:
                return False
        return True

"""The blocks of a plain text, written from its segments."""

from __future__ import annotations

from ncleaner.page.blocks import BY_BLANK_LINE, BY_BR, FORM, ITEM, LIST, QUOTE, Block
from ncleaner.page.unspaced import has_unspaced, more_words
from ncleaner.read.rules import BARS, RULE_FORM
from ncleaner.read.text.dumps import BUTTON, Layout
from ncleaner.read.text.segment_draft import LINK, SegmentDraft

# The longest text after the number of a link that counts as the link's text as a whole.
_LINK_CHARS = 60
_SEPARATORS = " ·•,;:/>»-" + BARS  # between the links of a row


class Writer:
    """Writes the text of segments into a buffer, and makes the blocks that point into it."""

    def __init__(self, layout: Layout) -> None:
        self.buffer = bytearray()
        self.items: list[Block] = []
        self._is_dump = layout.is_dump

    def write(self, draft: SegmentDraft) -> None:
        """Write a segment, unless nothing of it is visible."""
        text = draft.text.replace(LINK, "")
        if self._is_dump and BUTTON in text:
            text = text.replace(BUTTON, "")
        text = " ".join(text.split())
        if text:
            if self.buffer:
                self.buffer += b"\n"
            data = text.encode("utf-8")
            block = _block(draft, text, data, len(self.buffer))
            self.buffer += data
            block.text_end = len(self.buffer)
            self.items.append(block)


def _block(draft: SegmentDraft, text: str, data: bytes, text_start: int) -> Block:
    """Return the block of a segment, whose visible text is ``text``, in UTF-8 ``data``."""
    block = Block()
    block.start, block.end, block.text_start, block.element = draft.start, draft.end, text_start, -1
    block.kind, block.level, block.rule = draft.kind, draft.level, draft.rule
    block.state = (QUOTE if draft.depth else 0) | (LIST if draft.kind == ITEM else 0)
    if draft.rule == RULE_FORM or draft.text.startswith(BUTTON):
        block.state |= FORM
    block.breaks = BY_BLANK_LINE if draft.gap else BY_BR
    block.words = text.count(" ") + 1
    if has_unspaced(data):
        block.words += more_words(data, 0, len(data))
    block.chars = len(text) - text.count(" ")
    block.bars = sum(map(text.count, BARS))
    block.links = draft.text.count(LINK)
    block.link_chars = min(_linked_chars(draft.text), block.chars) if block.links else 0
    return block


def _linked_chars(text: str) -> int:
    """Return the number of linked characters: all of a row of links, otherwise the first word of each link."""
    before, *linked = text.split(LINK)
    if not any(map(str.isalnum, before)) and all(len(piece) <= _LINK_CHARS and ". " not in piece for piece in linked):
        return sum(len("".join(piece.strip(_SEPARATORS).split())) for piece in linked)
    return sum(len(piece.lstrip()[:_LINK_CHARS].partition(" ")[0]) for piece in linked)

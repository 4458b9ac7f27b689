"""The elements of a page, as the paper has them: made of our blocks, which end at every ``<br>``.

Section 3.1 takes two or more ``<br>`` for the boundary of a paragraph, so that lines with a single one between them
belong together. In the buffer, blocks that follow each other have a line feed between them. To join two is to make a
space of it: all offsets stay what they are.
"""

from __future__ import annotations

from ncleaner.page.blocks import BY_BR, PARAGRAPH, Block, Blocks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

LINE_FEED = 0x0A
SPACE = 0x20

HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
LIST_ITEMS = ("li", "dd", "dt")


def elements(blocks: Blocks) -> Blocks:
    """The same page with the lines joined that have a single ``<br>`` between them."""
    buffer = bytearray(blocks.buffer)
    items: list[Block] = []
    for block in blocks.items:
        if items and _goes_on(items[-1], block) and buffer[items[-1].text_end] == LINE_FEED:
            buffer[items[-1].text_end] = SPACE
            items[-1] = _joined(items[-1], block)
        else:
            items.append(block)
    return Blocks(
        blocks.source,
        bytes(buffer),
        items,
        blocks.elements,
        blocks.inline_tags,
        blocks.langs,
        blocks.names,
        blocks.head_spans,
        blocks.warnings,
    )


def _goes_on(before: Block, block: Block) -> bool:
    """Whether a block is the next line of the one before. Plain text has no ``<br>``, and no elements."""
    return block.breaks == BY_BR and 0 <= block.element == before.element and block.state == before.state


def _joined(first: Block, second: Block) -> Block:
    block = Block()
    block.begin(first.start, first.text_start, first.element)
    block.end, block.text_end, block.last_inline = second.end, second.text_end, second.last_inline
    block.first_inline = first.first_inline
    block.state, block.level, block.lang, block.breaks = first.state, first.level, first.lang, first.breaks
    block.kind = first.kind if first.kind == second.kind else PARAGRAPH
    for name in ("chars", "words", "link_chars", "bold_chars", "links", "bars"):
        setattr(block, name, getattr(first, name) + getattr(second, name))
    return block


def tag_of(blocks: Blocks) -> Callable[[int], str]:
    """A function that knows the tag of the element that a block stands in; plain text stands in none."""
    return lambda index: blocks.tag(blocks.items[index].element) if blocks.items[index].element >= 0 else ""

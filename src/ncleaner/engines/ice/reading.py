"""The elements of a page in the sense of the paper, built from our blocks, which end at every ``<br>``.

In section 3.1 two or more ``<br>`` end a paragraph, so lines separated by a single one belong together. In the buffer,
consecutive blocks are separated by a line feed. To join them, it is replaced by a space, which keeps all offsets.
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
    """Return the same page, with lines joined that are separated by a single ``<br>``."""
    buffer = bytearray(blocks.buffer)
    items: list[Block] = []
    for block in blocks.items:
        if items and _continues(items[-1], block) and buffer[items[-1].text_end] == LINE_FEED:
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
        blocks.is_xml,
    )


def _continues(before: Block, block: Block) -> bool:
    """Return whether a block continues the block before it. Plain text has no ``<br>`` and no elements."""
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
    """Return a function from the index of a block to the tag of its element, empty for plain text."""
    return lambda index: blocks.tag(blocks.items[index].element) if blocks.items[index].element >= 0 else ""

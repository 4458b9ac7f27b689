"""What a page shows near its title: the last resort for authors and dates.

Only the first short blocks after the heading, and the last ones before it, are read.
"""

from __future__ import annotations

from ncleaner.metadata.found import Found
from ncleaner.page.blocks import ARTICLE, FOOTER, MAIN, NAV

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ncleaner.metadata.facts import Facts

BEFORE = 6  # blocks before the heading
AFTER = 14  # blocks after it
MOST_BLOCKS = 5_000
LONGEST = 160  # characters of a block that may be a byline
MOST_PROSE = 2  # long blocks after which the text has begun


def blocks_near_title(facts: Facts) -> Iterator[Found]:
    """Yield the short blocks near the title, those after it first, then those before it, each nearest first."""
    heading = facts.heading
    if heading is None:
        return
    prose = 0
    for index in range(heading.last + 1, min(heading.last + 1 + AFTER, len(facts.blocks))):
        found = _short_block(facts, index)
        if found is not None:
            yield found
        elif facts.blocks.items[index].chars > LONGEST:
            prose += 1
            if prose == MOST_PROSE:
                break
    for index in range(heading.first - 1, max(heading.first - 1 - BEFORE, -1), -1):
        found = _short_block(facts, index)
        if found is not None:
            yield found


def short_blocks(facts: Facts) -> Iterator[Found]:
    """Yield the short visible blocks of the whole page, or of as many blocks as an ordinary page has."""
    for index, block in enumerate(facts.blocks.items[:MOST_BLOCKS]):
        is_short = 3 < block.chars <= LONGEST and block.text_end - block.text_start <= 4 * LONGEST
        if is_short and not block.state & (facts.hidden | NAV):
            yield Found(facts.blocks.text(index), "text", block.start, block.end)


def _short_block(facts: Facts, index: int) -> Found | None:
    block = facts.blocks.items[index]
    state = facts.hidden | NAV
    if not block.state & (ARTICLE | MAIN):
        state |= FOOTER
    if block.chars > LONGEST or block.state & state or block.text_end - block.text_start > 4 * LONGEST:
        return None
    found = Found(facts.blocks.text(index), "text", block.start, block.end)
    found.first = found.last = index
    return found

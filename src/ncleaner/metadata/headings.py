"""The headings of a page that may be its title."""

from __future__ import annotations

from ncleaner.metadata.found import Found
from ncleaner.page.blocks import NAV

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.page.blocks import Blocks

MOST = 50  # headings that are read
LONGEST = 300  # characters
SHORTEST = 8  # characters of a block that is the beginning of a title

_ANCHORS = "¶#§🔗 \t\n"  # of links to a heading, at its end


def read_headings(blocks: Blocks, hidden: int) -> list[Found]:
    """Return the first headings of the first level that are not hidden; those of several lines are joined."""
    found: list[Found] = []
    for index, block in enumerate(blocks.items):
        if block.level != 1 or block.state & hidden or block.text_end - block.text_start > 4 * LONGEST:
            continue
        text = _text(blocks, index)
        last = found[-1] if found else None
        if last is not None and last.last == index - 1 and last.element == block.element:
            if len(last.value) < LONGEST:
                last.value = f"{last.value} {text}"
            last.end, last.last = block.end, index
        elif len(found) == MOST:
            break
        else:
            found.append(Found(text, "h1", block.start, block.end))
            found[-1].first = found[-1].last = index
            found[-1].element = block.element
    return found


def block_with(text: str, blocks: Blocks, hidden: int) -> Found | None:
    """Return the first visible block with a text, which may go on, as a title with the name of the site does."""
    wanted = text.casefold()
    for index, block in enumerate(blocks.items):
        if SHORTEST <= block.text_end - block.text_start <= 4 * len(text) and not block.state & (hidden | NAV):
            shown = _text(blocks, index).casefold()
            if shown == wanted or (len(shown) > SHORTEST and wanted.startswith(shown)):
                found = Found(text, "text", block.start, block.end)
                found.first = found.last = index
                return found
    return None


def _text(blocks: Blocks, index: int) -> str:
    return " ".join(blocks.text(index).split()).rstrip(_ANCHORS)

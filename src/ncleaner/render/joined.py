"""Segments as formats show them: blocks that belong to one segment, joined.

An engine may say that a block continues the segment of the block kept before it (`ncleaner.page.document.Document.kinds`).
Its text is then a further line of that segment. Where a dropped block is shown between the two, it cuts them apart.
"""

from __future__ import annotations

from ncleaner.page.blocks import CONTINUES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ncleaner.page.document import Document


def joined(document: Document, all: bool) -> Iterator[tuple[int, bool, list[int]]]:
    """The kind of each segment to be shown, whether it is kept, and the indices of its blocks."""
    kind = 0
    kept = False
    found: list[int] = []
    for index, (mark, keep) in enumerate(zip(document.kinds, document.decisions, strict=True)):
        if found and kept and keep and mark >= CONTINUES:
            found.append(index)
        elif keep or all:
            if found:
                yield kind, kept, found
            kind, kept, found = mark & ~CONTINUES, keep, [index]
    if found:
        yield kind, kept, found


def text_of(document: Document, indices: list[int]) -> str:
    """The text of a segment, with a line for each of its blocks."""
    return "\n".join(map(document.blocks.text, indices))

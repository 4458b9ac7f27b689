"""Segments as the output formats show them: blocks that belong to one segment are joined.

An engine may decide that a block continues the segment of the previous kept block
(`ncleaner.page.document.Document.kinds`). Its text is then a further line of that segment. If a dropped block is shown
between two such blocks, they become two segments.
"""

from __future__ import annotations

from ncleaner.page.blocks import CONTINUES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ncleaner.page.document import Document


def joined_segments(document: Document, all: bool) -> Iterator[tuple[int, bool, list[int]]]:
    """Yield the kind of each shown segment, whether it is kept, and the indices of its blocks."""
    segment_kind = 0
    segment_kept = False
    indices: list[int] = []
    for index, (kind, keep) in enumerate(zip(document.kinds, document.decisions, strict=True)):
        if indices and segment_kept and keep and kind >= CONTINUES:
            indices.append(index)
        elif keep or all:
            if indices:
                yield segment_kind, segment_kept, indices
            segment_kind, segment_kept, indices = kind & ~CONTINUES, keep, [index]
    if indices:
        yield segment_kind, segment_kept, indices


def segment_text(document: Document, indices: list[int]) -> str:
    """Return the text of a segment, one line per block."""
    return "\n".join(map(document.blocks.text, indices))

"""Placing stored decisions on the blocks of a page.

Usually the blocks are those that were annotated. If another version of ncleaner divides the page into other blocks,
each block gets the decision on its source, and is divided where its source was.
"""

from __future__ import annotations

from collections.abc import Iterator

from ncleaner.page.document import Document
from ncleaner.page.segment import KINDS
from ncleaner.studio.annotation import Annotation, visible, whole_block
from ncleaner.studio.division import divided_at
from ncleaner.studio.unit import Record, Unit, read_records


def read_annotation(document: Document, text: str) -> Annotation:
    """Read an annotation of a page from JSON."""
    return Annotation(tuple(_placed(document, sorted(read_records(text)))))


def _placed(document: Document, records: list[Record]) -> Iterator[Unit]:
    """Yield the units of the visible blocks with the decisions of the records, which are in the order of the page.

    Usually each block has one record of the same span, or several that cover it.
    """
    first = 0
    used = -1  # the last record that an earlier block belongs to
    for index, (start, end) in visible(document):
        while first < len(records) and records[first][1] <= start:
            first += 1
        last = first
        while last < len(records) and records[last][0] < end:
            last += 1
        if first == last:
            yield whole_block(document, index, (start, end), False, document.blocks.items[index].kind)
            continue
        _, _, keep, kind, continues, decided = records[first]
        whole = whole_block(document, index, (start, end), keep, KINDS.index(kind))
        whole = whole._replace(continues=continues or (keep and first == used), decided=decided)
        yield from _cut(document, whole, records[first + 1 : last]) if last - first > 1 else (whole,)
        used = last - 1


def _cut(document: Document, whole: Unit, records: list[Record]) -> Iterator[Unit]:
    """Divide a block where the records begin; places that its text does not have are left out."""
    decisions = {record[0]: record for record in records}
    for place, part in divided_at(document, whole, list(decisions)):
        if place is None:
            yield part
        else:
            _, _, keep, kind, continues, decided = decisions[place]
            yield part._replace(keep=keep, kind=kind, continues=continues, decided=decided)

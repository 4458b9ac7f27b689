"""Dividing units: between two characters of their text, and where the source of another annotation's units begins."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ncleaner.errors import UsageError
from ncleaner.page.document import Document
from ncleaner.studio.parts import BlockText, Cut
from ncleaner.studio.unit import Unit


def divided(document: Document, unit: Unit, offset: int) -> tuple[Unit, Unit]:
    """Divide a unit after so many characters other than white space."""
    block = BlockText(document, unit.block, document.blocks.places()[2 * unit.block])
    cut = block.cut(block.after(unit.text_start, offset))
    if cut is None:
        raise UsageError(
            "the segment cannot be divided here, inside what is one character in the page: choose a place beside it"
        )
    unit = unit._replace(decided=True)
    first = unit._replace(text_end=cut.text_end, end=cut.end)
    return first, unit._replace(text_start=cut.text_start, start=cut.start, continues=False)


def divided_at(document: Document, unit: Unit, places: Sequence[int]) -> Iterator[tuple[int | None, Unit]]:
    """Yield the parts of a unit that is divided at places in the source; the places are in ascending order."""
    if not places:
        return iter([(None, unit)])
    block = BlockText(document, unit.block, document.blocks.places()[2 * unit.block])
    return _divided(unit, ((place, block.cut(block.position(place))) for place in places))


def divided_after(document: Document, unit: Unit, offsets: Sequence[int]) -> Iterator[tuple[int | None, Unit]]:
    """Yield the parts of a unit that is divided after so many characters other than white space, in ascending order.

    Each part comes with the offset that it begins at: the first one with ``None``. The unit cannot be divided at all
    offsets. The parts are one segment.
    """
    if not offsets:
        return iter([(None, unit)])
    block = BlockText(document, unit.block, document.blocks.places()[2 * unit.block])
    position, before = unit.text_start, 0
    cuts = []
    for offset in offsets:
        position = block.after(position, offset - before)
        before = offset
        cuts.append((offset, block.cut(position)))
    return _divided(unit, cuts)


def _divided(unit: Unit, cuts: Iterable[tuple[int, Cut | None]]) -> Iterator[tuple[int | None, Unit]]:
    """Yield the parts between cuts, each with the place that it begins at; cuts that leave nothing are left out."""
    before, rest = None, unit
    for place, cut in cuts:
        if cut is not None and rest.text_start < cut.text_end < unit.text_end and rest.start < cut.end < unit.end:
            yield before, rest._replace(text_end=cut.text_end, end=cut.end)
            before = place
            rest = unit._replace(text_start=cut.text_start, start=cut.start, continues=unit.keep)
    yield before, rest

"""The units of an annotation as the interface shows them, for JSON."""

from __future__ import annotations

from typing import Any

from ncleaner.page.document import Document
from ncleaner.page.segment import DIGITS
from ncleaner.studio.annotated import annotated_document, block_units
from ncleaner.studio.annotation import Annotation
from ncleaner.studio.unit import Unit
from ncleaner.tree.links import source_url

Change = tuple[int, bool, str, bool]
"""The number of a unit, and what is decided on it: keep, kind, continues."""


def page_facts(document: Document) -> dict[str, Any]:
    """Return what the interface says of a page."""
    return {
        "title": document.metadata.title,
        "url": source_url(document),
        "language": document.metadata.language,
        "encoding": document.page.encoding,
        "kind": document.page.kind,
    }


def described(document: Document, annotation: Annotation, uncertain_bits: float) -> list[dict[str, Any]]:
    """Return all units, with the scores of the engine that has cleaned the document.

    A unit is uncertain if the engine is, and the person has not decided on it.
    """
    scores, items = document.decisions.scores, document.blocks.items
    annotated = annotated_document(document, annotation).blocks
    units = []
    for n, (index, unit) in enumerate(block_units(document, annotation)):
        if unit is None:
            continue
        doubtful = abs(scores[index]) < uncertain_bits and not items[index].rule
        units.append(
            {
                "n": n,
                "block": index,
                "start": unit.start,
                "end": unit.end,
                "text": annotated.text(n),
                "words": annotated.items[n].words,
                **decision(unit),
                "uncertain": doubtful and not unit.decided,
                "score": round(scores[index], DIGITS),
            }
        )
    return units


def decision(unit: Unit) -> dict[str, Any]:
    """Return what is decided on a unit."""
    return {"keep": unit.keep, "kind": unit.kind, "continues": unit.continues}


def changes(document: Document, before: Annotation, after: Annotation) -> list[Change] | None:
    """Return the units on which something else is decided, or ``None`` if there are other units."""
    if before == after:
        return []
    if len(before.units) != len(after.units):
        return None
    changed = []
    for number, (old, new) in enumerate(zip(before.units, after.units, strict=True)):
        if old is new:
            continue
        if old.span != new.span:
            return None
        if old != new:
            changed.append((number, new))
    numbers = numbers_of_units(document, after)
    return [(numbers[number], unit.keep, unit.kind, unit.continues) for number, unit in changed]


def numbers_of_units(document: Document, annotation: Annotation) -> list[int]:
    """Return the index of each unit's block in the annotated document, where hidden blocks are counted, too."""
    numbers = []
    n = block = 0  # the next index in the annotated document, and the next block
    for unit in annotation.units:
        if unit.block >= block:
            n += unit.block - block
            block = unit.block + 1
        numbers.append(n)
        n += 1
    return numbers

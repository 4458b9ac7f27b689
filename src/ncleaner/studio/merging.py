"""Merging: the annotation of a third person, who resolves where two others differ (`ncleaner.studio.agreeing`).

The third annotation begins with what the first of the two decides, and has their common division where they differ;
nothing in it counts as decided by the third person. A difference is resolved when the third person has decided on all
its units, so undoing the stroke makes it unresolved again.

Taking a side is the stroke that decides as that side did at the time. What a side changes later has no influence.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from typing import Any

from ncleaner.errors import UsageError
from ncleaner.page.document import Document
from ncleaner.studio.agreeing import Pieces, agree, both_of, differences
from ncleaner.studio.annotation import Annotation, refined
from ncleaner.studio.pages import OpenPage
from ncleaner.studio.progress import CleanedPage, Current
from ncleaner.studio.project import Project
from ncleaner.studio.strokes import Stroke, deciding, spans_of
from ncleaner.studio.unit import Span, Unit
from ncleaner.studio.units import decision, numbers_of_units

TAKE = "take"
SIDES = ("a", "b")
MERGED = "merged"  # in the place of an engine, for annotations that begin with what two others agree on


def begin_merging(project: Project, page: OpenPage, a: str, b: str, annotator: str) -> tuple[CleanedPage, Current]:
    """Return the annotation of a third person, which begins now if that person has done nothing on the page."""
    if annotator in (a, b):
        raise UsageError(f"{annotator} is one of the two annotators: a third one resolves their differences")
    both = both_of(project, page, a, b)
    beginning = merged(both.document, both.a, both.pieces)
    cleaned, model = project.cleaned(page, annotator), f"{a}, {b}"
    current = project.store.begin(cleaned, annotator, beginning, engine=MERGED, model=model, is_newer=True)
    if (current.status.engine, current.status.model) != (MERGED, model):
        raise UsageError(
            f"{annotator} has annotated {page.name} already, so its differences need another person: add another name"
        )
    return cleaned, current


def merged(document: Document, a: Annotation, pieces: Pieces) -> Annotation:
    """Return the annotation to begin merging with: that of the first, divided like both where they differ."""
    places = []
    before = True
    for pair in pieces:
        is_alike = agree(pair)
        if not (is_alike and before):
            places.append(pair[0].start)
        before = is_alike
    return Annotation(tuple(unit._replace(decided=False) for unit in refined(document, a, places).units))


def described_differences(pieces: Pieces, annotation: Annotation, document: Document) -> list[dict[str, Any]]:
    """Return all differences for JSON, with the numbers of the third person's units.

    For each unit, ``a`` and ``b`` have what the two decide on the piece that it begins with.
    """
    numbers = numbers_of_units(document, annotation)
    sides = {a.start: (a, b) for a, b in pieces}
    described = []
    first = 0
    for difference in differences(pieces):
        while first < len(numbers) and annotation.units[first].end <= difference.start:
            first += 1
        last = first
        while last < len(numbers) and annotation.units[last].start < difference.end:
            last += 1
        units = annotation.units[first:last]
        both = [sides.get(unit.start) or sides[difference.start] for unit in units]
        described.append(
            {
                "start": difference.start,
                "end": difference.end,
                "units": numbers[first:last],
                "a": [list(decision(a).values()) for a, _ in both],
                "b": [list(decision(b).values()) for _, b in both],
                "resolved": all(unit.decided for unit in units),
            }
        )
    return described


def taking(project: Project, page: OpenPage, annotator: str, fields: Mapping[str, Any]) -> Stroke:
    """Return the stroke with which a third annotator decides on some spans as one of the two others does.

    Where that one has a unit that reaches beyond the spans, the stroke makes it whole again if all three decide alike
    on the rest of it: it may have been divided inside of a word.
    """
    side, a, b = fields.get("value"), fields.get("a"), fields.get("b")
    if side not in SIDES or not isinstance(a, str) or not isinstance(b, str):
        raise UsageError("taking a side needs the two annotators, a and b, and the value a or b")
    spans = sorted(spans_of(fields.get("spans")))
    both = both_of(project, page, a, b)
    now = project.annotation(page, annotator)[1]
    disputed = [pair[0].span for pair in both.pieces if not agree(pair) and not _is_inside(pair[0], spans)]
    touched = [unit for unit in (both.a, both.b)[SIDES.index(side)].units if _is_touched(unit, spans)]
    whole = [unit for unit in touched if not _is_touched(unit, disputed) and _is_like_the_rest(unit, spans, now)]
    known = [unit.span for unit in whole]
    pieces = [pair[SIDES.index(side)] for pair in both.pieces if _is_inside(pair[0], spans)]
    rest = [unit for unit in pieces if not _is_inside(unit, known)]
    return deciding(unit.record for unit in (*whole, *rest))


def _is_inside(unit: Unit, spans: Sequence[Span]) -> bool:
    """Return whether a unit is inside of one of some spans, which are in the order of the page."""
    number = bisect_right(spans, unit.start, key=lambda span: span[0]) - 1
    return number >= 0 and unit.end <= spans[number][1]


def _is_touched(unit: Unit, spans: Sequence[Span]) -> bool:
    """Return whether a unit and one of some spans, which are in the order of the page, have something in common."""
    number = bisect_left(spans, unit.end, key=lambda span: span[0]) - 1
    return number >= 0 and unit.start < spans[number][1]


def _is_like_the_rest(unit: Unit, spans: Sequence[Span], annotation: Annotation) -> bool:
    """Return whether what an annotation decides on a unit, outside of some spans, is what is decided on the unit."""
    for part in annotation.inside(unit.span):
        expected = unit if part.start == unit.start else unit._replace(continues=unit.keep)
        if not _is_inside(part, spans) and not agree((part, expected)):
            return False
    return True

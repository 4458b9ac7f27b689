"""What two annotators decide alike on a page and what not.

Strategy: both annotations are brought to their finest common division, where each unit of one has a unit of the same
span in the other (a block that only one has divided is divided in the other as well, without changing what it means).
Adjacent units on which the two decide differently are one difference.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple

from ncleaner.errors import InputError, UsageError
from ncleaner.evaluate.agreement import Decisions, PageAgreement, averages, combined, compare, figures
from ncleaner.page.document import Document
from ncleaner.page.segment import DIGITS
from ncleaner.studio.annotated import annotated_document
from ncleaner.studio.annotation import Annotation, refined, unit_texts
from ncleaner.studio.pages import OpenPage
from ncleaner.studio.progress import DONE
from ncleaner.studio.project import Project
from ncleaner.studio.unit import Unit
from ncleaner.train.labels import parts

Pieces = list[tuple[Unit, Unit]]
"""The units of two annotations in their finest common division."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A span of the source whose units the two annotators decide differently."""

    start: int
    end: int


def common_division(document: Document, a: Annotation, b: Annotation) -> Pieces:
    """Return the units of two annotations of a page, divided where either of them is."""
    first = refined(document, a, [unit.start for unit in b.units])
    second = refined(document, b, [unit.start for unit in a.units])
    return list(zip(first.units, second.units, strict=True))


def differences(pieces: Pieces) -> list[Difference]:
    """Return where two annotators decide differently, adjacent units together."""
    found = []
    for is_alike, group in groupby(pieces, agree):
        if not is_alike:
            units = [unit for unit, _ in group]
            found.append(Difference(units[0].start, units[-1].end))
    return found


def table(document: Document, pieces: Pieces) -> Decisions:
    """Count the words of a page that both annotators keep, only one of them, and neither.

    The words are those of all blocks that readers can see; a character of a script without blanks is a word.
    """
    counts = {(keep, also): 0 for keep in (True, False) for also in (True, False)}
    texts = unit_texts(document, Annotation(tuple(unit for unit, _ in pieces)))
    for (a, b), text in zip(pieces, texts, strict=True):
        counts[a.keep, b.keep] += len(parts(text))
    return Decisions(counts[True, True], counts[True, False], counts[False, True], counts[False, False])


def done_by_both(project: Project, a: str, b: str) -> list[OpenPage]:
    """Return the pages that two annotators have done, in the order of the folder."""
    if a == b:
        raise UsageError("agreement needs two annotators: choose another one to compare with")
    theirs = {page.id for page in project.pages_in(b, DONE)}
    return [page for page in project.pages_in(a, DONE) if page.id in theirs]


class Both(NamedTuple):
    """A page as two annotators have done it, and what they decide in their finest common division."""

    document: Document
    a: Annotation
    b: Annotation
    pieces: Pieces


def both_of(project: Project, page: OpenPage, a: str, b: str) -> Both:
    """Return a page as two annotators have done it; raise `UsageError` if one of them has not."""
    if a == b:
        raise UsageError("agreement needs two annotators: choose another one to compare with")
    annotations = []
    for annotator in (a, b):
        if project.status(page, annotator).state != DONE:
            raise UsageError(f"{annotator} has not done {page.name}: only pages that both have done can be compared")
        cleaned, annotation = project.annotation(page, annotator)
        annotations.append(annotation)
    first, second = annotations
    return Both(cleaned.document, first, second, common_division(cleaned.document, first, second))


def described_agreement(project: Project, a: str, b: str) -> dict[str, Any]:
    """Return how well two annotators agree on the pages that both have done, for JSON; the worst page comes first.

    Agreement is in percent, as in `ncleaner.evaluate.agreement`. It is ``None`` if there is no such page, and so is
    kappa. ``skipped`` are pages whose files have changed since.
    """
    compared: list[tuple[OpenPage, PageAgreement, Decisions]] = []
    skipped = []
    for page in done_by_both(project, a, b):
        try:
            compared.append((page, *_compared(project, page, a, b)))
        except InputError as error:
            skipped.append({"id": page.id, "name": page.name, "problem": str(error)})
    compared.sort(key=lambda found: (found[1].words.agreement, found[1].tokens.agreement))
    agreements = [found for _, found, _ in compared]
    tables = [found for _, _, found in compared]
    each = [
        {
            "id": page.id,
            "name": page.name,
            **figures(found),
            "kappa": round(counts.kappa, DIGITS),
            "only_a": counts.only_a,
            "only_b": counts.only_b,
        }
        for page, found, counts in compared
    ]
    overall = averages(agreements, combined(agreements)) if compared else None
    return {"annotators": [a, b], "agreement": overall, "kappa": _kappa(tables), "pages": each, "skipped": skipped}


def _compared(project: Project, page: OpenPage, a: str, b: str) -> tuple[PageAgreement, Decisions]:
    """Compare two annotations of a page: their texts, and their decisions on its words."""
    document, *annotations, pieces = both_of(project, page, a, b)
    texts = (annotated_document(document, annotation).to("cleaneval") for annotation in annotations)
    return compare(page.id, *texts), table(document, pieces)


def _kappa(tables: list[Decisions]) -> dict[str, float] | None:
    """Return the mean of the kappas of pages, and that of all words together."""
    if not tables:
        return None
    total = sum(tables[1:], tables[0])
    average = sum(found.kappa for found in tables) / len(tables)
    return {"average": round(average, DIGITS), "all": round(total.kappa, DIGITS)}


def agree(pair: tuple[Unit, Unit]) -> bool:
    """Return whether two units mean the same: what is dropped has no kind, and what continues has that before it."""
    a, b = map(_meaning, pair)
    return a == b


def _meaning(unit: Unit) -> tuple[bool, str]:
    if not unit.keep:
        return False, ""
    return True, "" if unit.continues else unit.kind

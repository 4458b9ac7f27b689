"""Summaries of what the Markdown of a set loses: JSON, printed tables, and CSV with a row for each page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from ncleaner.evaluate.printout import Column, Printout, Table
from ncleaner.evaluate.structure.evaluation import UNKNOWN, PageRow
from ncleaner.evaluate.structure.losses import FormulaCounts, HeadingCounts, Losses, PageLosses
from ncleaner.evaluate.summary import csv_of

PIECES = {"tables": "cells", "lists": "items", "code": "lines"}
KINDS = (*PIECES, "formulas", "headings")

EXAMPLES = 20  # of each kind of loss, each of another page

_COLUMNS = {
    ("structures", "all"): "structures",
    ("structures", "whole"): "whole_structures",
    ("their parts", "all"): "pieces",
    ("their parts", "whole"): "whole",
    ("their parts", "loose"): "loose",
    ("their parts", "absent"): "absent",
    ("their parts", "dropped"): "dropped",
}
REMARK = (
    "Of structures of which something is kept: parts are whole (in their structure), loose (elsewhere in the Markdown),"
    " absent (kept, but not in the Markdown) or dropped (by the engine). Formulas are in the Markdown never, once (as"
    " often as in the page), repeated, or only as text. Unmarked headings are no headings in the page."
)


def summary_of(name: str, engine: str, rows: Sequence[PageRow]) -> dict[str, Any]:
    """Return the sums over all pages, and over each type of page if the set has types, and examples of losses."""
    types = {type: [row for row in rows if row.type == type] for type in sorted({row.type for row in rows})}
    summary: dict[str, Any] = {"set": name, "engine": engine, "pages": len(rows), **_sums(rows)}
    if types.keys() - {UNKNOWN}:
        summary["types"] = {type: {"pages": len(some), **_sums(some)} for type, some in types.items()}
    return summary | {"examples": _examples(rows)}


def _sums(rows: Sequence[PageRow]) -> dict[str, dict[str, int]]:
    total = PageLosses()
    for row in rows:
        for kind in KINDS:
            sum: Losses | FormulaCounts | HeadingCounts = getattr(total, kind)
            sum += getattr(row.losses, kind)
    return {kind: asdict(getattr(total, kind)) for kind in KINDS}


def _examples(rows: Sequence[PageRow]) -> list[dict[str, str]]:
    """Return the first loss of each kind on each of some pages."""
    result = []
    found: dict[tuple[str, str], int] = {}
    for row in rows:
        first = {(example.kind, example.fate): example for example in reversed(row.losses.examples)}
        for key, example in first.items():
            found[key] = found.get(key, 0) + 1
            if found[key] <= EXAMPLES:
                result.append({"page": row.id, **example._asdict()})
    return sorted(result, key=lambda example: (example["kind"], example["fate"]))


def printout_of(summary: dict[str, Any]) -> Printout:
    """Return the tables to print for a summary."""
    structures = Table("", [f"{kind}: {pieces}" for kind, pieces in PIECES.items()])
    for (group, name), figure in _COLUMNS.items():
        structures.add(Column(group, name, ".0f", None), [summary[kind][figure] for kind in PIECES])
    tables = [structures]
    for kind in ("formulas", "headings"):
        table = Table("", [kind])
        for name, figure in summary[kind].items():
            table.add(Column("", "all" if name == kind else name, ".0f", None), [figure])
        tables.append(table)
    heading = f"{summary['set']}: structures of {summary['pages']} pages in the Markdown of {summary['engine']}"
    return Printout(heading, tables, [REMARK])


def to_csv(rows: Sequence[PageRow]) -> str:
    """Return a row of counts for each page as CSV."""
    return csv_of([_row(row) for row in rows])


def _row(row: PageRow) -> dict[str, Any]:
    counts = {kind: asdict(getattr(row.losses, kind)) for kind in KINDS}
    return {"page": row.id, "type": row.type} | {
        kind if name == kind else f"{kind}_{name}": value
        for kind, some in counts.items()
        for name, value in some.items()
    }

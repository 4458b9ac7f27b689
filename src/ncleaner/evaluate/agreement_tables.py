"""The agreement of two annotators as tables: overall, by kind of difference, and the pages with the least agreement."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ncleaner.evaluate.printout import Column, Printout, Table, unpaired_note

WORST = 20  # pages to print unless all are requested

NORMALISED = (
    "Agreement in percent: 1 − edit distance / number of words of the longer text; of marks, twice those at the same"
    " place and of the same kind / number of marks of both."
)
WITHOUT_MARKS = "Agreement in percent: 1 − edit distance / number of words of the longer text."

Summary = dict[str, Any]


def printout_of(summary: Summary, *, every_page: bool = False) -> Printout:
    """Return the tables and remarks to print, with the pages of least agreement or with every page."""
    shown = summary["each"] if every_page else summary["each"][:WORST]
    tables = [_agreement(summary), _differences(summary), _pages(summary, shown)]
    return Printout(_heading(summary), tables, list(_remarks(summary, len(shown))))


def _heading(summary: Summary) -> str:
    count = summary["pages"]
    return f"{' and '.join(summary['annotators'])}: {count} {'page' if count == 1 else 'pages'}"


def _measures(summary: Summary) -> list[str]:
    return ["words", "words+marks", "marks"] if summary["marked"] else ["words"]


def _agreement(summary: Summary) -> Table:
    measures = _measures(summary)
    table = Table("Agreement", measures)
    for key, group, name in (
        ("average", "average", "of pages"),
        ("all", "all pages", "as one"),
        ("min", "", "min"),
        ("max", "", "max"),
    ):
        _add(table, group, name, [summary["agreement"][measure][key] for measure in measures], ".2f")
    return table


def _differences(summary: Summary) -> Table:
    both = summary["differences"]
    table = Table("What they have, and what only one of them has", [each["annotator"] for each in both])
    columns = [("words", "words", "all"), ("only_words", "words", "only")]
    if summary["marked"]:
        columns += [("marks", "marks", "all"), ("only_marks", "marks", "only"), ("other_kind", "marks", "other kind")]
    for key, group, name in columns:
        _add(table, group, name, [each[key] for each in both], ",d")
    return table


def _pages(summary: Summary, pages: Sequence[Summary]) -> Table:
    table = Table("Pages, least agreement first", [page["page"] for page in pages])
    for measure in _measures(summary):
        _add(table, "agreement", measure, [page[measure] for page in pages], ".2f")
    for key, group in (("words", "words"), ("only_words", "only")):
        for number, name in enumerate(summary["annotators"]):
            _add(table, group, name, [page["differences"][number][key] for page in pages], ",d")
    return table


def _add(table: Table, group: str, name: str, figures: Sequence[float], format: str) -> None:
    table.add(Column(group, name, format, best=None), figures)


def _remarks(summary: Summary, shown: int) -> Iterator[str]:
    more = summary["pages"] - shown
    if more > 0:
        yield f"{more} more {'page' if more == 1 else 'pages'}: --all prints them, too."
    yield NORMALISED if summary["marked"] else WITHOUT_MARKS
    if summary["unpaired"]:
        yield unpaired_note(summary["unpaired"])

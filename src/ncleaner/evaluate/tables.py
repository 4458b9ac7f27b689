"""The summary of an evaluation as tables.

Several engines get a table for each measure, with a line for each engine; a single engine gets one table with a line
for each measure. If the gold texts have no marks, the figures for marks are meaningless and left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ncleaner.evaluate.printout import ITEM, Column, Printout, Table, first_names, unpaired_note
from ncleaner.evaluate.results import SNIPPETS

LONGEST = 120  # characters of an error message

UNKNOWN = "not known"  # type or language of pages that are not in the table of their set
GROUPS = (("Page types", "types"), ("Languages", "languages"))
BY_GROUP = (
    ("types", "words", "Words by page type (macro F)"),
    ("types", "bag", "Bags of words by page type (mean F)"),
    ("languages", "words", "Words by language (macro F)"),
    ("languages", "chars", "Sequences of five characters by language (mean F)"),
)

Summary = dict[str, Any]


def printout_of(summary: Summary) -> Printout:
    """Return the tables and remarks to print for a summary."""
    return Printout(heading(summary), list(tables(summary)), list(remarks(summary)))


def tables(summary: Summary) -> Iterator[Table]:
    """Yield the tables of a summary."""
    engines: dict[str, Summary] = summary["engines"]
    if summary["measure"] == SNIPPETS:
        yield _snippets(engines)
    elif len(engines) == 1:
        yield from _tables_of_one(next(iter(engines.values())), summary["marked"])
    else:
        yield from _tables_of_many(engines, summary["marked"])
    yield _costs(engines)


def _snippets(engines: dict[str, Summary]) -> Table:
    table = Table("Snippets", list(engines))
    _add_averages(table, [engine[SNIPPETS] for engine in engines.values()])
    return table


def _tables_of_one(engine: Summary, marks: bool) -> Iterator[Table]:
    measures = {"words": engine["words"]}
    if marks:
        measures |= {
            "words+marks": engine["words+marks"],
            "marks": engine["marks"],
            "marks, unlabelled": engine["marks"]["unlabelled"],
        }
    measures |= {"bag": engine["bag"], "shingles": engine["shingles"], "chars": engine["chars"]}
    table = Table("", list(measures))
    _add_averages(table, list(measures.values()))
    yield _without_best(table)
    parts = _edit_parts(marks)
    table = Table("Edit distance: the share of words that need no editing", [f"edit, {part}" for part in parts])
    for name in ("average", "min", "max"):
        table.add(Column("", name), [engine["edit"][part][name] for part in parts])
    yield _without_best(table)
    for title, key in GROUPS:
        if engine[key]:
            yield _without_best(_groups(title, engine[key]))


def _groups(title: str, groups: dict[str, Summary]) -> Table:
    """Return a table with a line for each page type, or for each language."""
    table = Table(title, [name or UNKNOWN for name in groups])
    figures = list(groups.values())
    table.add(Column("", "pages", "d"), [group["pages"] for group in figures])
    _add_figures(table, "words", "micro", [group["words"] for group in figures])
    for heading, measure in (("macro", "words"), ("bag", "bag"), ("chars", "chars")):
        table.add(Column(heading, "F"), [group[measure]["macro"]["f"] for group in figures])
    return table


def _without_best(table: Table) -> Table:
    """Mark no best figures in the table, because its lines are not comparable."""
    table.columns[:] = [Column(column.group, column.name, column.format, None) for column in table.columns]
    return table


def _tables_of_many(engines: dict[str, Summary], marks: bool) -> Iterator[Table]:
    names, summaries = list(engines), list(engines.values())
    table = Table("Words", names)
    _add_averages(table, [engine["words"] for engine in summaries])
    yield table
    if marks:
        table = Table("Words and marks, and marks alone (micro)", names)
        _add_figures(table, "words+marks", "micro", [engine["words+marks"] for engine in summaries])
        _add_figures(table, "marks", "micro", [engine["marks"] for engine in summaries])
        table.add(Column("unlabelled", "F"), [engine["marks"]["unlabelled"]["micro"]["f"] for engine in summaries])
        yield table
    table = Table("Edit distance: the share of words that need no editing", names)
    for part in _edit_parts(marks):
        for name in ("average", "min", "max"):
            table.add(Column(part, name), [engine["edit"][part][name] for engine in summaries])
    yield table
    table = Table("Bags of words, shingles of four words, and sequences of five characters (means of the pages)", names)
    for measure in ("bag", "shingles", "chars"):
        _add_figures(table, measure, "macro", [engine[measure] for engine in summaries])
    yield table
    for key, measure, title in BY_GROUP:
        if summaries[0][key]:
            table = Table(title, names)
            for group, first in summaries[0][key].items():
                values = [engine[key][group][measure]["macro"]["f"] for engine in summaries]
                table.add(Column(group or UNKNOWN, f"{first['pages']} pages"), values)
            yield table


def _costs(engines: dict[str, Summary]) -> Table:
    summaries = list(engines.values())
    table = Table("Costs", list(engines))
    table.add(Column("CPU", "ms/page", ".2f", min), [engine["cpu_ms_per_page"] for engine in summaries])
    table.add(Column("", "MB/s", ".1f"), [engine["mb_per_s"] for engine in summaries])
    if any(engine["memory_mb"] is not None for engine in summaries):
        table.add(Column("memory", "MB", ".0f", min), [engine["memory_mb"] for engine in summaries])
    table.add(Column("", "failures", "d", min), [len(engine["failures"]) for engine in summaries])
    return table


def _edit_parts(marks: bool) -> tuple[str, ...]:
    return ("text", "marks", "both") if marks else ("text",)


def _add_averages(table: Table, measures: Sequence[Summary]) -> None:
    _add_figures(table, "micro", "micro", measures)
    table.add(Column("micro", "± 95 %", ".1f", None), [_margin(measure["micro"]) for measure in measures])
    _add_figures(table, "macro", "macro", measures)
    table.add(Column("macro", "± sd", ".1f", None), [measure["macro"]["f_sd"] for measure in measures])


def _margin(figures: Summary) -> float | None:
    """Return half the width of the interval of F, if known."""
    low, high = figures.get("f_low"), figures.get("f_high")
    return None if low is None or high is None else (high - low) / 2


def _add_figures(table: Table, group: str, average: str, measures: Sequence[Summary]) -> None:
    for key, name in (("precision", "precision"), ("recall", "recall"), ("f", "F")):
        table.add(Column(group, name), [measure[average][key] for measure in measures])


def heading(summary: Summary) -> str:
    """Return a line that names the set and the engines."""
    engines, pages = list(summary["engines"]), summary["pages"]
    names = f"engine {engines[0]}" if len(engines) == 1 else f"{len(engines)} engines"
    folds = f", cross-validated in {summary['cross_validated']} folds" if summary["cross_validated"] else ""
    return f"{summary['set']}: {pages} {'page' if pages == 1 else 'pages'}, {names}{folds}"


def remarks(summary: Summary) -> Iterator[str]:
    """Yield the remarks below the tables: significance of differences, failures, and unusual files."""
    if summary["comparisons"]:
        yield f"By the F of {summary['measure']} on each page (paired t-test):"
    for comparison in summary["comparisons"]:
        yield f"{ITEM}{comparison['sentence']}"
    for name, engine in summary["engines"].items():
        failures = engine["failures"]
        if failures:
            shown = [f"{failure['page']} ({failure['error'].splitlines()[0][:LONGEST]})" for failure in failures]
            count = "1 page" if len(failures) == 1 else f"{len(failures)} pages"
            yield f"{name} failed on {count}: {first_names(shown)}"
    if summary["unpaired"]:
        yield unpaired_note(summary["unpaired"])
    if summary["empty"]:
        texts = "1 gold text has" if len(summary["empty"]) == 1 else f"{len(summary['empty'])} gold texts have"
        yield f"{texts} no words, so that only an empty output is right: {first_names(summary['empty'])}"

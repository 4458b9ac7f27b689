"""The figures of the engines as HTML tables: a line for each engine, with the best figure of each column marked.

Figures that look the same after rounding are equally good. With a single engine nothing is marked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from ncleaner.charts.markup import escape, shorten
from ncleaner.charts.numbers import whole

Summary = dict[str, Any]
"""The summary of an engine, from `ncleaner.evaluate.summary`."""

COLOURS = 12  # in the style sheet; further engines reuse them


@dataclass(frozen=True, slots=True)
class Column:
    """A column: the heading that it shares with its neighbours, its own, and functions for its figure and its format.

    ``best`` is ``max`` or ``min``; ``beside`` formats the uncertainty of the figure.
    """

    group: str
    head: str
    value: Callable[[Summary], float | None]
    write: Callable[[float], str] = "{:.2f}".format
    best: Callable[..., str] = max
    beside: Callable[[Summary], str] | None = None


def _figure(*path: str) -> Callable[[Summary], float | None]:
    """Return a function that looks up a figure in the summary of an engine."""

    def value(summary: Summary) -> float | None:
        figure: Any = summary
        for name in path:
            figure = figure[name]
        return None if figure is None else float(figure)

    return value


def _interval(summary: Summary) -> str:
    """Format the bootstrap interval of F; a single page has none."""
    micro = summary["words"]["micro"]
    return "" if micro["f_low"] is None else f"{micro['f_low']:.1f}–{micro['f_high']:.1f}"


def _thousands(digits: int) -> Callable[[float], str]:
    return f"{{:,.{digits}f}}".format


ACCURACY = (
    Column("words, all pages", "precision", _figure("words", "micro", "precision")),
    Column("words, all pages", "recall", _figure("words", "micro", "recall")),
    Column("words, all pages", "F, 95 % interval", _figure("words", "micro", "f"), beside=_interval),
    Column(
        "words, mean of pages",
        "F ± s. d.",
        _figure("words", "macro", "f"),
        beside=lambda summary: f"± {summary['words']['macro']['f_sd']:.1f}",
    ),
    Column("words + marks", "F", _figure("words+marks", "micro", "f")),
    Column("marks", "F, labelled", _figure("marks", "micro", "f")),
    Column("marks", "F, unlabelled", _figure("marks", "unlabelled", "micro", "f")),
    Column("bag", "mean F", _figure("bag", "macro", "f")),
    Column("shingles", "mean F", _figure("shingles", "macro", "f")),
    Column("chars", "mean F", _figure("chars", "macro", "f")),
)

EDIT = tuple(
    Column(group, head, _figure("edit", part, head))
    for part, group in (("text", "words"), ("marks", "words + marks"), ("both", "mean of the two"))
    for head in ("average", "min", "max")
)

OF_MARKS = {"words + marks", "marks", "mean of the two"}
"""Columns that are meaningless if the gold texts have no marks."""

COST = (
    Column("processor time", "ms a page", _figure("cpu_ms_per_page"), _thousands(2), min),
    Column("throughput", "MB/s", _figure("mb_per_s"), _thousands(2), max),
    Column("peak memory", "MB", _figure("memory_mb"), _thousands(0), min),
    Column("failures", "pages", lambda summary: float(len(summary["failures"])), whole, min),
)


def accuracy(engines: dict[str, Summary], *, marked: bool) -> str:
    """Return the table of words, bags, shingles and characters, and of marks if the gold texts are ``marked``."""
    return table("Accuracy in percent", _meaningful(ACCURACY, marked), engines)


def edit(engines: dict[str, Summary], *, marked: bool) -> str:
    """Return the table of the official measure of the CleanEval competition."""
    return table("Edit: share of the text that need not be edited, in percent", _meaningful(EDIT, marked), engines)


def _meaningful(columns: Sequence[Column], marked: bool) -> list[Column]:
    return [column for column in columns if marked or column.group not in OF_MARKS]


def cost(engines: dict[str, Summary]) -> str:
    """Return the table of time, memory and failures, with the columns that were measured."""
    measured = [column for column in COST if any(column.value(summary) for summary in engines.values())]
    return table("Cost", measured, engines) if measured else ""


def types(engines: dict[str, Summary]) -> str:
    """Return the tables of two measures by page type, or nothing if the set has no types."""
    words = _by_group("types", "F of words, all pages of a type together, in percent", ("words", "micro", "f"), engines)
    bags = "F of bags of words, mean of the pages of a type, in percent"
    return words + _by_group("types", bags, ("bag", "macro", "f"), engines)


def languages(engines: dict[str, Summary]) -> str:
    """Return the table of characters by language, or nothing if the set has no languages."""
    caption = "F of sequences of five characters, mean of the pages of a language, in percent"
    return _by_group("languages", caption, ("chars", "macro", "f"), engines)


def _by_group(key: str, caption: str, path: tuple[str, ...], engines: dict[str, Summary]) -> str:
    """Return a table with a column for each group of pages, or nothing if the set has no such groups."""
    groups = next(iter(engines.values()))[key]
    columns = [
        Column(name or "not known", f"{groups[name]['pages']:,} pages", _figure(key, name, *path)) for name in groups
    ]
    return table(caption, columns, engines) if columns else ""


def table(caption: str, columns: Sequence[Column], engines: dict[str, Summary]) -> str:
    """Return a table with two lines of headings."""
    bests = [_best(column, engines) for column in columns]
    lines = []
    for number, (name, summary) in enumerate(engines.items()):
        cells = "".join(_cell(column, summary, best) for column, best in zip(columns, bests, strict=True))
        lines.append(f'<tr><th scope="row">{engine(number, name)}</th>{cells}</tr>')
    return (
        f'<div class="scroll" role="region" tabindex="0" aria-label="{escape(caption)}"><table>'
        f"<caption>{escape(caption)}</caption>{_heads(columns)}<tbody>{''.join(lines)}</tbody></table></div>"
    )


def _heads(columns: Sequence[Column]) -> str:
    groups = [(group, len(list(members))) for group, members in groupby(columns, key=lambda column: column.group)]
    above = "".join(f'<th scope="colgroup" colspan="{length}">{escape(group)}</th>' for group, length in groups)
    below = "".join(f'<th scope="col">{escape(column.head)}</th>' for column in columns)
    widths = "".join(f'<colgroup span="{length}"></colgroup>' for _, length in groups)
    return (
        f'<colgroup></colgroup>{widths}<thead><tr><th rowspan="2" scope="col">engine</th>{above}</tr>'
        f"<tr>{below}</tr></thead>"
    )


def _best(column: Column, engines: dict[str, Summary]) -> str:
    """Return the best figure of a column, formatted, or nothing if all look the same."""
    written = {column.write(value): value for value in map(column.value, engines.values()) if value is not None}
    if len(engines) < 2 or len(written) < 2:
        return ""
    return column.best(written, key=written.__getitem__)


def _cell(column: Column, summary: Summary, best: str) -> str:
    value = column.value(summary)
    if value is None:
        return '<td><span class="quiet" title="not measured">–</span></td>'
    text = column.write(value)
    if text == best:
        text = f'<strong>{text}<span class="hidden"> (best)</span></strong>'
    if column.beside is not None:
        text += f' <span class="quiet">{column.beside(summary)}</span>'
    return f"<td>{text}</td>"


def engine(number: int, name: str) -> str:
    """Return the name of an engine, with its colour before it."""
    return f'<span class="engine {colour(number)}">{escape(shorten(name, 60))}</span>'


def colour(number: int) -> str:
    """Return the CSS class with the colour of an engine."""
    return f"e{number % COLOURS + 1}"

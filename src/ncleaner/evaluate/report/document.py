"""The HTML document of the report: head, heading and sections."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from ncleaner.charts.markup import escape, shorten
from ncleaner.charts.numbers import count
from ncleaner.errors import NCleanerError
from ncleaner.evaluate.report import tables
from ncleaner.evaluate.report.comparison import Comparison, comparison_cards
from ncleaner.evaluate.report.distribution import distribution
from ncleaner.evaluate.report.entries import LONGEST_ERROR, LONGEST_ID, entry, reference
from ncleaner.evaluate.report.selection import ShownPage, select_pages
from ncleaner.evaluate.results import SNIPPETS, Evaluation
from ncleaner.evaluate.summary import summarize

# Browsers may only use the style sheet in the file: even if escaping failed, nothing in the text of a page would run or
# be loaded.
POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

MOST_NAMES = 200  # in the lists of failures and of files without partners


@dataclass(frozen=True, slots=True)
class Section:
    """A section of the report. ``note`` is HTML that explains how to read it."""

    anchor: str
    head: str
    note: str
    content: str


def report(evaluation: Evaluation, *, summary: dict[str, Any] | None = None) -> str:
    """Return the report as HTML. ``summary`` is the result of `summarize`, if already computed (it takes time)."""
    if evaluation.engines and evaluation.measure == SNIPPETS:
        raise NCleanerError(f"a report needs gold texts, and {evaluation.name} has only snippets")
    title = f"Evaluation on {shorten(evaluation.name)}"
    sections = list(_sections(evaluation, summary))
    links = "".join(f'<li><a href="#{section.anchor}">{section.head}</a></li>' for section in sections)
    style = files(__package__).joinpath("report.css").read_text("utf-8")
    return "\n".join(
        [
            "<!DOCTYPE html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="color-scheme" content="light dark">',
            f"<title>{escape(title)}</title>",
            f"<style>\n{style}</style>",
            "</head>",
            "<body>",
            f"<header><h1>{escape(title)}</h1>{_facts(evaluation)}</header>",
            f'<nav aria-label="Contents"><ul>{links}</ul></nav>' if links else "",
            "<main>",
            *map(_section, sections),
            "</main>",
            f"<footer><p>Written by ncleaner {_version()}. This file loads nothing and runs no script.</p></footer>",
            "</body>",
            "</html>",
            "",
        ]
    )


def _section(section: Section) -> str:
    note = f'<p class="note">{section.note}</p>' if section.note else ""
    return f'<section id="{section.anchor}">\n<h2>{section.head}</h2>\n{note}\n{section.content}\n</section>'


def _version() -> str:
    from ncleaner import __version__

    return escape(__version__)


def _facts(evaluation: Evaluation) -> str:
    engines = evaluation.engines
    pages = len(engines[0].pages) if engines else 0
    facts = [count(pages, "page"), count(len(engines), "engine")]
    if evaluation.cross_validated:
        facts.append(f"{evaluation.cross_validated}-fold cross-validation")
    facts.append(f"ncleaner {_version()}")
    names = "".join(f"<li>{tables.engine(number, engine.name)}</li>" for number, engine in enumerate(engines))
    return f'<p class="facts">{" · ".join(facts)}</p><ul class="engines">{names}</ul>'


def _sections(evaluation: Evaluation, summary: dict[str, Any] | None) -> Iterator[Section]:
    if not evaluation.engines or not evaluation.engines[0].pages:
        yield Section("nothing", "Nothing to report", "No page was evaluated.", _failures_and_unpaired(evaluation))
        return
    summary = summary or summarize(evaluation)
    engines = summary["engines"]
    worst, apart = select_pages(evaluation)
    yield _figures(engines, marked=summary["marked"])
    if by_type := tables.types(engines):
        yield Section("types", "Page types", "", by_type)
    if by_language := tables.languages(engines):
        yield Section("languages", "Languages", "", by_language)
    note = (
        "Each bar is the number of pages with an F in a range of 2.5 points; the line through the bars is the median."
    )
    yield Section("distribution", "Distribution", note, distribution(evaluation))
    if len(evaluation.engines) > 1:
        yield _comparison(evaluation, summary["comparisons"], [*worst, *apart])
    yield from _pages(evaluation, worst, apart)
    if problems := _failures_and_unpaired(evaluation):
        yield Section("loose-ends", "Failures and files without partners", "", problems)


def _figures(engines: dict[str, tables.Summary], *, marked: bool) -> Section:
    note = (
        "<b>Words</b> of output and gold text are aligned; <i>all pages</i> counts the words of all pages together, so "
        "that long pages weigh more, <i>mean of pages</i> gives each page the same weight. "
    )
    if marked:
        note += (
            "<b>Words + marks</b> counts the segment marks &lt;p&gt;, &lt;h&gt; and &lt;l&gt; as words; <b>marks</b> "
            "counts them alone, <i>labelled</i> where their kinds have to agree. "
        )
    note += (
        "<b>Bag</b> compares bags of lower-case words, <b>shingles</b> sequences of four words, <b>chars</b> sequences "
        "of five characters without white space, which is fair to languages that do not separate words. "
    )
    if len(engines) > 1:
        note += "The best figure of each column is <strong>bold with a bar below</strong>."
    content = tables.accuracy(engines, marked=marked) + tables.edit(engines, marked=marked) + tables.cost(engines)
    return Section("figures", "Figures", note, content)


def _comparison(evaluation: Evaluation, comparisons: list[Comparison], shown: list[ShownPage]) -> Section:
    first = escape(shorten(evaluation.engines[0].name, 60))
    note = (
        "The sentences are paired t-tests on the pages' figures. "
        f"The bars count pages by how their precision differs from that of {first}: filled bars to the right of the "
        "middle are pages that got better, hollow bars to the left pages that got worse. Each point is a page by F, "
        f"above the diagonal where the engine is better than {first}. Larger points are several pages, solid ones lead "
        "to their pages below."
    )
    return Section("versus", f"Against {first}", note, comparison_cards(evaluation, comparisons, shown))


def _pages(evaluation: Evaluation, worst: list[ShownPage], apart: list[ShownPage]) -> Iterator[Section]:
    names = [engine.name for engine in evaluation.engines]
    first = escape(shorten(names[0], 60))
    legend = "<ins>Underlined words</ins> are missing in the output, <del>struck-out words</del> should not be there. "
    if worst:
        note = f"The pages on which the F of {first} is lowest. {legend}"
        yield Section("worst", "Worst pages", note, "".join(entry(page, names) for page in worst))
    if apart:
        shown = {page.position for page in worst}
        entries = (reference(page, names) if page.position in shown else entry(page, names) for page in apart)
        note = f"The pages on which the F of the best and that of the worst engine are furthest apart. {legend}"
        yield Section("apart", "Pages on which the engines differ", note, "".join(entries))


def _failures_and_unpaired(evaluation: Evaluation) -> str:
    content = ""
    for number, engine in enumerate(evaluation.engines):
        failed = [page for page in engine.pages if page.error]
        if failed:
            items = [f"{shorten(page.id, LONGEST_ID)}: {shorten(page.error, LONGEST_ERROR)}" for page in failed]
            content += _list(f"{tables.engine(number, engine.name)} failed on {count(len(failed), 'page')}", items)
    if evaluation.unpaired:
        items = [shorten(name, LONGEST_ID) for name in evaluation.unpaired]
        content += _list(f"{count(len(items), 'file')} without a partner, left out", items)
    return content


def _list(head: str, items: list[str]) -> str:
    lines = "".join(f"<li>{escape(item)}</li>" for item in items[:MOST_NAMES])
    if len(items) > MOST_NAMES:
        lines += f"<li>and {count(len(items) - MOST_NAMES, 'more')}</li>"
    return f"<details><summary>{head}</summary><ul>{lines}</ul></details>"

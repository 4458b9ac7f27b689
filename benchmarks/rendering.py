"""Rendering: hostile pages from 250 KB to 4 MB in every output format, with all segments and their reasons.

Three tables with a column for each format: what doubling the page does to the time, the time, and the length of the
output. How factors are measured is described in `benchmarks.linear`. One above the limit is measured again when all
others are done, up to three times: what else the machine does comes and goes, and may have slowed down the larger pages
of one series. A format whose time is not linear is above the limit each time.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from benchmarks.hostile import FORMAT_GENERATORS, GENERATORS, STRUCTURE_GENERATORS, Generator
from benchmarks.linear import LIMIT, factor, growth, pay_for_memory
from benchmarks.report import Row, Table
from ncleaner import backend, clean
from ncleaner.render import FORMATS

SMALLEST = 250 << 10
LARGEST = 4000 << 10
SECONDS_LIMIT = 2.0  # per megabyte
OUTPUT_LIMIT = 12.0  # times the page, apart from one megabyte
REPETITIONS = 3  # of what is above the limit, at the end
MEGABYTE = 1e6

# Pages for the scanner from which much is written.
OTHERS = (
    "colspans",
    "disputed-comments",
    "distinct-classes",
    "distinct-languages",
    "distinct-tags",
    "four-byte-characters",
    "headings",
    "huge-href",
    "inline-tags",
    "json-ld",
    "misnested-links",
    "nested-div-with-text",
    "nested-lists-with-text",
    "nested-unclosed-tables",
    "nothing-but-text",
    "pre-text",
    "start-p-in-depth",
    "tiny-blocks",
    "tiny-cells",
    "tiny-links",
    "unclosed-a",
    "unclosed-b-p",
    "unclosed-dt-dd",
    "unclosed-option",
    "unclosed-td",
    "words-and-line-breaks",
)

# Structures that once took quadratic time or too much room, or could.
STRUCTURES = (
    "items-in-deep-items",
    "paragraphs-in-deep-items",
    "styles-around-blocks",
    "abbreviation-around-blocks",
    "place-around-blocks",
    "links-from-a-deep-base",
    "formulas-interleaved",
    "math-in-math",
    "references-to-a-long-note",
    "notes-with-one-id",
    "spanned-columns",
    "deep-tables",
    "code-in-code",
    "article-body-lines",
)


@dataclass(frozen=True)
class Cost:
    """The cost of a format on one kind of page: the factor for doubling; time and output for the largest page."""

    factor: float
    seconds_per_megabyte: float
    output: float  # times the page, apart from one megabyte


def cost(generate: Generator, format: str) -> Cost:
    """Measure one format on one kind of page, without collections of garbage meanwhile."""
    gc.disable()
    times = growth(generate, lambda page: clean(page).to(format, all=True), LARGEST, SMALLEST)
    gc.enable()
    page = generate(SMALLEST << (len(times) - 1))
    output = len(clean(page).to(format, all=True))
    return Cost(factor(times), times[-1] / len(page) * MEGABYTE, max(0.0, output - MEGABYTE) / len(page))


def table(title: str, costs: dict[str, list[Cost]], value: Callable[[Cost], float], limit: float) -> Table:
    """Return a table of one figure of all costs."""
    result = Table(f"Rendering: {title} ({backend.name()})", tuple(FORMATS))
    for name, row in costs.items():
        values = [value(cost) for cost in row]
        result.rows.append(Row(name, tuple(f"{value:.2f}" for value in values), max(values), limit))
    return result


def measure() -> Iterator[Table]:
    """Measure all pages in all formats; yield the three tables."""
    pay_for_memory()
    structures = {name: STRUCTURE_GENERATORS[name] for name in STRUCTURES}
    pages = FORMAT_GENERATORS | structures | {name: GENERATORS[name] for name in OTHERS}
    costs: dict[str, list[Cost]] = {}
    for name, generate in pages.items():
        costs[name] = [cost(generate, format) for format in FORMATS]
    for _ in range(REPETITIONS):
        _measure_again(pages, costs)
    yield table("factor for doubling the page", costs, lambda cost: cost.factor, LIMIT)
    yield table("seconds per megabyte", costs, lambda cost: cost.seconds_per_megabyte, SECONDS_LIMIT)
    yield table("output beyond 1 MB, times the page", costs, lambda cost: cost.output, OUTPUT_LIMIT)


def _measure_again(pages: Mapping[str, Generator], costs: Mapping[str, list[Cost]]) -> None:
    """Measure the formats above the limit for factors once more, and keep the smaller factor."""
    for name, row in costs.items():
        for place, (format, before) in enumerate(zip(FORMATS, row, strict=True)):
            if before.factor > LIMIT:
                row[place] = min(before, cost(pages[name], format), key=lambda found: found.factor)

"""``python -m benchmarks.markdown DATA``: compare the Markdown of four tools; write ``measurements/markdown.md``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.markdown import tables
from benchmarks.markdown.converters import OURS, Converter, converters
from benchmarks.markdown.excerpts import EXAMPLES, EXCERPTS, written
from benchmarks.markdown.shared import Kept, compared
from benchmarks.written import MEASUREMENTS, write
from ncleaner.cleaner import Cleaner
from ncleaner.errors import MissingPackage
from ncleaner.evaluate.structure import summary_of
from ncleaner.evaluate.structure.evaluation import UNKNOWN, PageRow, page_losses
from ncleaner.gold.sets import Pair, Set, read_set
from ncleaner.train.examples import Progress
from paper.page import Pieces

TEMPLATE = Path(__file__).with_name("page.md")
NAME = "markdown.md"
SET = "wcxb-dev"
"""Pages of all types; other sets are of news and blogs, which have few tables and little code."""


def main(argv: list[str] | None = None) -> int:
    """Write the page; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.markdown", description=__doc__)
    parser.add_argument("data", type=Path, metavar="DATA", help="the folder of data sets")
    parser.add_argument("--output", type=Path, default=MEASUREMENTS, metavar="DIR", help="where to write")
    options = parser.parse_args(argv)
    try:
        tools = converters()
    except MissingPackage as error:
        print(f"markdown: {error}", file=sys.stderr)
        return 1
    return write(TEMPLATE, options.output / NAME, lambda advance: _pieces(options.data / SET, tools, advance))


def _pieces(folder: Path, tools: Sequence[Converter], advance: Progress) -> Pieces:
    """Return all that goes into the page."""
    pages = read_set(folder)
    examples = {Path(pair.page_path).name: pair for pair in read_set(EXAMPLES).pages if pair.kind == "html"}
    markdown = {name: _outputs(_decoded(pair), tools) for name, pair in examples.items()}
    others = {excerpt.page for excerpt in EXCERPTS.values()} - {EXAMPLES / name for name in examples}
    by_path = {EXAMPLES / name: outputs for name, outputs in markdown.items()}
    by_path |= {path: _outputs(path.read_text("utf-8"), tools) for path in others}
    measured = _measured(pages, tools, advance)
    summary = summary_of(pages.name, OURS, measured.ours)
    headings = summary["headings"]
    return Pieces(
        {
            "versions": tables.versions(tools),
            "length_table": tables.length_rows({name: pair.gold() for name, pair in examples.items()}, markdown),
            **written(EXCERPTS, by_path),
            "set": pages.name,
            "pages": f"{len(pages.pages):,}",
            "empty": _listed(measured.empty),
            "shared_table": tables.shared_rows(measured.kept),
            "ours_table": tables.ours_rows(summary),
            "formula_table": tables.formula_rows(summary),
            "headings": f"{headings['headings']:,}",
            "unmarked": f"{headings['unmarked']:,}",
        }
    )


@dataclass(frozen=True, slots=True)
class _Measured:
    """What was counted: shared structures and pages without output by tool, and all structures of our pages."""

    kept: dict[str, Kept]
    empty: dict[str, int]
    ours: list[PageRow]


def _measured(pages: Set, tools: Sequence[Converter], advance: Progress) -> _Measured:
    """Convert the pages of a set with all tools."""
    kept = {tool.name: Kept.none() for tool in tools}
    empty = dict.fromkeys(kept, 0)
    ours = []
    cleaner = Cleaner()
    for number, pair in enumerate(pages.pages, 1):
        document = cleaner.clean(pair.page(), url=pair.url)
        ours.append(PageRow(pair.id, pair.type or UNKNOWN, page_losses(document)))
        html = document.page.text
        outputs = _outputs(html, tools)
        for tool, losses in compared(html, outputs).items():
            kept[tool].add(losses)
            empty[tool] += not outputs[tool].strip()
        advance(pages.name, number, len(pages.pages))
    return _Measured(kept, empty, ours)


def _outputs(html: str, tools: Sequence[Converter]) -> dict[str, str]:
    return {tool.name: tool(html) for tool in tools}


def _decoded(pair: Pair) -> str:
    return Cleaner(engine="dump").clean(pair.page()).page.text


def _listed(empty: Mapping[str, int]) -> str:
    return ", ".join(f"{tool} {count}" for tool, count in empty.items())


if __name__ == "__main__":
    sys.exit(main())

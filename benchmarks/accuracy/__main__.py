"""``python -m benchmarks.accuracy DATA``: measure the default engine, and write what comes out to ``docs/``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from benchmarks.accuracy import bias, plain, reliability, speed, wordless
from benchmarks.accuracy.readings import BIASES, Reader, Reading
from benchmarks.accuracy.unseen import folds
from ncleaner.engines import DEFAULT_ENGINE
from ncleaner.errors import NCleanerError
from ncleaner.gold.sets import read_set
from ncleaner.models import load
from ncleaner.system.files import write_file
from ncleaner.system.progress import progress
from ncleaner.train.examples import Example, Progress, examples_of
from ncleaner.train.shipped import SETS
from paper.markdown import picture
from paper.page import Pieces, fill

DOCS = Path(__file__).resolve().parents[2] / "docs"
TEMPLATE = Path(__file__).with_name("page.md")
NAME = "accuracy.md"
RELIABILITY, SPEED = "reliability.svg", "accuracy-and-speed.svg"

VALIDATION = {"cleaneval-final-a": "auto", "l3s-gn1": "auto", "dragnet": "drop"}
"""The sets that no model has learnt from, and what is to become of comments there: Dragnet's gold texts have none."""

Sets = dict[str, list[Reading]]


def main(argv: list[str] | None = None) -> int:
    """Write the page; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.accuracy", description=__doc__)
    parser.add_argument("data", type=Path, metavar="DATA", help="the folder of data sets")
    parser.add_argument("--output", type=Path, default=DOCS, metavar="DIR", help="where to write (default: docs)")
    options = parser.parse_args(argv)
    try:
        with progress() as advance:
            pieces = _pieces(options.data, advance)
        options.output.mkdir(parents=True, exist_ok=True)
        for name, drawing in pieces.drawings.items():
            write_file(str(options.output / name), drawing)
        write_file(str(options.output / NAME), fill(TEMPLATE, pieces))
    except (NCleanerError, OSError) as error:
        print(f"accuracy: {error}; NCLEANER_DATA must name the folder of data sets", file=sys.stderr)
        return 1
    print(f"{options.output / NAME} is written.")
    return 0


def _pieces(data: Path, advance: Progress) -> Pieces:
    """All that goes into the page."""
    for name in (*SETS, *VALIDATION):
        read_set(data / name)  # rather now than after a quarter of an hour
    learnt, validation = _learnt(data, advance), _validation(data, advance)
    fields = [speed.cleaneval(data, advance), speed.wcxb(data, learnt[speed.WCXB], advance)]
    both = {**{f"{name}, by folds": readings for name, readings in learnt.items()}, **validation}
    return Pieces(
        {
            "reliability": picture(RELIABILITY, "Share of words in the gold text over their chances"),
            "reliability_table": reliability.rows(both),
            "bias_table": bias.rows(learnt),
            "wordless_table": wordless.rows(both),
            "plain_table": plain.rows(learnt),
            "speed": picture(SPEED, "Accuracy of engines and tools over their CPU time"),
            "speed_table": speed.rows(fields),
            "speed_pages": str(speed.PAGES[speed.CLEANEVAL]),
            "sample_pages": str(speed.PAGES[speed.WCXB]),
        },
        {
            RELIABILITY: reliability.drawing(both, "Are scores what they say?"),
            SPEED: speed.drawing(fields, "Accuracy over CPU time"),
        },
    )


def _learnt(data: Path, advance: Progress) -> Sets:
    """The sets that the shipped model has learnt from, read by models that do not know the sites of the pages."""
    found: Sets = {name: [] for name in SETS}
    for fold in folds(data, advance):
        reader = Reader(fold.model, universal=fold.universal, biases=BIASES)
        for reading in _read(reader, fold.pages, "held-out pages", len(fold.pages), advance):
            found[reading.set].append(reading)
    return found


def _validation(data: Path, advance: Progress) -> Sets:
    """The other sets, read by the shipped model."""
    found: Sets = {}
    for name, comments in VALIDATION.items():
        pages = read_set(data / name)
        reader = Reader(load(DEFAULT_ENGINE), comments=comments)
        found[name] = list(_read(reader, examples_of([(pages, 1)]), name, len(pages.pages), advance))
    return found


def _read(reader: Reader, pages: Iterable[Example], what: str, total: int, advance: Progress) -> Iterator[Reading]:
    for number, page in enumerate(pages, 1):
        yield reader.read(page)
        advance(what, number, total)


if __name__ == "__main__":
    sys.exit(main())

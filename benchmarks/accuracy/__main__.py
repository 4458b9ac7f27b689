"""``python -m benchmarks.accuracy DATA``: measure the default engine, and write ``docs/measurements/accuracy.md``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TypeVar

from benchmarks.accuracy import bias, plain, reliability, scopes, speed, sureness, wordless
from benchmarks.accuracy.readings import BIASES, Reader, Reading
from benchmarks.accuracy.scopes import Scoped, ScopeReader
from benchmarks.accuracy.unseen import folds
from benchmarks.written import MEASUREMENTS, write
from ncleaner.engines import DEFAULT_ENGINE
from ncleaner.engines.forest.language import UNDETERMINED
from ncleaner.gold.sets import read_set
from ncleaner.models import load
from ncleaner.train.examples import Progress, examples_of
from ncleaner.train.shipped import PAGES, SETS
from paper.markdown import picture
from paper.page import Pieces

TEMPLATE = Path(__file__).with_name("page.md")
NAME = "accuracy.md"
RELIABILITY, SPEED = "reliability.svg", "accuracy-and-speed.svg"

VALIDATION = {"cleaneval-final-a": "auto", "l3s-gn1": "auto", "dragnet": "drop"}
"""The sets that no model has learnt from, and what is to become of comments there: Dragnet's gold texts have none."""

BY_LANGUAGE = "daniel-a"
"""Another set that no model has learnt from, with the language of each page."""

Sets = dict[str, list[Reading]]
Scopes = dict[str, list[Scoped]]

T = TypeVar("T")


def main(argv: list[str] | None = None) -> int:
    """Write the page; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.accuracy", description=__doc__)
    parser.add_argument("data", type=Path, metavar="DATA", help="the folder of data sets")
    parser.add_argument("--output", type=Path, default=MEASUREMENTS, metavar="DIR", help="where to write")
    parser.add_argument("--models", type=Path, metavar="DIR", help="keep the trained models there, and use them again")
    options = parser.parse_args(argv)
    return write(TEMPLATE, options.output / NAME, lambda advance: _pieces(options.data, options.models, advance))


def _pieces(data: Path, store: Path | None, advance: Progress) -> Pieces:
    """All that goes into the page."""
    for name in (*SETS, *VALIDATION, BY_LANGUAGE):
        read_set(data / name)  # rather now than after a quarter of an hour
    learnt, scoped, unread = _learnt(data, store, advance)
    validation, others = _validation(data, advance)
    fields = [speed.cleaneval(data, advance), speed.wcxb(data, learnt[speed.WCXB], advance)]
    both = {**_by_folds(learnt), **validation}
    scopes_of_all = {**_by_folds(scoped), **others}
    return Pieces(
        {
            "reliability": picture(RELIABILITY, "Share of words in the gold text over their chances"),
            "reliability_table": reliability.rows(both),
            "bias_table": bias.rows(learnt),
            "wordless_table": wordless.rows(both),
            "scope_table": scopes.rows(scopes_of_all),
            "lexical_table": sureness.rows(scoped, is_lexical=True),
            "universal_table": sureness.rows(scoped | unread, is_lexical=False),
            "language_table": scopes.language_rows(scopes_of_all),
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


def _by_folds(sets: dict[str, list[T]]) -> dict[str, list[T]]:
    return {f"{name}, by folds": pages for name, pages in sets.items()}


def _learnt(data: Path, store: Path | None, advance: Progress) -> tuple[Sets, Scopes, Scopes]:
    """The sets that the shipped model has learnt from, read by models that do not know the sites of the pages.

    Only sets of whole pages are read with all options, and also with all scopes as if nobody knew their language.
    """
    found: Sets = {name: [] for name in PAGES}
    scoped: Scopes = {name: [] for name in SETS}
    unread: Scopes = {f"{name}, read without words": [] for name in PAGES}
    languages = _languages(data, SETS)
    for fold in folds(data, store, advance):
        scope_reader = ScopeReader(fold.model, universal=fold.universal)
        wordless_reader = ScopeReader(fold.model, universal=fold.universal, language=UNDETERMINED)
        reader = Reader(fold.model, universal=fold.universal, biases=BIASES)
        for number, page in enumerate(fold.pages, 1):
            one = scope_reader.read(page, languages[page.id])
            scoped[one.set].append(one)
            if one.set in found:
                found[one.set].append(reader.read(page))
                unread[f"{one.set}, read without words"].append(wordless_reader.read(page, languages[page.id]))
            advance("held-out pages", number, len(fold.pages))
    return found, scoped, unread


def _validation(data: Path, advance: Progress) -> tuple[Sets, Scopes]:
    """The other sets, read by the shipped model."""
    found: Sets = {}
    scoped: Scopes = {}
    model = load(DEFAULT_ENGINE)
    languages = _languages(data, (*VALIDATION, BY_LANGUAGE))
    for name in (*VALIDATION, BY_LANGUAGE):
        pages = read_set(data / name)
        comments = VALIDATION.get(name, "auto")
        scope_reader, reader = ScopeReader(model, comments=comments), Reader(model, comments=comments)
        scoped[name] = []
        for number, page in enumerate(examples_of([(pages, 1)]), 1):
            scoped[name].append(scope_reader.read(page, languages[page.id]))
            if name in VALIDATION:
                found.setdefault(name, []).append(reader.read(page))
            advance(name, number, len(pages.pages))
    return found, scoped


def _languages(data: Path, names: Iterable[str]) -> dict[str, str]:
    """The languages of the pages of some sets, by the ids of their examples."""
    sets = [read_set(data / name) for name in names]
    return {f"{set.name}/{pair.id}": pair.language for set in sets for pair in set.pages}


if __name__ == "__main__":
    sys.exit(main())

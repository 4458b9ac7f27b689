"""``python -m benchmarks.annotating DATA``: simulate an annotator, and write ``docs/measurements/annotating.md``."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from benchmarks.annotating import curves, strokes
from benchmarks.annotating.bases import FORUM, Base, is_chinese, shipped, without
from benchmarks.annotating.curves import Field
from benchmarks.written import MEASUREMENTS, write
from ncleaner.gold.sets import Pair, read_set
from ncleaner.train.examples import Progress
from paper.page import Pieces

TEMPLATE = Path(__file__).with_name("page.md")
NAME = "annotating.md"
GERMAN = ("at-", "ch-", "de-")
"""How the ids of the German pages of `fundus-a` begin."""


def main(argv: list[str] | None = None) -> int:
    """Write the page; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.annotating", description=__doc__)
    parser.add_argument("data", type=Path, metavar="DATA", help="the folder of data sets")
    parser.add_argument("--output", type=Path, default=MEASUREMENTS, metavar="DIR", help="where to write")
    parser.add_argument("--bases", type=Path, metavar="DIR", help="keep the trained bases there, and use them again")
    options = parser.parse_args(argv)
    return write(TEMPLATE, options.output / NAME, lambda advance: _measured(options.data, options.bases, advance))


def _measured(data: Path, store: Path | None, advance: Progress) -> Pieces:
    """Train the bases, unless they are in the store, and return all that goes into the page."""
    news, chinese = (without(data, name, store, advance) for name in ("news", "chinese"))
    return _pieces(data, news, chinese, advance)


def _pieces(data: Path, news: Base, chinese: Base, advance: Progress) -> Pieces:
    """Return all that goes into the page."""
    work = []
    for name, base, with_kinds in (
        ("cleaneval-dev", chinese, False),
        ("cleaneval-dev", chinese, True),
        ("fundus-a", news, False),
    ):
        cleaner, pages = base.cleaner(), read_set(data / name).pages
        label = f"{name}, with kinds" if with_kinds else name
        work.append(strokes.row(label, [strokes.work(pair, cleaner, with_kinds=with_kinds) for pair in pages]))
    fields = [
        Field("German", _german(data), news, "words"),
        Field("Chinese", _chinese(data), chinese, "chars"),
        Field("Chinese, unseen", _unseen(data), shipped(), "chars"),
    ]
    found = [line for field in fields for line in curves.lines(field, advance)]
    sizes = [f"{len(field.pages)}" for field in fields]
    return Pieces(
        {
            "strokes": strokes.rows(work),
            "curves": curves.rows(found),
            "german_pages": sizes[0],
            "chinese_pages": sizes[1],
            "unseen_pages": sizes[2],
        }
    )


def _german(data: Path) -> list[Pair]:
    return [pair for pair in read_set(data / "fundus-a").pages if pair.id.startswith(GERMAN)]


def _chinese(data: Path) -> list[Pair]:
    articles = [pair for pair in read_set(data / "magic-a").pages if pair.type != FORUM and is_chinese(pair)]
    return [*articles, *read_set(data / "zh-blogs").pages]


def _unseen(data: Path) -> list[Pair]:
    return [pair for pair in read_set(data / "daniel-a").pages if pair.language == "zh"]


if __name__ == "__main__":
    sys.exit(main())

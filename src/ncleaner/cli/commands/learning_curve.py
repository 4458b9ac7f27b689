"""``ncleaner learning-curve SET --test SET2``: how good models are that have learnt from few pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from ncleaner.cli.learning import DEFAULTS, deliver, lessons_of, parser_of
from ncleaner.cli.learning import Options as CommonOptions
from ncleaner.cli.lists import integers
from ncleaner.cli.measuring import count
from ncleaner.errors import UsageError
from ncleaner.train.recipe import Recipe

if TYPE_CHECKING:
    from ncleaner.train.curve import MeanWithRange, Point
    from ncleaner.train.examples import Progress

DESCRIPTION = """\
Learn from some pages of SET, drawn by chance, clean the pages of SET2 with what
was learnt, and print precision, recall and F of words: for more and more pages,
several times for each number of them, with the least and the most that came out.

SET and SET2 are what they are for ncleaner train. Lists are written 2,5,10.
"""

REPEATS = 10


class Options(CommonOptions):
    """What the user asked for; these are the defaults."""

    test: str | None = None
    sizes: Sequence[int] | None = None
    repeats: int = REPEATS
    n: int = DEFAULTS.n
    q: float = DEFAULTS.q
    mode: int = DEFAULTS.mode


def run(argv: list[str]) -> int:
    """Draw a learning curve; return the exit status."""
    options = Options()
    parser = parser_of("learning-curve", DESCRIPTION, "SET --test SET2 [OPTIONS]")
    add = parser.add_argument_group("the curve").add_argument
    add("--test", metavar="SET2", help="the pages to clean with what was learnt")
    add("--sizes", type=integers, metavar="LIST", help="numbers of pages (default: 1,2,3,5,8 and so on to all)")
    add("--repeats", type=count, metavar="N", help=f"subsets of each size (default: {REPEATS})")
    add("--n", type=int, metavar="N", help=f"length of the n-grams (default: {DEFAULTS.n})")
    add("--q", type=float, metavar="Q", help=f"how much shorter histories count (default: {DEFAULTS.q})")
    add("--mode", type=int, metavar="M", help=f"normalisation (default: {DEFAULTS.mode})")
    parser.parse_args(argv, options)
    return deliver(options, lambda progress: _drawn(options, progress))


def _drawn(options: Options, progress: Progress) -> tuple[list[str], dict[str, Any], Callable[[], str]]:
    from ncleaner.train.curve import SIZES, curve

    if options.test is None:
        raise UsageError("say which pages to clean with what was learnt: --test SET2")
    recipe = Recipe(n=options.n, q=options.q, mode=options.mode, dirty=options.dirty)
    pages = lessons_of(options.set or "", options.limit, progress)
    test = lessons_of(options.test, None, progress)
    sizes = options.sizes or [*(size for size in SIZES if size < len(pages)), len(pages)]
    points = curve(pages, test, recipe, sizes, options.repeats, progress)
    facts = {
        "set": options.set,
        "test": options.test,
        "repeats": options.repeats,
        "recipe": {"n": recipe.n, "q": recipe.q, "mode": recipe.mode, "dirty": recipe.dirty},
        "points": [asdict(point) for point in points],
    }
    return list(_lines(points, options)), facts, lambda: _figure(points)


def _lines(points: Sequence[Point], options: Options) -> Iterator[str]:
    yield f"words on {options.test} after learning from pages of {options.set}: mean (least to most)"
    yield " pages    words" + "".join(f"{name:>24}" for name in ("precision", "recall", "F"))
    for point in points:
        figures = "".join(f"{_shown(band):>24}" for band in (point.precision, point.recall, point.f))
        yield f"{point.pages:>6}{point.words:>9.0f}{figures}"


def _shown(band: MeanWithRange) -> str:
    return f"{100 * band.mean:.2f} ({100 * band.low:.1f} to {100 * band.high:.1f})"


def _figure(points: Sequence[Point]) -> str:
    from ncleaner.charts.plot import Line, plot

    lines = []
    for name in ("precision", "recall", "f"):
        bands: list[MeanWithRange] = [getattr(point, name) for point in points]
        lines.append(
            Line(
                "F" if name == "f" else name,
                [(point.words / 1000, 100 * band.mean) for point, band in zip(points, bands, strict=True)],
                [(100 * band.low, 100 * band.high) for band in bands],
            )
        )
    return plot("Learning curve", "thousand words of clean text to learn from", "percent of words", lines)

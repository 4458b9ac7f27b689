"""``ncleaner learning-curve SET --test SET2``: measure models trained on fewer and more pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from ncleaner.cli.argument_types import count, integers
from ncleaner.cli.experiment import DEFAULTS, experiment_parser, read_set_for_training, run_experiment
from ncleaner.cli.experiment import Options as CommonOptions
from ncleaner.cli.parser import Parser
from ncleaner.errors import UsageError
from ncleaner.train.recipe import Recipe

if TYPE_CHECKING:
    from ncleaner.train.curve import MeanWithRange, Point
    from ncleaner.train.examples import Progress

SUMMARY = "Measure how many training pages are enough, by n-gram models trained on fewer and more pages."

EXAMPLES = (
    ("ncleaner learning-curve my-set --test other-set", "train on one set, test on another"),
    ("ncleaner learning-curve my-set --test other-set --sizes 5,10 --plot curve.svg", "draw it"),
)

DETAILS = """\
Train on random subsets of SET of increasing sizes, clean the pages of SET2 with
each model, and print precision, recall and F of words: the mean, the lowest and
the highest value for each size.

SET and SET2 are the same as for ncleaner train. Write lists as 2,5,10.
"""

REPEATS = 10


class Options(CommonOptions):
    """The options of the command, with their defaults."""

    test: str | None = None
    sizes: Sequence[int] | None = None
    repeats: int = REPEATS
    n: int = DEFAULTS.n
    q: float = DEFAULTS.q
    mode: int = DEFAULTS.mode


def run(argv: list[str]) -> int:
    """Measure a learning curve and return the exit status."""
    options = parser().parse_args(argv, Options())
    return run_experiment(options, lambda progress: _measure(options, progress))


def parser() -> Parser:
    """Return the parser of the command."""
    parser = experiment_parser("learning-curve", "SET --test SET2 [OPTIONS]", SUMMARY, EXAMPLES, DETAILS)
    add = parser.group("curve")
    add("--test", metavar="SET2", help="clean the pages of this set")
    add(
        "--sizes",
        type=integers,
        metavar="LIST",
        help="train on these numbers of pages (default: 1,2,3,5,8,... up to all)",
    )
    add("--repeats", type=count, metavar="N", help=f"draw N subsets of each size (default: {REPEATS})")
    add("--n", type=int, metavar="N", help=f"set the length of the n-grams (default: {DEFAULTS.n})")
    add("--q", type=float, metavar="Q", help=f"set the weight of shorter histories (default: {DEFAULTS.q})")
    add("--mode", type=int, metavar="M", help=f"set the normalisation (default: {DEFAULTS.mode})")
    return parser


def _measure(options: Options, progress: Progress) -> tuple[list[str], dict[str, Any], Callable[[], str]]:
    from ncleaner.train.curve import SIZES, curve

    if options.test is None:
        raise UsageError("name a set of pages to clean: --test SET2")
    recipe = Recipe(n=options.n, q=options.q, mode=options.mode, dirty=options.dirty)
    pages = read_set_for_training(options.set or "", options.limit, progress)
    test = read_set_for_training(options.test, None, progress)
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
        figures = "".join(f"{_range(band):>24}" for band in (point.precision, point.recall, point.f))
        yield f"{point.pages:>6}{point.words:>9.0f}{figures}"


def _range(band: MeanWithRange) -> str:
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

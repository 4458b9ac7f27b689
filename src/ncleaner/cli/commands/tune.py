"""``ncleaner tune SET``: find the best n, q, mode and bias by cross-validation."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from ncleaner.cli.argument_types import integers, numbers
from ncleaner.cli.experiment import Options as CommonOptions
from ncleaner.cli.experiment import experiment_parser, read_set_for_training, run_experiment
from ncleaner.cli.parser import Parser

if TYPE_CHECKING:
    from ncleaner.train.entropy import Parameters
    from ncleaner.train.examples import Progress
    from ncleaner.train.tune import TuningResult

SUMMARY = "Find the best parameters of n-gram models by cross-validation on pages with gold texts."

EXAMPLES = (
    ("ncleaner tune my-set", "try the usual values of n and q"),
    ("ncleaner tune my-set --n 2-4 --q 0.4,0.5 --mode 0,1", "try these values"),
)

DETAILS = """\
Print the cross-entropy of unseen text, in bits per character, and the F of
words on unseen pages. Bias and switch costs are the best for each combination
of parameters.

SET is the same as for ncleaner train. Write lists as 2,3,6 or 1-4,8.
"""

NS = [1, 2, 3, 4, 6]
QS = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]
MODES = [1]


class Options(CommonOptions):
    """The options of the command, with their defaults."""

    ns: Sequence[int] = NS
    qs: Sequence[float] = QS
    modes: Sequence[int] = MODES


def run(argv: list[str]) -> int:
    """Tune parameters and return the exit status."""
    options = parser().parse_args(argv, Options())
    return run_experiment(options, lambda progress: _tune(options, progress))


def parser() -> Parser:
    """Return the parser of the command."""
    parser = experiment_parser("tune", "SET [OPTIONS]", SUMMARY, EXAMPLES, DETAILS)
    add = parser.group("parameters")
    add("--n", type=integers, dest="ns", metavar="LIST", help="try these lengths of n-grams (default: 1-4,6)")
    add("--q", type=numbers, dest="qs", metavar="LIST", help="try these values of q (default: 0.1,0.2,...,0.9)")
    add("--mode", type=integers, dest="modes", metavar="LIST", help="try these normalisations (default: 1)")
    return parser


def _tune(options: Options, progress: Progress) -> tuple[list[str], dict[str, Any], Callable[[], str]]:
    from ncleaner.train.entropy import cross_entropies
    from ncleaner.train.recipe import Recipe
    from ncleaner.train.tune import tuning_results

    for mode in options.modes:
        for n in options.ns:
            for q in options.qs:
                Recipe(n=n, q=q, mode=mode)  # raises if it is invalid, before the work begins
    pages = read_set_for_training(options.set or "", options.limit, progress)
    entropies: dict[int, dict[Parameters, float]] = {}
    tried: list[TuningResult] = []
    for mode in options.modes:
        entropies[mode] = cross_entropies(pages, options.ns, options.qs, mode, progress)
        tried += tuning_results(pages, options.ns, options.qs, mode, options.dirty, progress)
    lines = [*_entropy_lines(entropies, options), *_accuracy_lines(tried, options)]
    return lines, _facts(options, len(pages), entropies, tried), lambda: _figure(entropies, options)


def _entropy_lines(entropies: dict[int, dict[Parameters, float]], options: Options) -> Iterator[str]:
    for mode, bits in entropies.items():
        n, q = min(bits, key=lambda parameters: bits[parameters])
        yield f"cross-entropy of unseen text in bits per character, mode {mode}: least for n = {n}, q = {q:g}"
        yield from _grid(options, {parameters: f"{value:.3f}" for parameters, value in bits.items()})
        yield ""


def _accuracy_lines(tried: Sequence[TuningResult], options: Options) -> Iterator[str]:
    for mode in options.modes:
        by_parameters = {(trial.n, trial.q): trial for trial in tried if trial.mode == mode}
        for title, name in (("each segment alone", "independent"), ("in runs", "in_runs")):
            yield f"words F of unseen pages, mode {mode}, {title}"
            cells = {key: f"{100 * getattr(trial, name).f:.2f}" for key, trial in by_parameters.items()}
            yield from _grid(options, cells)
            yield ""
    best = max(tried, key=lambda trial: trial.f)
    alone, runs = best.independent, best.in_runs
    yield (
        f"best: mode {best.mode}, n = {best.n}, q = {best.q:g}; alone {100 * alone.f:.2f} with bias {alone.bias:g},"
        f" in runs {100 * runs.f:.2f} with bias {runs.bias:g} and switch {runs.switch:g}"
    )


def _grid(options: Options, cells: dict[Parameters, str]) -> Iterator[str]:
    """Yield the lines of a table with a row for each q and a column for each n."""
    yield "   q  " + "".join(f"{f'n = {n}':>8}" for n in options.ns)
    for q in options.qs:
        yield f"{q:>6g}" + "".join(f"{cells[n, q]:>8}" for n in options.ns)


def _facts(
    options: Options, pages: int, entropies: dict[int, dict[Parameters, float]], tried: Sequence[TuningResult]
) -> dict[str, Any]:
    return {
        "set": options.set,
        "pages": pages,
        "dirty": options.dirty,
        "cross_entropy": [
            {"mode": mode, "n": n, "q": q, "bits": value}
            for mode, bits in entropies.items()
            for (n, q), value in bits.items()
        ],
        "accuracy": [asdict(trial) for trial in tried],
    }


def _figure(entropies: dict[int, dict[Parameters, float]], options: Options) -> str:
    from ncleaner.charts.plot import Line, plot

    several = len(entropies) > 1
    lines = [
        Line(f"n = {n}, mode {mode}" if several else f"n = {n}", [(q, bits[n, q]) for q in sorted(options.qs)])
        for mode, bits in entropies.items()
        for n in options.ns
    ]
    return plot("Cross-entropy of unseen text", "interpolation q", "bits per character", lines)

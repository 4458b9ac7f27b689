"""``ncleaner train SET… -o FILE``: a model that has learnt from pages and their gold texts."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ncleaner.cli.commands.clean import FAILED, MISUSED, OK
from ncleaner.cli.measuring import count
from ncleaner.cli.parser import Parser
from ncleaner.cli.printing import complain, printed
from ncleaner.cli.sets import place_of, set_of
from ncleaner.engines.ngram.engine import DECODINGS
from ncleaner.errors import NCleanerError, UsageError
from ncleaner.system.files import STDIN
from ncleaner.train.recipe import DIRTY, LARGEST_MODE, LARGEST_N, Recipe
from ncleaner.train.summary import summary

if TYPE_CHECKING:
    from collections.abc import Callable

    from ncleaner.gold.sets import Set
    from ncleaner.models.format import Model

DEFAULTS = Recipe()
NGRAM = "ngram"
FOREST = "forest"
TREES = ("ice-tree", "ice-tree-plus")
LM = "ice-lm"
GA = "ice-ga"
FIASCO = "fiasco"
ENGINES = (NGRAM, FOREST, *TREES, LM, GA, FIASCO)
OWN = {
    "population": (GA,),
    "generations": (GA,),
    "seed": (GA,),
    "plot": (GA,),
    "visual": (FIASCO,),
    "workers": (GA, FIASCO),
}
"""Options that only some engines have."""
VISUAL = ("yes", "no", "auto")

DESCRIPTION = """\
Learn from pages and their gold texts, and write a model for --model.

SET is a folder with the pages in html/ and the texts that should be left of
them in gold/, with the same names, gzip-compressed or not; or the name of such
a folder below the one that NCLEANER_DATA names. Forty pages are enough.

Without any pages, two folders of texts will do: --clean-text and --dirty-text.
"""

EPILOG = """\
engines: ngram learns how clean text reads, in seconds; forest learns that and
what the markup tells, in some minutes, and needs pip install 'ncleaner[train]'.
ice-tree and ice-tree-plus grow a decision tree, ice-lm finds a threshold, and
ice-ga evolves a regular expression; they need pip install 'ncleaner[ice]'.
fiasco trains support vector machines, one of them with what Chromium shows of
the pages; it needs pip install 'ncleaner[fiasco]'. Only ngram, ice-ga and
fiasco have options of their own.

modes: 0 any script, by the bytes of UTF-8; 1 characters beyond ASCII become ~;
2 letters become a for vowels and t for consonants; 3 all letters become a, so
that the model suits all languages (with --n 6 --q 0.4)

The same pages and options give the same bytes. Bias and decoding are chosen on
pages that were held out, and the scores in the model are those of such pages.

exit status: 0 if all went well, 1 if something could not be read or written, 2
if the command was misused
"""


class Options(argparse.Namespace):
    """What the user asked for; these are the defaults."""

    sets: list[str] | None = None
    clean_text: str | None = None
    dirty_text: str | None = None
    output: str = ""
    engine: str = ENGINES[0]
    weights: list[str] | None = None
    n: int = DEFAULTS.n
    q: float = DEFAULTS.q
    mode: int = DEFAULTS.mode
    dirty: str | None = None
    bias: float | None = None
    decode: str | None = None
    prune: float = DEFAULTS.prune
    population: int | None = None
    generations: int | None = None
    seed: int | None = None
    workers: int | None = None
    plot: str | None = None
    visual: str | None = None
    quiet: bool = False


def run(argv: list[str]) -> int:
    """Train a model; return the exit status."""
    options = Options()
    _parser().parse_intermixed_args(argv, options)
    try:
        _check(options)
        model = _trained(options)
        return _deliver(model, options)
    except NCleanerError as error:
        return complain(str(error), MISUSED)
    except KeyboardInterrupt:
        complain("interrupted", FAILED)
        raise


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="ncleaner train",
        usage="ncleaner train SET... -o FILE [OPTIONS]\n"
        "       ncleaner train --clean-text DIR --dirty-text DIR -o FILE [OPTIONS]",
        description=DESCRIPTION,
        epilog=EPILOG,
        argument_default=argparse.SUPPRESS,
    )
    parser.add_argument("sets", nargs="*", metavar="SET", help=argparse.SUPPRESS)
    add = parser.add_argument_group("what to learn from").add_argument
    add("--weight", action="append", dest="weights", metavar="SET=N", help="count the pages of a set N times")
    add("--clean-text", metavar="DIR", help="texts to learn from as clean, instead of a SET")
    add("--dirty-text", metavar="DIR", help="texts to learn from as dirty")
    add = parser.add_argument_group("the model").add_argument
    add("-o", "--output", metavar="FILE", help="where to write it")
    add("--engine", choices=ENGINES, help=f"the engine that it is for (default: {ENGINES[0]})")
    add = parser.add_argument_group("ngram").add_argument
    add("--n", type=int, metavar="N", help=f"length of the n-grams, 1 to {LARGEST_N} (default: {DEFAULTS.n})")
    add("--q", type=float, metavar="Q", help=f"how much shorter histories count, 0 to 1 (default: {DEFAULTS.q})")
    add(
        "--mode",
        type=int,
        metavar="M",
        help=f"normalisation, 0 to {LARGEST_MODE}, see below (default: {DEFAULTS.mode})",
    )
    add("--dirty", choices=DIRTY, help=f"what is counted as dirty text (default: {DEFAULTS.dirty})")
    add("--bias", type=float, metavar="BITS", help="more of it: more precision, less recall (default: the best)")
    add("--decode", choices=DECODINGS, help="decide on each segment alone or in runs (default: the better)")
    add("--prune", type=float, metavar="BITS", help="leave out n-grams that matter less than this (default: none)")
    add = parser.add_argument_group("ice-ga").add_argument
    add("--population", type=count, metavar="N", help="expressions in each generation (default: 30)")
    add("--generations", type=count, metavar="N", help="how many there are (default: 15)")
    add("--seed", type=int, metavar="N", help="the same one gives the same expression (default: 1)")
    add("--plot", metavar="FILE", help="draw the fitness of each generation, as SVG")
    add = parser.add_argument_group("fiasco").add_argument
    add("--visual", choices=VISUAL, help="look at the pages in a browser; auto: if there is one (default: auto)")
    add = parser.add_argument_group("ice-ga and fiasco").add_argument
    add("--workers", type=count, metavar="N", help="processes, or browsers, that share the work (default: 1)")
    add = parser.add_argument_group("messages").add_argument
    add("-q", "--quiet", action="store_true", help="no summary")
    add("-h", "--help", action="help", help="print this")
    return parser


def _check(options: Options) -> None:
    """Find what cannot be meant."""
    texts = options.clean_text, options.dirty_text
    if not options.output:
        raise UsageError("say where to write the model: -o FILE")
    if os.path.isdir(options.output) or options.output.endswith(("/", os.sep)):
        raise UsageError(f"-o {options.output}: this is a directory, name a file in it")
    if options.output == STDIN:
        raise UsageError("a model cannot go to standard output: -o FILE")
    if options.engine != NGRAM and (any(texts) or _recipe(options) != DEFAULTS):
        raise UsageError(f"the options of ngram are not for {options.engine}, which needs a SET and knows how to learn")
    for name, engines in OWN.items():
        if getattr(options, name) is not None and options.engine not in engines:
            raise UsageError(f"--{name} is for {' and '.join(engines)} only")
    if options.plot is not None and os.path.isdir(options.plot):
        raise UsageError(f"--plot {options.plot}: this is a directory, name a file in it")
    if any(texts) and (options.sets or options.weights or options.dirty or options.decode):
        raise UsageError("--clean-text and --dirty-text take the place of a SET and what belongs to it")
    if any(texts) and not all(texts):
        raise UsageError("--clean-text and --dirty-text need each other")
    if not any(texts) and not options.sets:
        raise UsageError("say which SET to learn from, or give both --clean-text and --dirty-text")


def _recipe(options: Options) -> Recipe:
    return Recipe(
        n=options.n,
        q=options.q,
        mode=options.mode,
        dirty=options.dirty or DEFAULTS.dirty,
        bias=options.bias,
        decode=options.decode,
        prune=options.prune,
    )


def _trained(options: Options) -> Model:
    from ncleaner.system.progress import progress

    recipe = _recipe(options)
    with progress() as advance:
        if options.clean_text is not None and options.dirty_text is not None:
            from ncleaner.train.texts import train_on_texts

            return train_on_texts(options.clean_text, options.dirty_text, recipe, progress=advance)
        return _trained_on_sets(options, recipe, advance)


def _trained_on_sets(options: Options, recipe: Recipe, advance: Callable[[str, int, int], None]) -> Model:
    weights = _weights(options.weights or [])
    sets: list[tuple[Set, int]] = []
    for name in options.sets or []:
        found = set_of(name)
        if any(found.name == other.name for other, _ in sets):
            raise UsageError(f"{name}: there is another set called {found.name!r}; give it another name")
        sets.append((found, weights.pop(place_of(name), 1)))
    if weights:
        raise UsageError(f"--weight {next(iter(weights))}: this is none of the sets to learn from")
    return _learnt(options, recipe, sets, advance)


def _learnt(
    options: Options, recipe: Recipe, sets: Sequence[tuple[Set, int]], advance: Callable[[str, int, int], None]
) -> Model:
    """The model of the engine that is asked for."""
    from ncleaner.train.examples import examples_of

    total = sum(len(set.pages) for set, _ in sets)
    if options.engine == FOREST:
        from ncleaner.train.forest import train as train_forest

        return train_forest(examples_of(sets), total=total, progress=advance)
    if options.engine in TREES:
        from ncleaner.train.ice.tree import train as train_tree

        return train_tree(examples_of(sets), options.engine, total=total, progress=advance)
    if options.engine == LM:
        from ncleaner.train.ice.lm import train as train_threshold

        return train_threshold(examples_of(sets), total=total, progress=advance)
    if options.engine == GA:
        from ncleaner.train.ice.ga import Evolution
        from ncleaner.train.ice.ga import train as train_expression

        given = {name: getattr(options, name) for name in ("population", "generations", "seed")}
        evolution = Evolution(**{name: value for name, value in given.items() if value is not None})
        workers = options.workers or 1
        return train_expression(examples_of(sets), evolution, workers=workers, total=total, progress=advance)
    if options.engine == FIASCO:
        return _machines(options, sets, total, advance)
    from ncleaner.train.ngram import train

    return train(examples_of(sets), recipe, total=total, progress=advance)


def _machines(
    options: Options, sets: Sequence[tuple[Set, int]], total: int, advance: Callable[[str, int, int], None]
) -> Model:
    """The model of fiasco, with the machine that sees pages if there is a browser or one is asked for."""
    from ncleaner.engines.fiasco.packages import requires_package
    from ncleaner.train.examples import examples_of
    from ncleaner.train.fiasco.training import train as train_machines

    with requires_package("opencv-python-headless"):
        from ncleaner.engines.fiasco.visual import find_browser
        from ncleaner.engines.fiasco.visual.cache import default_folder

    visual = options.visual == "yes" or (options.visual != "no" and find_browser() is not None)
    workers = options.workers or 1
    return train_machines(
        examples_of(sets), visual=visual, cache=default_folder(), workers=workers, total=total, progress=advance
    )


def _weights(given: Sequence[str]) -> dict[str, int]:
    """How many times each set counts, by its folder."""
    found = {}
    for text in given:
        name, equals, number = text.rpartition("=")
        try:
            weight = count(number)
        except argparse.ArgumentTypeError as error:
            raise UsageError(f"--weight {text}: {error}") from None
        if not equals:
            raise UsageError(f"--weight {text}: write SET=N")
        found[place_of(name)] = weight
    return found


def _deliver(model: Model, options: Options) -> int:
    from ncleaner.models.format import write

    try:
        write(options.output, model.header, model.arrays)
        if options.plot is not None:
            from ncleaner.system.files import write_file
            from ncleaner.train.ice.plot import fitness_by_generation

            write_file(options.plot, fitness_by_generation(model))
    except OSError as error:
        return complain(f"{error.filename or options.output}: {error.strerror or error}", FAILED)
    return OK if options.quiet else printed("\n".join(summary(model, options.output)))

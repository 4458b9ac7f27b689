"""``ncleaner train SET… -o FILE``: train a model on pages and their gold texts."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ncleaner.cli.argument_types import count
from ncleaner.cli.engine_options import add_options, engine_named, other_engines
from ncleaner.cli.named_sets import SET_DESCRIPTION, read_named_set, set_folder
from ncleaner.cli.output import print_error, print_result, reason
from ncleaner.cli.parser import EXIT_STATUS_OF_SETS, Parser, add_help
from ncleaner.cli.status import FAILED, OK
from ncleaner.errors import UsageError
from ncleaner.system.files import STDIN, write_file
from ncleaner.train.summary import summary
from ncleaner.train.trainers import find_trainer, trainable

if TYPE_CHECKING:
    from ncleaner.gold.sets import Set
    from ncleaner.models.format import Model
    from ncleaner.train.examples import Progress
    from ncleaner.train.trainers import Trainer

DEFAULT = "ngram"
ONLY_ON_PAGES = ("dirty", "decode")
"""Options that make no sense for training on texts."""

SUMMARY = "Train a model on pages and their gold texts, and write it to a file for --model."

EXAMPLES = (
    ("ncleaner train my-set -o my.model", "train n-grams on a set"),
    ("ncleaner train my-set -o my.model --engine forest --start-from forest", "adapt the default model"),
    ("ncleaner train --clean-text good/ --dirty-text bad/ -o my.model", "train without pages"),
)

DETAILS = f"""\
Forty pages are enough. Without pages, ngram can be trained on two folders of
texts: --clean-text and --dirty-text.

{SET_DESCRIPTION}"""

EPILOG = f"""\
{other_engines("ncleaner train")}
engines: ngram learns n-grams of clean and dirty text, in seconds. forest also
learns from the markup, in some minutes; it needs pip install 'ncleaner[train]'.
ice-tree and ice-tree-plus grow a decision tree, ice-lm finds a threshold, and
ice-ga evolves a regular expression; they need pip install 'ncleaner[ice]'.
fiasco trains support vector machines, one of them on pages that Chromium
renders; it needs pip install 'ncleaner[fiasco]'.

modes of ngram: 0 counts the bytes of UTF-8, for any script; 1 replaces
characters outside ASCII by ~; 2 replaces vowels by a and consonants by t;
3 replaces all letters by a, which suits all languages (with --n 6 --q 0.4)

--start-from needs only pages of your own, some ten to forty. forest adds trees
to those of the model, and ngram mixes its n-grams with new ones; how much they
count is chosen on held-out pages. The model is left as it is if that is better.

The same pages and options give the same bytes. Bias and decoding are chosen on
held-out pages, and the scores in the model are those of held-out pages.

{EXIT_STATUS_OF_SETS}"""


class Options(argparse.Namespace):
    """The options of the command, with their defaults; ``engine_options`` are those of the trainer."""

    sets: list[str] | None = None
    clean_text: str | None = None
    dirty_text: str | None = None
    output: str = ""
    engine: str = DEFAULT
    start_from: str | None = None
    weights: list[str] | None = None
    engine_options: dict[str, Any] = {}  # noqa: RUF012  replaced, never changed
    plot: str | None = None
    quiet: bool = False


def run(argv: list[str]) -> int:
    """Train a model and return the exit status."""
    options = parser(engine_named(argv) or DEFAULT).parse_intermixed_args(argv, Options())
    trainer = find_trainer(options.engine)
    _check(options, trainer)
    start = _start(options) if options.start_from is not None else None
    return _write(_train(options, trainer, start), options, trainer)


def parser(engine: str = DEFAULT) -> Parser:
    """Return the parser of the command; help shows the options of the given engine."""
    trainers = {name: find_trainer(name) for name in trainable()}
    parser = Parser(
        "train",
        "SET... -o FILE [OPTIONS]",
        "--clean-text DIR --dirty-text DIR -o FILE [OPTIONS]",
        summary=SUMMARY,
        examples=EXAMPLES,
        details=DETAILS,
        epilog=EPILOG,
    )
    parser.positional("sets", "SET", nargs="*")
    add = parser.group("training data")
    add("--weight", action="append", dest="weights", metavar="SET=N", help="count the pages of a set N times")
    add("--clean-text", metavar="DIR", help="train on the texts in this folder as clean text, instead of a SET")
    add("--dirty-text", metavar="DIR", help="train on the texts in this folder as dirty text")
    add = parser.group("model")
    add("-o", "--output", metavar="FILE", help="write the model to this file")
    add("--engine", choices=trainable(), help=f"train a model for this engine (default: {DEFAULT})")
    has_figure = engine in trainers and trainers[engine].figure is not None
    help = "draw the course of the training as SVG" if has_figure else argparse.SUPPRESS
    add("--plot", metavar="FILE", help=help)
    add("--start-from", metavar="MODEL", help="adapt this model, by name or file, to the pages (forest and ngram)")
    tables = {name: trainer.options for name, trainer in trainers.items()}
    add_options(parser, f"options of training {engine}", tables, [engine])
    add = parser.group("messages")
    add("-q", "--quiet", action="store_true", help="print no summary")
    add_help(add)
    return parser


def _check(options: Options, trainer: Trainer) -> None:
    """Validate the arguments."""
    if not options.output:
        raise UsageError("name a file for the model: -o FILE")
    if os.path.isdir(options.output) or options.output.endswith(("/", os.sep)):
        raise UsageError(f"-o {options.output}: this is a directory, name a file in it")
    if options.output == STDIN:
        raise UsageError("a model cannot go to standard output: -o FILE")
    _check_trainer_options(options, trainer)
    _check_start(options, trainer)
    if options.plot is not None and os.path.isdir(options.plot):
        raise UsageError(f"--plot {options.plot}: this is a directory, name a file in it")
    _check_training_data(options)


def _check_trainer_options(options: Options, trainer: Trainer) -> None:
    """Refuse options of other trainers."""
    flags = {option.name: option.flag for option in trainer.options}
    refused = ["--" + name.replace("_", "-") for name in options.engine_options if name not in flags]
    if options.plot is not None and trainer.figure is None:
        refused.append("--plot")
    if trainer.on_texts is None:
        texts = {"--clean-text": options.clean_text, "--dirty-text": options.dirty_text}
        refused += [flag for flag, folder in texts.items() if folder]
    if refused:
        has = f"it has: {', '.join(flags.values())}" if flags else "it has none of its own"
        raise UsageError(f"{refused[0]} is not an option of training {options.engine}; {has}")


def _check_start(options: Options, trainer: Trainer) -> None:
    """Refuse to start from a model where the engine cannot, or with options that the model has decided on."""
    if options.start_from is None:
        return
    if not trainer.can_adapt:
        able = [name for name in trainable() if find_trainer(name).can_adapt]
        raise UsageError(f"{options.engine} cannot start from a model; these engines can: {', '.join(able)}")
    if options.clean_text or options.dirty_text:
        raise UsageError("--start-from needs pages: name a SET instead of --clean-text and --dirty-text")
    if options.engine_options:
        name = next(iter(options.engine_options)).replace("_", "-")
        raise UsageError(f"--{name} does not go with --start-from: the model that you start from has decided on it")


def _start(options: Options) -> Model:
    """Load the model to start from."""
    from ncleaner.models import load

    model = load(options.start_from or "")
    if model.engine != options.engine:
        raise UsageError(
            f"--start-from {options.start_from}: this is a model for {model.engine}, not for {options.engine};"
            f" add --engine {model.engine}"
        )
    return model


def _check_training_data(options: Options) -> None:
    """Require either sets or two folders of texts."""
    texts = options.clean_text, options.dirty_text
    only_on_pages = [name for name in ONLY_ON_PAGES if name in options.engine_options]
    if any(texts) and (options.sets or options.weights or only_on_pages):
        raise UsageError("--clean-text and --dirty-text take the place of a SET and of --weight, --dirty and --decode")
    if any(texts) and not all(texts):
        raise UsageError("--clean-text and --dirty-text need each other")
    if not any(texts) and not options.sets:
        raise UsageError("name a SET to train on, or give both --clean-text and --dirty-text")


def _train(options: Options, trainer: Trainer, start: Model | None) -> Model:
    from ncleaner.system.progress import progress

    with progress() as advance:
        if trainer.on_texts is not None and options.clean_text and options.dirty_text:
            return trainer.on_texts(options.clean_text, options.dirty_text, progress=advance, **options.engine_options)
        return _train_on_sets(options, trainer, start, advance)


def _train_on_sets(options: Options, trainer: Trainer, start: Model | None, advance: Progress) -> Model:
    from ncleaner.train.examples import examples_of

    weights = _weights(options.weights or [])
    sets: list[tuple[Set, int]] = []
    for name in options.sets or []:
        pages = read_named_set(name)
        if any(pages.name == other.name for other, _ in sets):
            raise UsageError(f"{name}: there is another set called {pages.name!r}; rename one of them")
        sets.append((pages, weights.pop(set_folder(name), 1)))
    if weights:
        raise UsageError(f"--weight {next(iter(weights))}: this is not one of the training sets")
    total = sum(len(pages.pages) for pages, _ in sets)
    if start is not None:
        return trainer.adapt(start, examples_of(sets), total=total, progress=advance)
    return trainer.train(examples_of(sets), total=total, progress=advance, **options.engine_options)


def _weights(arguments: Sequence[str]) -> dict[str, int]:
    """Return the weight of each set, by its folder."""
    weights = {}
    for argument in arguments:
        name, equals, number = argument.rpartition("=")
        try:
            weight = count(number)
        except argparse.ArgumentTypeError as error:
            raise UsageError(f"--weight {argument}: {error}") from None
        if not equals:
            raise UsageError(f"--weight {argument}: write SET=N")
        weights[set_folder(name)] = weight
    return weights


def _write(model: Model, options: Options, trainer: Trainer) -> int:
    """Write the model and the figure, print the summary, and return the exit status."""
    from ncleaner.models.format import write

    try:
        write(options.output, model.header, model.arrays)
        if options.plot is not None and trainer.figure is not None:
            write_file(options.plot, trainer.figure(model))
    except OSError as error:
        print_error(f"{error.filename or options.output}: {reason(error)}")
        return FAILED
    return OK if options.quiet else print_result("\n".join(summary(model, options.output)))

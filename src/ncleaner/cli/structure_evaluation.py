"""``ncleaner evaluate SET --structure``: what Markdown loses of tables, lists, code, formulas and headings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ncleaner.cli.output import print_json, print_result, print_tables, write_result
from ncleaner.engines import DEFAULT_ENGINE
from ncleaner.errors import UsageError

if TYPE_CHECKING:
    from ncleaner.cli.evaluation import Options

OTHERS = {
    "cross_validate": "cross-validate", "train_with": "train-with", "peer_path": "peer-path", "ascii": "ascii",
    "html": "html", "metadata": "metadata",
}  # fmt: skip
"""Options that have no effect on structures, by their attributes."""

PEER = "peer:"


def run_structure_evaluation(options: Options) -> int:
    """Evaluate the structures of a set, print the losses, and return the exit status."""
    _check(options)
    from ncleaner.cleaner import Cleaner
    from ncleaner.cli.evaluation import STDOUT, read_chosen_set
    from ncleaner.evaluate.structure import evaluate_structure, printout_of, summary_of, to_csv
    from ncleaner.system.progress import progress

    engine = options.engines[0] if options.engines else None
    model = options.models[0] if options.models else None
    cleaner = Cleaner(engine=engine, model=model, **options.engine_options)
    pages = read_chosen_set(options)
    with progress() as advance:
        rows = evaluate_structure(pages, cleaner, advance)
    if options.csv == STDOUT:
        return print_result(to_csv(rows))
    summary = summary_of(pages.name, cleaner.engine.name, rows)
    status = print_json(summary) if options.json else print_tables(printout_of(summary))
    return status if options.csv is None else max(status, write_result(options.csv, to_csv(rows)))


def _check(options: Options) -> None:
    """Validate the arguments."""
    if options.set is None and (options.pages is None or options.gold is None):
        raise UsageError("name a SET to evaluate, or give both --pages and --gold")
    for option in _others(options):
        raise UsageError(f"--structure evaluates the Markdown of one engine: leave out --{option}")
    for name, values in (("engine", options.engines), ("model", options.models)):
        if values is not None and len(values) > 1:
            raise UsageError(f"--structure evaluates the Markdown of one engine: give --{name} once")
    engine = options.engines[0] if options.engines else DEFAULT_ENGINE
    if engine.startswith(PEER):
        raise UsageError(f"--structure evaluates our own engines: {engine} has no Markdown of ours")
    if options.json and options.csv == "-":
        raise UsageError("--json and --csv cannot both go to standard output: --csv FILE writes to a file")


def _others(options: Options) -> Iterator[str]:
    """Yield the options that were given, but have no effect on structures."""
    yield from (option for name, option in OTHERS.items() if getattr(options, name))
    if options.workers != 1:
        yield "workers"

"""``ncleaner evaluate SET --metadata``: scores of titles, authors and dates."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ncleaner.cli.named_sets import existing_set
from ncleaner.cli.output import print_json, print_tables
from ncleaner.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ncleaner.cli.evaluation import Options

OTHERS = {
    "engines": "engine", "models": "model", "cross_validate": "cross-validate", "train_with": "train-with",
    "peer_path": "peer-path", "ascii": "ascii", "csv": "csv", "html": "html",
}  # fmt: skip
"""Options for the evaluation of texts, by their attributes."""


def run_metadata_evaluation(options: Options) -> int:
    """Evaluate the metadata of a set, print the scores, and return the exit status."""
    from ncleaner.cli.evaluation import read_chosen_set
    from ncleaner.evaluate.metadata import evaluate_metadata, printout_of
    from ncleaner.system.progress import progress

    if options.set is None:
        raise UsageError("--metadata needs a SET: a folder with metadata.json")
    for option in _others(options):
        raise UsageError(f"--metadata evaluates no text: leave out --{option}")
    folder = existing_set(options.set)
    with progress() as advance:
        summary = evaluate_metadata(read_chosen_set(options), folder, advance)
    return print_json(summary) if options.json else print_tables(printout_of(summary))


def _others(options: Options) -> Iterator[str]:
    """Yield the options that were given, but have no effect on metadata."""
    yield from (option for name, option in OTHERS.items() if getattr(options, name))
    if options.workers != 1:
        yield "workers"
    yield from (name.replace("_", "-") for name in options.engine_options)

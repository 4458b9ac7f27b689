"""``ncleaner compare SET``: evaluate engines and other tools, with their time and memory."""

from __future__ import annotations

from collections.abc import Sequence

from ncleaner.cli.engine_options import chosen_engines
from ncleaner.cli.evaluation import SETS_TO_EVALUATE, Options, evaluation_parser, run_evaluation
from ncleaner.cli.output import print_error
from ncleaner.cli.parser import Parser
from ncleaner.engines import DEFAULT_ENGINE, ENGINES
from ncleaner.errors import EngineUnavailable

PEER = "peer:"

SUMMARY = "Measure the accuracy, time and memory of ncleaner and other tools on pages with gold texts."

EXAMPLES = (
    ("ncleaner compare my-set", "compare the default engine with all tools"),
    ("ncleaner compare my-set --engine forest --engine peer:trafilatura", "compare two"),
)

DETAILS = f"""\
The tools take turns at each page. Tools that are not installed are left out;
pip install 'ncleaner[peers]' installs most of them. Plain-text pages are left
out, too, because other tools read HTML only.

{SETS_TO_EVALUATE}"""

ENGINE_HELP = (
    f"compare this engine with the tools (default: {DEFAULT_ENGINE}, or that of --model);"
    " peer:NAME runs only the tools that are named"
)


def run(argv: list[str]) -> int:
    """Compare engines with other tools and return the exit status."""
    ours = [name for name in chosen_engines(argv) if not name.startswith(PEER)] or [DEFAULT_ENGINE]
    options = parser(ours).parse_args(argv, Options())
    engines = candidates(options.engines or [], [] if options.models else [DEFAULT_ENGINE])
    return run_evaluation(options, engines, memory=True, only_html=True, available=available)


def parser(engines: Sequence[str] = (DEFAULT_ENGINE,)) -> Parser:
    """Return the parser of the command; help shows the options of the given engines."""
    return evaluation_parser("compare", SUMMARY, EXAMPLES, DETAILS, ENGINE_HELP, engines)


def candidates(named: Sequence[str], default: Sequence[str] = (DEFAULT_ENGINE,)) -> list[str]:
    """Return the engines to compare: ncleaner's own, else the default ones, then the tools that are named, else all."""
    ours = [name for name in named if not name.startswith(PEER)]
    peers = [name for name in named if name.startswith(PEER)]
    return (ours or [*default]) + (peers or [name for name in ENGINES if name.startswith(PEER)])


def available(names: list[str], models: Sequence[str] = ()) -> list[str]:
    """Return the engines that can run; print a message for each other one. Engines of the models need no other."""
    from ncleaner.engines import load
    from ncleaner.evaluate.candidates import models_by_engine

    engines_with_models = models_by_engine(models)
    ready, missing = [], []
    for name in names:
        try:
            if name not in engines_with_models:
                load(name)
        except EngineUnavailable as error:
            missing.append((name, str(error)))
        else:
            ready.append(name)
    if len(missing) == 1:
        print_error(f"left out: {missing[0][1]}")
    elif missing:
        print_error(
            f"left out, as they are not installed: {', '.join(name for name, _ in missing)};"
            f" name one with --engine to see what it needs"
        )
    return ready

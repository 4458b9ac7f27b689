"""``ncleaner compare SET``: the same as ``evaluate`` for other tools, and what they cost."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from ncleaner.cli.measuring import measure, parse
from ncleaner.engines import DEFAULT_ENGINE, ENGINES
from ncleaner.errors import EngineUnavailable

PEER = "peer:"

DESCRIPTION = """\
Let ncleaner and other tools clean the pages of a set, and print how well they
do by every measure, CPU time, memory and failures. They take turns at every
page. A tool that is not installed is left out; most of them come with
pip install 'ncleaner[peers]'.

SET is what it is for ncleaner evaluate.
"""

ENGINE = (
    f"what to compare with the tools (default: {DEFAULT_ENGINE}, or that of --model);"
    " if tools are named, peer:NAME, only these run"
)


def run(argv: list[str]) -> int:
    """Compare engines with other tools; return the exit status."""
    options = parse("compare", DESCRIPTION, ENGINE, argv)
    engines = contestants(options.engines or [], [] if options.models else [DEFAULT_ENGINE])
    return measure(options, engines, memory=True, available=available)


def contestants(named: Sequence[str], default: Sequence[str] = (DEFAULT_ENGINE,)) -> list[str]:
    """Ours first, then the tools."""
    ours = [name for name in named if not name.startswith(PEER)]
    peers = [name for name in named if name.startswith(PEER)]
    return (ours or [*default]) + (peers or [name for name in ENGINES if name.startswith(PEER)])


def available(names: list[str], models: Sequence[str] = ()) -> list[str]:
    """Those that are installed; a line for each that is not. An engine that has one of the models needs no other."""
    from ncleaner.engines import load
    from ncleaner.evaluate.contestants import models_by_engine

    given = models_by_engine(models)
    found = []
    for name in names:
        try:
            if name not in given:
                load(name)
        except EngineUnavailable as error:
            print(f"ncleaner: left out: {error}", file=sys.stderr)
        else:
            found.append(name)
    return found

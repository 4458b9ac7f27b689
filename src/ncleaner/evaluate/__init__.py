"""Evaluation: accuracy and cost of engines on pages with gold texts, and the significance of differences.

>>> from ncleaner.evaluate import score
>>> counts, edit = score("<p>It rained all day.", "<p>It rained all day long.")
>>> counts["words"].precision
0.75

`read_set` finds pages and gold texts (`ncleaner.gold`), `evaluate` runs engines over them and scores the outputs
(`ncleaner.metrics`), `summarize` computes the figures to report.

::

    run.py          run engines over a set, in this process or in several
    candidates.py  the engines under test, with their models and options
    scoring.py      clean, time and score pages
    workers.py      worker processes
    memory.py       peak memory of engines
    children.py     programs that engines keep running
    silence.py      suppress logs and warnings of other tools
    results.py      results of engines on pages
    summary.py      figures for JSON and CSV
    statistics.py   tests and confidence intervals
    tables.py       the summary as tables
    agreement.py    agreement of two annotators; agreement_tables.py as tables
    printout.py     printed tables
    report/         the report as an HTML file
    peers/          other tools as engines
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ncleaner.evaluate.results import EngineResult, Evaluation, PageResult
    from ncleaner.evaluate.run import evaluate
    from ncleaner.evaluate.summary import summarize
    from ncleaner.gold.sets import Set, read_set
    from ncleaner.metrics.counts import Counts
    from ncleaner.metrics.scores import score

__all__ = [
    "Counts",
    "EngineResult",
    "Evaluation",
    "PageResult",
    "Set",
    "evaluate",
    "read_set",
    "score",
    "summarize",
]

_MODULES = {
    "Counts": "ncleaner.metrics.counts",
    "EngineResult": "ncleaner.evaluate.results",
    "Evaluation": "ncleaner.evaluate.results",
    "PageResult": "ncleaner.evaluate.results",
    "Set": "ncleaner.gold.sets",
    "evaluate": "ncleaner.evaluate.run",
    "read_set": "ncleaner.gold.sets",
    "score": "ncleaner.metrics.scores",
    "summarize": "ncleaner.evaluate.summary",
}


def __getattr__(name: str) -> object:
    """Import names on first use, because the process that measures memory should import as little as possible."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_MODULES[name]), name)

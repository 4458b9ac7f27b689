"""Measuring: how well engines clean pages whose clean text is known, how sure the differences are, what it costs.

>>> from ncleaner.evaluate import score
>>> counts, edit = score("<p>It rained all day.", "<p>It rained all day long.")
>>> counts["words"].precision
0.75

`read_set` finds pages and gold texts, `evaluate` runs engines over them, `summarize` makes the figures of that, and
`ncleaner.evaluate.report` a page to look at. Each measure is defined in a module of its own: `words`, `marks`, `edit`,
`bag` and `shingles`.
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

_PLACES = {
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
    """Import what is asked for when it is: the process that measures memory needs hardly any of it."""
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_PLACES[name]), name)

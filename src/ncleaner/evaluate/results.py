"""What an evaluation found: for every engine, for every page, what it wrote and how that was judged."""

from __future__ import annotations

from dataclasses import dataclass, field

from ncleaner.metrics.counts import Counts

COUNTED = ("words", "words+marks", "marks", "marks-unlabelled", "bag", "shingles")
"""The measures that are made of `Counts`."""

EDIT = ("text", "marks", "both")
"""The parts of the edit measure: words alone, words with the marks among them, and the mean of the two."""


@dataclass(frozen=True, slots=True)
class PageResult:
    """One page and what became of it.

    ``output`` and ``gold`` are texts in CleanEval's format; ``counts`` has an entry for each of `COUNTED`, ``edit`` one
    for each of `EDIT`. ``seconds`` is processor time. ``error`` says why there is no output, where there is none.
    """

    id: str
    type: str
    output: str
    gold: str
    counts: dict[str, Counts]
    edit: dict[str, float]
    seconds: float
    size: int
    error: str = ""


@dataclass(frozen=True, slots=True)
class EngineResult:
    """What one engine did, on all pages in the order of their ids.

    ``memory`` is the peak of resident memory in bytes, of a process that did nothing else, or 0 if it was not measured.
    """

    name: str
    pages: list[PageResult]
    memory: int = 0


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Several engines on one set. ``unpaired`` names the pages without gold texts and gold texts without pages."""

    name: str
    engines: list[EngineResult]
    unpaired: list[str] = field(default_factory=list)
    cross_validated: int = 0

"""The results of an evaluation: outputs and scores of every engine on every page."""

from __future__ import annotations

from dataclasses import dataclass, field

from ncleaner.metrics.counts import Counts

COUNTED = ("words", "words+marks", "marks", "marks-unlabelled", "bag", "shingles", "chars")
"""The measures that consist of `Counts`."""

SNIPPETS = "snippets"
"""The only measure if a set has snippets instead of gold texts."""

EDIT = ("text", "marks", "both")
"""The parts of the edit measure: words alone, words and marks, and the mean of the two."""


@dataclass(frozen=True, slots=True)
class PageResult:
    """The result of an engine on a page.

    ``output`` and ``gold`` are texts in CleanEval's format; ``counts`` has an entry for each of `COUNTED`, ``edit`` one
    for each of `EDIT`. With snippets, ``counts`` has only these, and ``gold`` and ``edit`` are empty. ``seconds`` is
    processor time, ``size`` that of the page in bytes. ``error`` is the exception that the engine raised, if any.
    ``type`` and ``language`` are empty if the set does not tell them.
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
    language: str = ""


@dataclass(frozen=True, slots=True)
class EngineResult:
    """The results of an engine on all pages, in the order of the set.

    ``memory`` is the peak resident memory, in bytes, of a process that only cleans pages, or 0 if not measured.
    """

    name: str
    pages: list[PageResult]
    memory: int = 0


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The results of several engines on a set.

    ``unpaired`` names the pages without gold texts and gold texts without pages; ``cross_validated`` is the number of
    folds, or 0.
    """

    name: str
    engines: list[EngineResult]
    unpaired: list[str] = field(default_factory=list)
    cross_validated: int = 0

    @property
    def measure(self) -> str:
        """The measure by which engines are compared: ``words``, or `SNIPPETS` if there are no gold texts."""
        return next((SNIPPETS for page in self.engines[0].pages if SNIPPETS in page.counts), "words")

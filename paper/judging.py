"""What engines make of pages, and how that is judged: by the measures that the papers' tables have."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ncleaner.cleaner import Cleaner
from ncleaner.engines import Engine
from ncleaner.gold.reading import read
from ncleaner.metrics.counts import Counts, Macro, macro, micro
from ncleaner.metrics.scores import aligned
from ncleaner.train.examples import Example

MEASURE = "words+marks"
"""The measure of the papers' tables: segment marks count as words."""


@dataclass(frozen=True, slots=True)
class Result:
    """What was counted on each page, by the names of the measures."""

    pages: list[dict[str, Counts]]

    def micro(self, measure: str = MEASURE) -> Counts:
        """The counts of all pages together."""
        return micro(page[measure] for page in self.pages)

    def macro(self, measure: str = MEASURE) -> Macro:
        """The means of the pages' figures."""
        return macro(page[measure] for page in self.pages)

    def each(self, figure: str, measure: str = MEASURE) -> list[float]:
        """A figure of every page: ``"f"``, ``"precision"`` or ``"recall"``."""
        return [getattr(page[measure], figure) for page in self.pages]


def judge(outputs: Iterable[str], pages: Sequence[Example]) -> Result:
    """Judge texts, in CleanEval's format or plain, by the gold texts of their pages."""
    return Result([aligned(read(text), read(page.gold)) for text, page in zip(outputs, pages, strict=True)])


def cleaned(engine: str | Engine, pages: Iterable[Example]) -> list[str]:
    """What an engine keeps of pages, in CleanEval's format."""
    cleaner = Cleaner(engine=engine)
    return [cleaner.clean(page.page, kind=page.kind).to("cleaneval") for page in pages]

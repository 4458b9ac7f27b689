"""Section 6: the words that are left of pages, by five folds, beside those of a dump."""

from __future__ import annotations

from collections.abc import Sequence

from ncleaner.engines.fiasco.engine import MACHINES, Fiasco
from ncleaner.engines.fiasco.features import VISUAL
from ncleaner.engines.fiasco.measurer import RegionMeasurer
from ncleaner.train.examples import Example, Progress
from ncleaner.train.fiasco.fitting import FOLDS, folds
from ncleaner.train.fiasco.pages import FiascoPage
from ncleaner.train.fiasco.training import model_of
from paper.judging import Result, cleaned, judge

MEASURE = "words"


def results(
    pages: Sequence[Example], studies: Sequence[FiascoPage], cache: str | None, progress: Progress
) -> dict[str, Result]:
    """What the engine makes of each page, with and without visual features, and what a dump does."""
    by_id = {page.id: page for page in pages}
    outputs: dict[str, dict[str, str]] = {name: {} for name in MACHINES}
    for number, (inside, others) in enumerate(folds(studies, FOLDS)):
        model = model_of(others, MACHINES, scores=False)
        examples = [by_id[page.id] for page in inside]
        for name in MACHINES:
            engine = Fiasco(model, visual="yes" if name == VISUAL else "no")
            if name == VISUAL:
                engine.measurer = RegionMeasurer(cache)
            outputs[name] |= zip([page.id for page in inside], cleaned(engine, examples), strict=True)
        progress("folds of words", number + 1, FOLDS)
    found = {name: judge([texts[page.id] for page in pages], pages) for name, texts in outputs.items()}
    return {**found, "dump": judge(cleaned("dump", pages), pages)}

"""What the engines of ICE make of the pages, and how that is judged.

Engines that learn are tested by ten folds on the pages to learn from, and with what they learn from all of these on the
pages to test on. The expression of ``ice-ga`` is the one that comes with ncleaner: to evolve ten more would take longer
than all the rest of the papers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ncleaner.cleaner import Cleaner
from ncleaner.engines import Engine
from ncleaner.engines.ice.tree import DecisionTree
from ncleaner.gold.folds import folds_by_site
from ncleaner.gold.reading import read
from ncleaner.metrics.edit import edit
from ncleaner.models import Model, load
from ncleaner.train.examples import Example, Progress
from ncleaner.train.folds import FOLDS
from ncleaner.train.ice.tree import train
from ncleaner.train.trainers import trained_engine
from paper.judging import cleaned

FIXED = {"ice-baseline": "ice_bl", "ice-heuristics": "ice_hr", "ice-heuristics-full": ""}
LEARNING = {"ice-tree": "ice_dt", "ice-tree-plus": "ice_dt", "ice-lm": "ice_lm"}
EVOLVED = "ice-ga"
"""Our engines, and what the paper calls them in its table."""

Score = dict[str, float]
"""The parts of the measure ``edit`` of a page."""


@dataclass(frozen=True, slots=True)
class Runs:
    """Scores by engine, of each page to learn from and to test on; the tree of Figure 2, and the evolved expression."""

    train: dict[str, list[Score]]
    test: dict[str, list[Score]]
    tree: Model
    evolved: Model


def clean_all(train_pages: Sequence[Example], test_pages: Sequence[Example], progress: Progress) -> Runs:
    """Let all engines clean all pages."""
    on_train: dict[str, list[Score]] = {}
    on_test: dict[str, list[Score]] = {}
    evolved = load(EVOLVED)
    names = [*FIXED, *LEARNING, EVOLVED]
    for number, name in enumerate(names):
        if name in LEARNING:
            on_train[name] = _by_folds(name, train_pages)
            engine: Engine = trained_engine(name, train_pages)
        else:
            engine = Cleaner(engine=name).engine
            on_train[name] = _judged(cleaned(engine, train_pages), train_pages)
        on_test[name] = _judged(cleaned(engine, test_pages), test_pages)
        progress("engines of ICE", number + 1, len(names))
    return Runs(on_train, on_test, train(train_pages, DecisionTree.name, progress=progress), evolved)


def _by_folds(name: str, pages: Sequence[Example]) -> list[Score]:
    """Each page cleaned by what was learnt from the other folds."""
    sites = {page.id: page.site or page.id for page in pages}
    outputs: dict[str, str] = {}
    for fold in folds_by_site(sites, min(FOLDS, len(set(sites.values())))):
        held_out = frozenset(fold)
        inside = [page for page in pages if page.id in held_out]
        engine = trained_engine(name, [page for page in pages if page.id not in held_out])
        outputs |= zip([page.id for page in inside], cleaned(engine, inside), strict=True)
    return _judged([outputs[page.id] for page in pages], pages)


def _judged(outputs: Sequence[str], pages: Sequence[Example]) -> list[Score]:
    return [edit(read(output), read(page.gold)) for output, page in zip(outputs, pages, strict=True)]

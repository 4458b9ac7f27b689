"""Forests that do not know the pages they clean: five of them, each trained without a fifth of the sites.

They learn from the same sets as the shipped model, with the same weights (`ncleaner.train.shipped`). The n-grams
without words, by which they read pages in other languages, have not seen those sites either.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from ncleaner.engines.ngram.engine import Ngram
from ncleaner.gold.folds import folds_by_site
from ncleaner.gold.sets import read_set
from ncleaner.models import ENDING
from ncleaner.models.format import Model, read, write
from ncleaner.train import forest, ngram
from ncleaner.train.examples import Example, Progress, examples_of
from ncleaner.train.forest_pages import ForestPage, read_forest_page
from ncleaner.train.forest_tables import readable
from ncleaner.train.recipe import UNIVERSAL
from ncleaner.train.shipped import MODELS, SETS

FOLDS = 5


@dataclass(frozen=True, slots=True)
class Fold:
    """Pages, and the models that have learnt from all sites but theirs."""

    pages: Sequence[Example]
    model: Model
    universal: Ngram


def folds(data: Path, store: Path | None, progress: Progress) -> Iterator[Fold]:
    """The pages of the sets that the shipped model has learnt from, fold by fold.

    Models in the folder ``store`` are not trained again; those that are trained are kept there.
    """
    sets = [(read_set(data / name), weight) for name, weight in SETS.items()]
    examples = list(examples_of(sets))
    studies = []
    for example in examples:
        studies.append(read_forest_page(example))
        progress("pages to learn from", len(studies), len(examples))
    by_id = {example.id: example for example in examples}
    dealt = folds_by_site({study.training_page.id: study.training_page.site for study in studies}, FOLDS)
    for number, fold in enumerate(dealt):
        progress("models trained", number, FOLDS)
        held_out = frozenset(fold)
        others = [study for study in studies if study.training_page.id not in held_out]
        model = _stored(store, f"{number}-forest", partial(forest.train_on, others, **MODELS["forest"].options))
        universal = _stored(store, f"{number}-universal", partial(_universal, others))
        yield Fold([by_id[id] for id in fold], model, Ngram(universal))
    progress("models trained", FOLDS, FOLDS)


def _universal(studies: Sequence[ForestPage]) -> Model:
    return ngram.train_on(readable(studies, ""), UNIVERSAL)


def _stored(store: Path | None, name: str, train: Callable[[], Model]) -> Model:
    """Return a model from the store, or train it and keep it there."""
    if store is None:
        return train()
    path = store / f"{name}{ENDING}"
    if not path.exists():
        model = train()
        store.mkdir(parents=True, exist_ok=True)
        write(path, model.header, model.arrays)
    return read(path)

"""What 10, 20 and 40 annotated pages are worth: models of them, on pages of sites that they have not seen.

The pages are divided into folds by site. The annotator does the first pages of the other folds, in the order of the
folder or in that of learning (`ncleaner.studio.choosing`), with the suggestions of the base.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from benchmarks.annotating.bases import Base
from ncleaner.cleaner import Cleaner
from ncleaner.gold.folds import folds_by_site
from ncleaner.gold.sets import Pair
from ncleaner.metrics.counts import Counts, macro, micro
from ncleaner.models.format import Model
from ncleaner.studio.choosing import Portrait, portrait, ranked
from ncleaner.studio.learning_figures import scores_of
from ncleaner.train.adapt import adapt
from ncleaner.train.adapt import forest as adapt_forest
from ncleaner.train.examples import Example, Progress
from ncleaner.train.trainers import find_trainer
from paper.markdown import table

SIZES = (10, 20, 40)
FOLDS = 6
FOLDER, LEARNING = "folder", "learning"
HEADS = ("pages", "engine", "start", "order", "pages annotated", "F", "mean F of pages")


@dataclass(frozen=True, slots=True)
class Field:
    """Pages of one kind, the base that has not seen them, and the measure that suits them."""

    name: str
    pages: Sequence[Pair]
    base: Base
    measure: str


class Key(NamedTuple):
    """What is measured: an engine, where its model starts, the order of the pages, and their number."""

    engine: str
    start: str
    order: str
    size: int


STARTS = {"base": "the base as it is", "adapted": "adapted", "scratch": "from scratch"}

Scores = dict[str, Counts]
Make = Callable[[Base, Sequence[Example]], Cleaner]


def lines(field: Field, progress: Progress) -> Iterator[list[str]]:
    """Yield the lines of the table for some pages."""
    found: dict[Key, Scores] = {}
    for number, (held_out, others) in enumerate(_folds(field)):
        orders = _orders(field, others)
        for key, make, pages in _trials(orders):
            cleaner = make(field.base, [others[id] for id in pages] or held_out)
            found.setdefault(key, {}).update(scores_of(cleaner, held_out, field.measure))
        progress(field.name, number + 1, FOLDS)
    for key in sorted(found):
        counts = list(found[key].values())
        figures = [f"{100 * micro(counts).f:.1f}", f"{100 * macro(counts).f.value:.1f}"]
        yield [field.name, key.engine, STARTS[key.start], key.order, str(key.size or "none"), *figures]


def _folds(field: Field) -> Iterator[tuple[list[Example], dict[str, Example]]]:
    """Yield pairs of held-out pages, and of all others by their ids."""
    examples = {pair.id: _example(pair) for pair in field.pages}
    for fold in folds_by_site({id: example.site or id for id, example in examples.items()}, FOLDS):
        held_out = frozenset(fold)
        yield [examples[id] for id in fold], {id: one for id, one in examples.items() if id not in held_out}


def _trials(orders: Mapping[str, Sequence[str]]) -> Iterator[tuple[Key, Make, Sequence[str]]]:
    """Yield what is measured, how its model is made, and the pages that are annotated for it."""
    for engine, make in BEFORE.items():
        yield Key(engine, "base", "–", 0), make, ()
    for (engine, start), make in MAKERS.items():
        for order, pages in orders.items():
            if engine == "forest" or order == FOLDER:
                for size in SIZES:
                    yield Key(engine, start, order, size), make, pages[:size]


def rows(found: Sequence[Sequence[str]]) -> str:
    """Return the table."""
    return table(HEADS, found, labels=4)


def _example(pair: Pair) -> Example:
    """Return a page as the studio makes an example of it: nothing is known of its type."""
    return Example(pair.id, pair.page(), pair.gold(), pair.kind, site=pair.site if pair.url else "")


def _orders(field: Field, others: Mapping[str, Example]) -> dict[str, list[str]]:
    """Return the ids of pages in both orders."""
    pages = [pair for pair in field.pages if pair.id in others]
    cleaner = field.base.cleaner()
    portraits = {pair.id: portrait(cleaner.clean(pair.page(), url=pair.url), cleaner.engine) for pair in pages}
    chosen: list[str] = []
    done: list[Portrait] = []
    while len(chosen) < min(max(SIZES), len(pages)):
        left = {id: one for id, one in portraits.items() if id not in chosen}
        chosen.append(ranked(left, done)[0])
        done.append(left[chosen[-1]])
    return {FOLDER: [pair.id for pair in pages], LEARNING: chosen}


def _forest_base(base: Base, examples: Sequence[Example]) -> Cleaner:
    return base.cleaner()


def _forest_adapted(base: Base, examples: Sequence[Example]) -> Cleaner:
    universal = None if base.is_shipped else base.unlabelled()
    return base.cleaner(adapt_forest.adapt(base.forest, examples, universal=universal))


def _scratch(engine: str) -> Make:
    return lambda base, examples: Cleaner(engine=engine, model=find_trainer(engine).train(examples))


def _better(base: Base, examples: Sequence[Example]) -> Model:
    """Return the n-grams of the base that suit the pages better, as the studio chooses them."""
    means = {
        name: macro(list(scores_of(Cleaner(engine="ngram", model=model), examples, "chars").values())).f.value
        for name, model in (("english", base.english), ("universal", base.universal))
    }
    return base.english if means["english"] > means["universal"] else base.universal


def _ngram_adapted(base: Base, examples: Sequence[Example]) -> Cleaner:
    return Cleaner(engine="ngram", model=adapt(_better(base, examples), examples))


def _ngram_base(base: Base, examples: Sequence[Example]) -> Cleaner:
    return Cleaner(engine="ngram", model=_better(base, examples))


BEFORE: dict[str, Make] = {"forest": _forest_base, "ngram": _ngram_base}
MAKERS: dict[tuple[str, str], Make] = {
    ("forest", "adapted"): _forest_adapted,
    ("forest", "scratch"): _scratch("forest"),
    ("ngram", "adapted"): _ngram_adapted,
    ("ngram", "scratch"): _scratch("ngram"),
}

"""Adaptation of a forest: a few shallow trees learn what to add to its scores on the new pages.

Strategy: the new trees are boosted from the scores that the model gives, strongly regularised, and appended to the
trees of the last look. They test all features of the last look, the scores of the first one among them. Where they have
nothing to say they add nothing, so little is forgotten. They are features and trees like all others: both backends
decide alike, and a page takes hardly longer.

How many trees are added is chosen on held-out pages: as many as possible, unless fewer, or none, are clearly better.
Few pages tell little, and measurements on several languages say that more trees are better
(`benchmarks.annotating`). Each candidate is a complete model, and decides on the held-out pages as an engine.

N-grams, weights of names, and the trees for page types, comments and kinds stay as they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from math import fsum, sqrt
from typing import TYPE_CHECKING, NamedTuple

from ncleaner.engines.forest.columns import COLUMNS, CONTEXT
from ncleaner.engines.forest.engine import Forest as Engine
from ncleaner.engines.forest.engine import TreeGrounds
from ncleaner.engines.forest.trees import UNITS
from ncleaner.engines.ngram.engine import Ngram
from ncleaner.errors import NCleanerError
from ncleaner.gold.folds import folds_by_site
from ncleaner.metrics.counts import Counts, mean
from ncleaner.models.format import Model
from ncleaner.models.format import build as build_model
from ncleaner.train import boosting
from ncleaner.train.adapt.forest_trees import extended
from ncleaner.train.adapt.origin import header_of, unchanged
from ncleaner.train.adapt.pages import with_sites
from ncleaner.train.boosting import Examples, Forest, Settings
from ncleaner.train.examples import Example, Progress
from ncleaner.train.forest import NEIGHBOURS, SIZES
from ncleaner.train.forest_pages import ForestPage, read_forest_page
from ncleaner.train.forest_tables import cells_of, joined

if TYPE_CHECKING:
    from numpy import int64
    from numpy.typing import NDArray

GROWTH = Settings(
    trees=80, depth=4, learning_rate=0.1, regularisation=20.0, examples=0.7, tests=0.3, borders=32, seed=1
)
STRENGTHS = (80, 40, 20)
"""The numbers of trees that are tried, besides none: the largest first."""

THREADS = 1  # more take longer for so few pages
FOLDS = 5


class Seen(NamedTuple):
    """A page as the model sees it: the examples made of it, and the scores of these, in `UNITS` of a bit."""

    page: ForestPage
    rows: Examples
    scores: NDArray[int64]


def adapt(
    model: Model,
    examples: Iterable[Example],
    *,
    total: int = 0,
    progress: Progress | None = None,
    universal: Ngram | None = None,
) -> Model:
    """Return a model adapted to pages and their gold texts; ``total`` is their number, for the progress.

    ``universal`` are the n-grams for pages in other languages than the model's, if not those that come with ncleaner.
    """
    pages = []
    for example in examples:
        pages.append(read_forest_page(example))
        if progress is not None:
            progress("pages read", len(pages), max(total, len(pages)))
    return adapt_on(model, pages, progress=progress, universal=universal)


def adapt_on(
    model: Model,
    pages: Sequence[ForestPage],
    *,
    progress: Progress | None = None,
    universal: Ngram | None = None,
) -> Model:
    """Return a model adapted to pages already read; pages without markup teach it nothing."""
    marked_up = [page for page in pages if len(page.blocks.elements)]
    training_pages = with_sites([page.training_page for page in marked_up])
    engine = _engine(model, universal)
    seen = [
        _seen(replace(page, training_page=known), engine) for page, known in zip(marked_up, training_pages, strict=True)
    ]
    if len({label for page in seen for label in page.rows.labels.tolist()}) < 2:
        raise NCleanerError("the forest needs both clean and dirty blocks to learn from")
    strength = _best_strength(engine, seen, progress)
    if not strength:
        return unchanged(model, training_pages)
    result = extended(model, _new_trees(seen), strength)
    header = {**result.header, **header_of(model, training_pages), "growth": {**asdict(GROWTH), "trees": strength}}
    header.pop("scores", None)
    return build_model(header, dict(result.arrays))


def tests() -> list[tuple[int, int]]:
    """Return the pairs of column and shift that the new trees may test: those of both looks."""
    own = [(column, 0) for column, name in enumerate(COLUMNS) if name not in SIZES]
    names = (*NEIGHBOURS, CONTEXT[0])
    return own + [(COLUMNS.index(name), shift) for shift in (-2, -1, 1, 2) for name in names]


def _engine(model: Model, universal: Ngram | None) -> Engine:
    engine = Engine(model)
    if universal is not None:
        universal.lock = engine.lock
        engine.universal = universal
    return engine


def _seen(page: ForestPage, engine: Engine) -> Seen:
    """Return a page as the engine sees it."""
    import numpy as np

    decisions = engine.decide(page.blocks)
    grounds = decisions.grounds
    assert isinstance(grounds, TreeGrounds)
    features, training_page = grounds.features, page.training_page
    visible = [index for index, block in enumerate(page.blocks.items) if not block.state & decisions.hidden]
    number_of = {index: number for number, index in enumerate(visible)}
    numbers = [number_of[index] for index in features.rows]
    weights = np.sqrt(np.array([training_page.words[number] for number in numbers], np.float64))
    rows = Examples(
        cells_of(features),
        np.array([training_page.is_clean(number) for number in numbers], np.uint8),
        (weights * training_page.weight / max(1.0, weights.sum()) ** 0.5).astype(np.float32),
        np.zeros(features.count, np.int64),
    )
    scores = [round((decisions.scores[index] + engine.bias) * UNITS) for index in features.rows]
    return Seen(page, rows, np.array(scores, np.int64))


def _new_trees(seen: Sequence[Seen]) -> Forest:
    import numpy as np

    scores = np.concatenate([page.scores for page in seen])
    return boosting.train(joined([page.rows for page in seen]), tests(), GROWTH, scores, threads=THREADS)


def _best_strength(engine: Engine, seen: Sequence[Seen], progress: Progress | None) -> int:
    """Return how many trees to add, 0 for none, by the F of held-out pages."""
    by_id = {page.page.training_page.id: page for page in seen}
    sites = {id: page.page.training_page.site for id, page in by_id.items()}
    found: dict[int, list[float]] = {0: [worth(engine, page.page) for page in seen]}
    for fold in folds_by_site(sites, min(FOLDS, len(set(sites.values())))):
        held_out = frozenset(fold)
        others = [page for id, page in by_id.items() if id not in held_out]
        if len({label for page in others for label in page.rows.labels.tolist()}) < 2:
            return 0
        trees = _new_trees(others)
        for strength in STRENGTHS:
            candidate = _engine(extended(engine.model, trees, strength), engine.universal)
            found.setdefault(strength, []).extend(worth(candidate, by_id[id].page) for id in fold)
        if progress is not None:
            progress("held-out pages", len(found[STRENGTHS[0]]), len(seen))
    return chosen_strength(found)


def chosen_strength(found: Mapping[int, Sequence[float]]) -> int:
    """Return the largest number of trees that is not clearly worse than the best one, and not worse than none.

    ``found`` has the worth of each page by number of trees. Clearly is by more than a standard error of the difference.
    """
    best = max(found.values(), key=fsum)
    for strength in sorted(found, reverse=True):
        lost = mean([a - b for a, b in zip(best, found[strength], strict=True)])
        is_close = lost.value <= lost.deviation / sqrt(len(best))
        if is_close and fsum(found[strength]) >= fsum(found[0]):
            return strength
    return 0


def worth(engine: Engine, page: ForestPage) -> float:
    """Return the F of an engine's decisions on a page, times the root of the number of its clean words.

    So a long page counts for more than a short one, but cannot decide alone; and a page of a few words, where the F is
    all or nothing, hardly counts.
    """
    return decided(engine, page).f * sqrt(page.training_page.gold_words)


def decided(engine: Engine, page: ForestPage) -> Counts:
    """Return what an engine's decisions on a page and its gold text have in common, in words."""
    decisions = engine.decide(page.blocks)
    known = page.training_page
    visible = [index for index, block in enumerate(page.blocks.items) if not block.state & decisions.hidden]
    kept = [number for number, index in enumerate(visible) if decisions.keep[index]]
    matched, words = (sum(counts[number] for number in kept) for counts in (known.matched, known.words))
    return Counts(matched, words, known.gold_words)

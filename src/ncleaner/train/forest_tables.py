"""The tables that the forest trains on: the features of each page, made without its site, in several versions.

Some features are trained themselves: the n-gram scores of texts, and the weights of container names. Both are more
reliable on pages they were trained on than on unseen pages. For the trees to learn how reliable they are on unseen
pages, the features of a training page come from n-grams and names trained without its site.

The trees see every page several times, with less information each time:

- the page as it is;
- the page without the things that old pages lack: the elements of HTML 5, declared types, and telling names. There are
  few such pages to train on, but users still clean them;
- the page with n-grams that know no words, as the model reads pages in other languages, if the model has a language.

Pages in other languages than the model's are seen only with n-grams that know no words. The trees know which scope the
gold text of a page has (`ncleaner.engines.forest.scope`). Of a page with snippets instead of a gold text, they see only
blocks with a snippet.

Trees for pages as a whole see the means of the features, in the same versions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from ncleaner.engines.forest.columns import COLUMNS
from ncleaner.engines.forest.comments import KEEP
from ncleaner.engines.forest.features import Features
from ncleaner.engines.forest.language import is_in
from ncleaner.engines.forest.name_weights import MIDDLE, NameWeights
from ncleaner.engines.forest.trees import EDGE
from ncleaner.engines.ngram.scorer import Scorer
from ncleaner.gold.folds import folds_by_site
from ncleaner.train import name_weights, ngram
from ncleaner.train.boosting import Examples
from ncleaner.train.examples import Progress, TrainingPage
from ncleaner.train.forest_pages import ForestPage
from ncleaner.train.recipe import ENGLISH, UNIVERSAL, Recipe

if TYPE_CHECKING:
    from numpy import uint8
    from numpy.typing import NDArray

FOLDS = 5

MODERN = {
    "nav": 0, "aside": 0, "header": 0, "footer": 0, "article": 0, "main": 0, "aria hidden": 0, "declared": 0,
    "sign": MIDDLE, "sign best": 0, "sign worst": 0, "sign sum": MIDDLE,
}  # fmt: skip
"""Features of things that old pages lack, with the value for their absence."""

OLD_WEIGHT = 0.35  # of a page made to look old
UNIVERSAL_WEIGHT = 0.35  # of a page read with n-grams that know no words
VERSION_WEIGHTS = (1.0, OLD_WEIGHT, UNIVERSAL_WEIGHT)


class Version(NamedTuple):
    """A page as the trees see it: its table of features, and the examples made of it.

    ``whole`` are the means of the features if all comments are candidates.
    """

    features: Features
    rows: Examples
    whole: NDArray[uint8]


def tables_of(pages: Sequence[ForestPage], language: str, progress: Progress | None) -> dict[str, list[Version]]:
    """Return all versions of each page, by page id; the first version is the page as it is."""
    by_id = {page.training_page.id: page for page in pages}
    sites = {page.training_page.id: page.training_page.site for page in pages}
    tables: dict[str, list[Version]] = {}
    counts = ngram.tally(readable(pages, language), ENGLISH)
    universal = ngram.tally(readable(pages, ""), UNIVERSAL) if language else None
    for fold in folds_by_site(sites, min(FOLDS, len(set(sites.values())))):
        held_out = [by_id[id] for id in fold]
        unseen = frozenset(fold)
        names = NameWeights(name_weights.table(page.votes for page in pages if page.training_page.id not in unseen))
        reader = _scorer(counts, readable(held_out, language), ENGLISH)
        for page in held_out:
            if is_in(language, page.blocks):
                plain = _table(page, reader, names, True)
                tables[page.training_page.id] = [plain, _as_old(plain)]
        if universal is not None:
            reader = _scorer(universal, readable(held_out, ""), UNIVERSAL)
            for page in held_out:
                wordless = _table(page, reader, names, False)
                if page.training_page.id in tables:
                    tables[page.training_page.id].append(_weighted(wordless, UNIVERSAL_WEIGHT))
                else:
                    tables[page.training_page.id] = [wordless, _as_old(wordless)]
        if progress is not None:
            progress("pages measured", len(tables), len(pages))
    return tables


def readable(pages: Iterable[ForestPage], language: str) -> list[TrainingPage]:
    """Return the pages that n-grams learn from: those in the language, if there is one, that have gold texts."""
    return [page.training_page for page in pages if not page.training_page.known and is_in(language, page.blocks)]


def joined(tables: Sequence[Examples]) -> Examples:
    """Join the examples of pages, and number the pages."""
    import numpy as np

    return Examples(
        np.concatenate([rows.features for rows in tables]),
        np.concatenate([rows.labels for rows in tables]),
        np.concatenate([rows.weights for rows in tables]),
        np.repeat(np.arange(len(tables)), [len(rows.labels) for rows in tables]),
    )


def _scorer(counts: ngram.Tally, held_out: Sequence[TrainingPage], recipe: Recipe) -> Scorer:
    """Return n-grams that have not seen the held-out pages."""
    return ngram.scorer_of(ngram.without(counts, ngram.tally(held_out, recipe)), recipe.q)


def _table(page: ForestPage, reader: Scorer, names: NameWeights, is_lexical: bool) -> Version:
    """Return a page with the features, labels and weights of its blocks."""
    import numpy as np

    hidden = page.blocks.hidden_bits()
    features = Features(page.blocks, reader, names, page.comments.policy, is_lexical, hidden)
    features.set_scope(page.scope)
    visible = [index for index, block in enumerate(page.blocks.items) if not block.state & hidden]
    number_of = {index: number for number, index in enumerate(visible)}
    numbers = [number_of[index] for index in features.rows]
    weights = np.sqrt(np.array([page.training_page.words[number] for number in numbers], np.float64))
    if page.training_page.known:
        weights *= np.array([page.training_page.known[number] for number in numbers])
    rows = Examples(
        cells_of(features),
        np.array([page.training_page.is_clean(number) for number in numbers], np.uint8),
        (weights * page.training_page.weight / max(1.0, weights.sum()) ** 0.5).astype(np.float32),
        np.zeros(features.count, np.int64),
    )
    whole = features
    if features.containers.leaves_out:
        whole = Features(page.blocks, reader, names, KEEP, is_lexical, hidden)
    return Version(features, rows, means_of(cells_of(whole)))


def means_of(cells: NDArray[uint8]) -> NDArray[uint8]:
    """Return the mean of each column, as `Features.means` computes it."""
    import numpy as np

    means: NDArray[uint8] = (cells.sum(axis=0, dtype=np.int64) // max(1, len(cells))).astype(np.uint8)
    return means


def cells_of(features: Features) -> NDArray[uint8]:
    """Return a copy of a table of features, with a row for each block."""
    import numpy as np

    cells = np.frombuffer(features.data, np.uint8, len(COLUMNS) * features.stride)
    return cells.reshape(len(COLUMNS), features.stride)[:, EDGE : EDGE + features.count].T.copy()


def _as_old(version: Version) -> Version:
    """Return a page without the features that old pages lack, with a lower weight."""
    cells, whole = version.rows.features.copy(), version.whole.copy()
    for name, value in MODERN.items():
        cells[:, COLUMNS.index(name)] = whole[COLUMNS.index(name)] = value
    return _weighted(version._replace(rows=replace(version.rows, features=cells), whole=whole), OLD_WEIGHT)


def _weighted(version: Version, weight: float) -> Version:
    return version._replace(rows=replace(version.rows, weights=version.rows.weights * weight))

"""Training of the forest: boosted trees over the features of blocks (`ncleaner.engines.forest.features`).

The features of training pages are made without their sites (`ncleaner.train.forest_tables`). The n-grams and names in
the finished model are trained on all pages.

The trees of the second look (`ncleaner.engines.forest.context`) learn from scores of pages that the trees of the first
look have not seen. The trees that tell kinds of segments (`ncleaner.train.kinds`) see the pages whose gold texts have
marks, as they are.

Comments that are not in the gold text of their page are decided by trees of their own if the user wants to keep them.
These use only features that do not depend on the position of a block. They train on discussions: forums, and pages
whose comments are in the gold text. Other parts of such a page have much boilerplate, but most blocks in comment
containers are clean. So the trees start from the share of clean words in comments instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from math import log2
from typing import TYPE_CHECKING, Any

from ncleaner.engines.forest.columns import COL_SCORE, COLUMNS, CONTEXT, DIGEST
from ncleaner.engines.forest.comments import KEEP
from ncleaner.engines.forest.context import add_context
from ncleaner.engines.forest.features import Features
from ncleaner.engines.forest.name_weights import NameWeights
from ncleaner.engines.forest.trees import EDGE, UNITS, Trees, table
from ncleaner.engines.ngram.engine import Ngram
from ncleaner.errors import NCleanerError
from ncleaner.gold.folds import folds_by_site
from ncleaner.models.format import Model
from ncleaner.models.format import build as build_model
from ncleaner.train import boosting, kinds, name_weights, ngram
from ncleaner.train.boosting import Examples, Forest, Settings
from ncleaner.train.examples import Example, Progress, training_sets
from ncleaner.train.forest_pages import ForestPage, read_forest_page
from ncleaner.train.forest_tables import VERSION_WEIGHTS, Version, cells_of, joined, means_of, readable, tables_of
from ncleaner.train.recipe import ENGLISH

if TYPE_CHECKING:
    from numpy import uint8
    from numpy.typing import NDArray

NEIGHBOURS = ("words", "link share", "kind", "level", "bits", "tag", "sign", "best steps")
"""The features of the two blocks before and after that the trees may test."""

SIZES = ("page words", "page blocks", "page headings")
"""Features that the trees may not test: there are too few long pages to learn from."""

LOCAL = (
    "words", "word length", "link share", "links", "bold share", "kind", "level", "tag", "list", "table", "rule",
    "punctuation", "ending", "capitals", "digits", "bits", "all bits", "bits around 3", "bits around 8",
    "words around", "link share around 3", "link share around 8", "path blocks", "path words", "path link share",
    "path bits", "siblings", "record words", "record link share", "record bits", "record blocks", "family words",
    "family headings", "place", "record row", "repeated before", "repeats",
)  # fmt: skip
"""Features that the trees for comments may test."""

LOCAL_NEIGHBOURS = ("words", "link share", "kind", "bits")
"""Features of the neighbours that the trees for comments may test."""

GROWTH = Settings(
    trees=300, depth=6, learning_rate=0.09, regularisation=20.0, examples=0.5, tests=0.15, borders=32, seed=1
)
COMMENTS_GROWTH = Settings(
    trees=80, depth=4, learning_rate=0.1, regularisation=20.0, examples=0.5, tests=0.3, borders=32, seed=1
)
FORUM = "forum"
FEWEST_DISCUSSIONS = 10  # pages

TYPES_GROWTH = Settings(
    trees=160, depth=4, learning_rate=0.07, regularisation=10.0, examples=0.7, tests=0.2, borders=32, seed=1
)
FEWEST_OF_A_TYPE = 10  # pages

CONTEXT_GROWTH = Settings(
    trees=100, depth=6, learning_rate=0.09, regularisation=20.0, examples=0.5, tests=0.5, borders=32, seed=1
)
CONTEXT_FOLDS = 3
BESIDE_CONTEXT = ("words", "link share", "kind", "level", "bits", "place", "scope")
"""Features other than the context that the trees of the second look may test."""


def train(
    examples: Iterable[Example], *, language: str = "", total: int = 0, progress: Progress | None = None
) -> Model:
    """Return a model trained on pages and their gold texts; ``total`` is their number, for the progress.

    ``language`` is the code of their common language. The model reads pages in other languages without its words.
    """
    pages = []
    for example in examples:
        pages.append(read_forest_page(example))
        if progress is not None:
            progress("pages read", len(pages), max(total, len(pages)))
    return train_on(pages, language, progress=progress)


def train_on(pages: Sequence[ForestPage], language: str = "", *, progress: Progress | None = None) -> Model:
    """Return a model trained on pages already read; pages without markup train only the n-grams."""
    marked_up = [page for page in pages if len(page.blocks.elements)]
    if len({page.training_page.site for page in marked_up}) < 2:
        raise NCleanerError("the forest needs training pages with markup from at least two sites")
    reading = ngram.train_on(readable(pages, language), ENGLISH, progress=progress)
    tables = tables_of(marked_up, language, progress)
    rows = joined([version.rows for versions in tables.values() for version in versions])
    if len(set(rows.labels.tolist())) < 2:
        raise NCleanerError("the forest needs both clean and dirty blocks to learn from")
    keep = boosting.train(rows, tests(), GROWTH)
    context = _context_trees(marked_up, tables, progress)
    names = name_weights.table([page.votes for page in pages])
    whole = _page_trees(marked_up, tables)
    comments = _comment_trees(marked_up, tables)
    by_kind = _kind_trees(marked_up, reading, NameWeights(names))
    parameters: dict[str, Any] = {"language": language, "ngram": reading.parameters}
    parameters |= {"types": [name.removeprefix("type.") for name in whole if name.startswith("type.")]}
    parameters |= {"discussion": "discussion" in whole, "comments": bool(comments), "marks": bool(by_kind)}
    parameters |= {"context": bool(context)}
    arrays: dict[str, Any] = {"signs": names}
    forests = {"keep.": keep} | {f"{name}.": trees for name, trees in context.items()}
    forests |= {f"{name}.": trees for name, trees in (whole | comments).items()}
    forests |= {f"mark.{name}.": trees for name, trees in by_kind.items()}
    for prefix, trees in forests.items():
        parameters |= trees.parameters(prefix)
        arrays |= trees.arrays(prefix)
    arrays |= {f"ngram.{name}": numbers for name, numbers in reading.arrays.items()}
    training = training_sets([page.training_page for page in pages])
    header = {"engine": "forest", "columns": DIGEST, "parameters": parameters, "training": training}
    header["growth"] = asdict(GROWTH)
    return build_model(header, arrays)


def tests() -> list[tuple[int, int]]:
    """Return the pairs of column and shift that the trees may test: a block's features, and some of its neighbours."""
    own = [(column, 0) for column, name in enumerate(COLUMNS) if name not in (*SIZES, *CONTEXT)]
    return own + [(COLUMNS.index(name), shift) for shift in (-2, -1, 1, 2) for name in NEIGHBOURS]


def _comment_trees(pages: Sequence[ForestPage], tables: Mapping[str, Sequence[Version]]) -> dict[str, Forest]:
    """Train the trees for comments, if there are enough discussions."""
    discussed = [page for page in pages if page.comments.policy == KEEP]
    words = sum(page.comments.words for page in discussed)
    clean = sum(page.comments.clean for page in discussed)
    discussions = [page for page in pages if page.type == FORUM or page.comments.policy == KEEP]
    if len(discussions) < FEWEST_DISCUSSIONS or not 0 < clean < words:
        return {}
    rows = joined([version.rows for page in discussions for version in tables[page.training_page.id]])
    share = float(rows.weights[rows.labels == 1].sum() / rows.weights.sum())
    if not 0 < share < 1:
        return {}
    tested = [(COLUMNS.index(name), 0) for name in LOCAL]
    tested += [(COLUMNS.index(name), shift) for shift in (-2, -1, 1, 2) for name in LOCAL_NEIGHBOURS]
    trees = boosting.train(rows, tested, COMMENTS_GROWTH)
    correction = log2(clean / (words - clean)) - log2(share / (1 - share))
    return {"comments": replace(trees, start=trees.start + round(correction * UNITS))}


def _page_trees(pages: Sequence[ForestPage], tables: Mapping[str, Sequence[Version]]) -> dict[str, Forest]:
    """Train trees for each page type, and those that recognise discussions, if there are enough pages.

    Whether a page is a discussion decides about its comments, so those trees see the page with all of them.
    """
    types = {page.training_page.id: page.type for page in pages if page.type}
    types = {id: type for id, type in types.items() if tables[id][0].features.count}
    as_is = {id: [means_of(version.rows.features) for version in tables[id]] for id in types}
    whole = {id: [version.whole for version in tables[id]] for id in types}
    forests = {f"type.{name}": _trees_for_type(name, types, as_is) for name in sorted(set(types.values()))}
    forests["discussion"] = _trees_for_type(FORUM, types, whole)
    return {name: trees for name, trees in forests.items() if trees is not None}


def _trees_for_type(
    name: str, types: Mapping[str, str], means: Mapping[str, Sequence[NDArray[uint8]]]
) -> Forest | None:
    """Train trees that tell pages of a type from all others by the means of their features."""
    import numpy as np

    if not FEWEST_OF_A_TYPE <= list(types.values()).count(name) < len(types):
        return None
    shown = [
        (row, type == name, weight)
        for id, type in types.items()
        for row, weight in zip(means[id], VERSION_WEIGHTS, strict=False)  # pages in other languages have two versions
    ]
    rows, labels, weights = zip(*shown, strict=True)
    examples = Examples(
        np.array(rows), np.array(labels, np.uint8), np.array(weights, np.float32), np.arange(len(shown))
    )
    return boosting.train(examples, _type_tests(), TYPES_GROWTH)


def _type_tests() -> list[tuple[int, int]]:
    """Return the columns that the trees for page types may test.

    These are not those that are found out later, nor whether the n-grams know the words of the page: nearly all pages
    in other languages are articles here.
    """
    return [(column, 0) for column, name in enumerate(COLUMNS) if name not in ("scope", "lexical", *CONTEXT)]


def _context_trees(
    pages: Sequence[ForestPage], tables: Mapping[str, Sequence[Version]], progress: Progress | None
) -> dict[str, Forest]:
    """Train the trees of the second look on the scores that the first look gives to pages it has not seen.

    There are none if the pages of a fold cannot be scored, because all others are alike.
    """
    sites = {page.training_page.id: page.training_page.site for page in pages}
    complete: list[Examples] = []
    for fold in folds_by_site(sites, min(CONTEXT_FOLDS, len(set(sites.values())))):
        unseen = frozenset(fold)
        seen = joined([version.rows for id, some in tables.items() if id not in unseen for version in some])
        if len(set(seen.labels.tolist())) < 2:
            return {}
        trees = _trees(boosting.train(seen, tests(), GROWTH))
        complete += [_with_context(version, trees) for id in fold for version in tables[id]]
        if progress is not None:
            progress("pages looked at", len(complete), sum(map(len, tables.values())))
    tested = [(COLUMNS.index(name), 0) for name in (*BESIDE_CONTEXT, *CONTEXT)]
    tested += [(COL_SCORE, shift) for shift in (-2, -1, 1, 2)]
    return {"context": boosting.train(joined(complete), tested, CONTEXT_GROWTH)}


def _trees(forest: Forest) -> Trees:
    """Return trees that score, as the engine has them."""
    return Trees(
        build_model({"engine": "forest", "parameters": forest.parameters("")}, forest.arrays("")), "", len(COLUMNS)
    )


def _with_context(version: Version, trees: Trees) -> Examples:
    """Return the examples of a page with what the trees found."""
    import numpy as np

    features, rows, _ = version
    count, first = features.count, COLUMNS.index(CONTEXT[0])
    data = table(len(COLUMNS), count)
    cells = np.frombuffer(data, np.uint8, len(COLUMNS) * features.stride).reshape(len(COLUMNS), features.stride)
    cells[:, EDGE : EDGE + count] = rows.features.T
    add_context(features, trees.scores(data, count))
    complete = rows.features.copy()
    complete[:, first:] = cells_of(features)[:, first:]
    return replace(rows, features=complete)


def _kind_trees(pages: Sequence[ForestPage], reading: Model, names: NameWeights) -> dict[str, Forest]:
    """Train trees for kinds of segments, if there are gold texts with marks.

    The features of these trees do not depend on trained models, so the pages need not be held out.
    """
    scorer = Ngram(reading).scorer
    tables = []
    for page in pages:
        classes = kinds.classes(page.blocks, page.training_page.gold)
        if classes:
            features = Features(page.blocks, scorer, names, page.comments.policy, True, page.blocks.hidden_bits())
            tables.append(kinds.examples(page.blocks, features, classes, page.training_page.weight))
    return kinds.train(joined(tables)) if tables else {}

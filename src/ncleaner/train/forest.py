"""Training of the forest: boosted trees over the features of blocks (`ncleaner.engines.forest.features`).

Some features are trained themselves: the n-gram scores of texts, and the weights of container names. Both are more
reliable on pages they were trained on than on unseen pages. For the trees to learn how reliable they are on unseen
pages, the features of a training page come from n-grams and names trained without its site. The n-grams and names in
the finished model are trained on all pages.

The trees see every page several times, with less information each time:

- the page as it is;
- the page without the things that old pages lack: the elements of HTML 5, declared types, and telling names. There are
  few such pages to train on, but users still clean them;
- the page with n-grams that know no words, as the model reads pages in other languages, if the model has a language.

The trees that tell kinds of segments (`ncleaner.train.kinds`) see the pages whose gold texts have marks, as they are.

The main trees train on the comments of a page only if most of them are in its gold text. Other comments are decided by
trees of their own if the user wants to keep them. These use only features that do not depend on the position of a
block. They train on discussions: forums, and pages whose comments are in the gold text. Other parts of such a page
have much boilerplate, but most blocks in comment containers are clean. So the trees start from the share of clean words
in comments instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from math import log2
from typing import Any, NamedTuple

from ncleaner.decode import decode
from ncleaner.engines.forest.columns import COLUMNS
from ncleaner.engines.forest.comments import AUTO, KEEP
from ncleaner.engines.forest.containers import Containers
from ncleaner.engines.forest.features import Features
from ncleaner.engines.forest.name_weights import MIDDLE, NameWeights
from ncleaner.engines.forest.trees import EDGE, UNITS
from ncleaner.engines.ngram.engine import Ngram
from ncleaner.engines.ngram.scorer import Scorer
from ncleaner.errors import NCleanerError
from ncleaner.gold.folds import folds_by_site
from ncleaner.models.format import Model
from ncleaner.models.format import build as build_model
from ncleaner.page.blocks import Blocks
from ncleaner.read import read_page
from ncleaner.train import boosting, kinds, name_weights, ngram
from ncleaner.train.boosting import Examples, Forest, Settings
from ncleaner.train.examples import Example, Progress, TrainingPage, read_training_page
from ncleaner.train.recipe import ENGLISH, UNIVERSAL, Recipe

FOLDS = 5

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

MODERN = {
    "nav": 0, "aside": 0, "header": 0, "footer": 0, "article": 0, "main": 0, "aria hidden": 0, "declared": 0,
    "sign": MIDDLE, "sign best": 0, "sign worst": 0, "sign sum": MIDDLE,
}  # fmt: skip
"""Features of things that old pages lack, with the value for their absence."""

OLD_WEIGHT = 0.35  # of a page made to look old
UNIVERSAL_WEIGHT = 0.35  # of a page read with n-grams that know no words

GROWTH = Settings(
    trees=300, depth=6, learning_rate=0.09, regularisation=20.0, examples=0.5, tests=0.15, borders=32, seed=1
)
COMMENTS_GROWTH = Settings(
    trees=80, depth=4, learning_rate=0.1, regularisation=20.0, examples=0.5, tests=0.3, borders=32, seed=1
)
FORUM = "forum"
FEWEST_DISCUSSIONS = 10  # pages

TYPES_GROWTH = Settings(
    trees=80, depth=4, learning_rate=0.1, regularisation=10.0, examples=0.7, tests=0.3, borders=32, seed=1
)
FEWEST_OF_A_TYPE = 10  # pages


class Comments(NamedTuple):
    """The policy for the comments of a page, their number of words, and their number of words in clean blocks."""

    policy: int = AUTO
    words: int = 0
    clean: int = 0


@dataclass(frozen=True, slots=True)
class ForestPage:
    """A training page with its type, its blocks, the votes of its container names, and its comments."""

    training_page: TrainingPage
    type: str
    blocks: Blocks
    votes: name_weights.Votes
    comments: Comments


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


def read_forest_page(example: Example) -> ForestPage:
    """Read a page and align it with its gold text."""
    training_page = read_training_page(example)
    blocks = read_page(decode(example.page, kind=example.kind))
    if not len(blocks.elements):
        return ForestPage(training_page, example.type, blocks, {}, Comments())
    votes = name_weights.votes(blocks, training_page)
    return ForestPage(training_page, example.type, blocks, votes, _comments(blocks, training_page))


def _comments(blocks: Blocks, page: TrainingPage) -> Comments:
    """Count the words in comments, and choose the policy that fits the gold text."""
    hidden = blocks.hidden_bits()
    containers = Containers(blocks, NameWeights(), AUTO, hidden)
    visible = [block for block in blocks.items if not block.state & hidden]
    rows = [row for row, block in enumerate(visible) if containers.is_comment(block)]
    words = sum(page.words[row] for row in rows)
    clean = sum(page.words[row] for row in rows if page.is_clean(row))
    return Comments(KEEP if 2 * clean > words else AUTO, words, clean)


def train_on(pages: Sequence[ForestPage], language: str = "", *, progress: Progress | None = None) -> Model:
    """Return a model trained on pages already read; pages without markup train only the n-grams."""
    marked_up = [page for page in pages if len(page.blocks.elements)]
    if len({page.training_page.site for page in marked_up}) < 2:
        raise NCleanerError("the forest needs training pages with markup from at least two sites")
    reading = ngram.train_on([page.training_page for page in pages], ENGLISH, progress=progress)
    tables = _tables(marked_up, language, progress)
    rows = _joined([rows for copies in tables.values() for rows in copies])
    if len(set(rows.labels.tolist())) < 2:
        raise NCleanerError("the forest needs both clean and dirty blocks to learn from")
    keep = boosting.train(rows, tests(), GROWTH)
    names = name_weights.table([page.votes for page in pages])
    types = _type_trees(marked_up, tables)
    comments = _comment_trees(marked_up, tables)
    by_kind = _kind_trees(marked_up, reading, NameWeights(names))
    parameters: dict[str, Any] = {"language": language, "ngram": reading.parameters}
    parameters |= {"types": list(types), "comments": bool(comments), "marks": bool(by_kind)}
    arrays: dict[str, Any] = {"signs": names}
    forests = {"keep.": keep} | {f"type.{name}.": trees for name, trees in types.items()}
    forests |= {f"{name}.": trees for name, trees in comments.items()}
    forests |= {f"mark.{name}.": trees for name, trees in by_kind.items()}
    for prefix, trees in forests.items():
        parameters |= trees.parameters(prefix)
        arrays |= trees.arrays(prefix)
    arrays |= {f"ngram.{name}": numbers for name, numbers in reading.arrays.items()}
    header = {"engine": "forest", "parameters": parameters, "training": reading.training, "growth": asdict(GROWTH)}
    return build_model(header, arrays)


def tests() -> list[tuple[int, int]]:
    """Return the pairs of column and shift that the trees may test: a block's features, and some of its neighbours."""
    own = [(column, 0) for column, name in enumerate(COLUMNS) if name not in SIZES]
    return own + [(COLUMNS.index(name), shift) for shift in (-2, -1, 1, 2) for name in NEIGHBOURS]


def _tables(pages: Sequence[ForestPage], language: str, progress: Progress | None) -> dict[str, list[Examples]]:
    """Return the examples of all versions of each page, by page id; the first version is the page as it is."""
    by_id = {page.training_page.id: page for page in pages}
    sites = {page.training_page.id: page.training_page.site for page in pages}
    tables: dict[str, list[Examples]] = {}
    counts = ngram.tally([page.training_page for page in pages], ENGLISH)
    universal = ngram.tally([page.training_page for page in pages], UNIVERSAL) if language else None
    for fold in folds_by_site(sites, min(FOLDS, len(set(sites.values())))):
        held_out = [by_id[id] for id in fold]
        training_pages = [page.training_page for page in held_out]
        unseen = frozenset(fold)
        names = NameWeights(name_weights.table(page.votes for page in pages if page.training_page.id not in unseen))
        reader = _scorer(counts, training_pages, ENGLISH)
        for page in held_out:
            plain = _table(page, reader, names, True)
            tables[page.training_page.id] = [plain, _as_old(plain)]
        if universal is not None:
            reader = _scorer(universal, training_pages, UNIVERSAL)
            for page in held_out:
                wordless = _table(page, reader, names, False)
                tables[page.training_page.id].append(_weighted(wordless, UNIVERSAL_WEIGHT))
        if progress is not None:
            progress("pages measured", len(tables), len(pages))
    return tables


def _joined(tables: Sequence[Examples]) -> Examples:
    """Join the examples of pages, and number the pages."""
    import numpy as np

    return Examples(
        np.concatenate([rows.features for rows in tables]),
        np.concatenate([rows.labels for rows in tables]),
        np.concatenate([rows.weights for rows in tables]),
        np.repeat(np.arange(len(tables)), [len(rows.labels) for rows in tables]),
    )


def _comment_trees(pages: Sequence[ForestPage], tables: Mapping[str, Sequence[Examples]]) -> dict[str, Forest]:
    """Train the trees for comments, if there are enough discussions."""
    discussed = [page for page in pages if page.comments.policy == KEEP]
    words = sum(page.comments.words for page in discussed)
    clean = sum(page.comments.clean for page in discussed)
    discussions = [page for page in pages if page.type == FORUM or page.comments.policy == KEEP]
    if len(discussions) < FEWEST_DISCUSSIONS or not 0 < clean < words:
        return {}
    rows = _joined([rows for page in discussions for rows in tables[page.training_page.id]])
    share = float(rows.weights[rows.labels == 1].sum() / rows.weights.sum())
    if not 0 < share < 1:
        return {}
    tested = [(COLUMNS.index(name), 0) for name in LOCAL]
    tested += [(COLUMNS.index(name), shift) for shift in (-2, -1, 1, 2) for name in LOCAL_NEIGHBOURS]
    trees = boosting.train(rows, tested, COMMENTS_GROWTH)
    correction = log2(clean / (words - clean)) - log2(share / (1 - share))
    return {"comments": replace(trees, start=trees.start + round(correction * UNITS))}


def _type_trees(pages: Sequence[ForestPage], tables: Mapping[str, Sequence[Examples]]) -> dict[str, Forest]:
    """Train trees for each page type with enough pages."""
    import numpy as np

    typed = [page for page in pages if page.type and len(tables[page.training_page.id][0].labels)]
    plain = [tables[page.training_page.id][0] for page in typed]
    features = np.array([rows.features.sum(axis=0, dtype=np.int64) // len(rows.labels) for rows in plain], np.uint8)
    forests = {}
    for name in sorted({page.type for page in typed}):
        labels = np.array([page.type == name for page in typed], np.uint8)
        if FEWEST_OF_A_TYPE <= labels.sum() < len(labels):
            ones = np.ones(len(labels), np.float32)
            examples = Examples(features, labels, ones, np.arange(len(labels)))
            forests[name] = boosting.train(examples, [(column, 0) for column in range(len(COLUMNS))], TYPES_GROWTH)
    return forests


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
    return kinds.train(_joined(tables)) if tables else {}


def _scorer(counts: ngram.Tally, held_out: Sequence[TrainingPage], recipe: Recipe) -> Scorer:
    """Return n-grams that have not seen the held-out pages."""
    return ngram.scorer_of(ngram.without(counts, ngram.tally(held_out, recipe)), recipe.q)


def _table(page: ForestPage, reader: Scorer, names: NameWeights, is_lexical: bool) -> Examples:
    """Return the features, labels and weights of the blocks of a page."""
    import numpy as np

    hidden = page.blocks.hidden_bits()
    features = Features(page.blocks, reader, names, page.comments.policy, is_lexical, hidden)
    visible = [index for index, block in enumerate(page.blocks.items) if not block.state & hidden]
    number_of = {index: number for number, index in enumerate(visible)}
    numbers = [number_of[index] for index in features.rows]
    shape = len(COLUMNS), features.stride
    data = np.frombuffer(features.data, np.uint8, shape[0] * shape[1]).reshape(shape)
    weights = np.sqrt(np.array([page.training_page.words[number] for number in numbers], np.float64))
    return Examples(
        data[:, EDGE : EDGE + features.count].T.copy(),
        np.array([page.training_page.is_clean(number) for number in numbers], np.uint8),
        (weights * page.training_page.weight / max(1.0, weights.sum()) ** 0.5).astype(np.float32),
        np.zeros(features.count, np.int64),
    )


def _as_old(rows: Examples) -> Examples:
    """Return a copy of a page's examples without the features that old pages lack, with a lower weight."""
    features = rows.features.copy()
    for name, value in MODERN.items():
        features[:, COLUMNS.index(name)] = value
    return _weighted(replace(rows, features=features), OLD_WEIGHT)


def _weighted(rows: Examples, weight: float) -> Examples:
    return replace(rows, weights=rows.weights * weight)

"""Trains the forest: boosted trees over the features of blocks (`ncleaner.engines.forest.features`).

Two of the features are learnt themselves: how a text reads, by n-grams, and what the names of a page's parts say. A
model always does better on pages it has learnt from than on others. So that the trees learn how far the two can be
trusted on pages that nobody has seen, the features of a page are made with n-grams and signs that have not seen its
site. Those in the model that comes out have seen all pages.

The trees see every page several times, each time with less to go by:

- as it is;
- without what pages of ten and twenty years ago do not have: the elements of HTML 5, declared types, and telling names.
  There is little to learn from such pages, but they are still there to be cleaned;
- with n-grams that know no words, as pages in other languages will be read, if the model has a language.

The trees that tell kinds of segments (`ncleaner.train.marks`) see the pages whose gold texts have marks, as they are.

Comments are in play where most of them are in the gold text. Where they are not, the trees need not know them. If they
are to be kept all the same, trees of their own decide, which know only what is true of a block wherever it stands. They
learn from discussions: forums, and pages whose comments are in the gold text. Elsewhere on such a page there is much
that is not, but most of what is called a comment is one. So their first guess is raised to its share of clean words.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from math import log2
from typing import Any, NamedTuple

from ncleaner.decode import decode
from ncleaner.engines.forest.columns import COLUMNS
from ncleaner.engines.forest.containers import AUTO, KEEP, Containers
from ncleaner.engines.forest.features import Features
from ncleaner.engines.forest.signs import MIDDLE, Signs
from ncleaner.engines.forest.trees import EDGE, UNITS
from ncleaner.engines.ngram.engine import Ngram
from ncleaner.engines.ngram.scorer import Scorer
from ncleaner.errors import NCleanerError
from ncleaner.gold.folds import folds_by_site
from ncleaner.models.format import Model
from ncleaner.models.format import build as build_model
from ncleaner.page.blocks import Blocks
from ncleaner.read import read_page
from ncleaner.train import boosting, marks, ngram, signs
from ncleaner.train.boosting import Examples, Forest, Settings
from ncleaner.train.examples import Example, Lesson, Progress, lesson
from ncleaner.train.recipe import ENGLISH, UNIVERSAL, Recipe

FOLDS = 5

NEIGHBOURS = ("words", "link share", "kind", "level", "bits", "tag", "sign", "best steps")
"""The features of the two blocks before and after that the trees may ask for, too."""

SIZES = ("page words", "page blocks", "page headings")
"""What the trees may not ask for: there are too few long pages to learn from what that means for each block."""

LOCAL = (
    "words", "word length", "link share", "links", "bold share", "kind", "level", "tag", "list", "table", "rule",
    "punctuation", "ending", "capitals", "digits", "bits", "all bits", "bits around 3", "bits around 8",
    "words around", "link share around 3", "link share around 8", "path blocks", "path words", "path link share",
    "path bits", "siblings", "record words", "record link share", "record bits", "record blocks", "family words",
    "family headings", "place", "record row", "repeated before", "repeats",
)  # fmt: skip
"""What the trees for comments may ask for,"""

LOCAL_NEIGHBOURS = ("words", "link share", "kind", "bits")
"""and of their neighbours."""

MODERN = {
    "nav": 0, "aside": 0, "header": 0, "footer": 0, "article": 0, "main": 0, "aria hidden": 0, "declared": 0,
    "sign": MIDDLE, "sign best": 0, "sign worst": 0, "sign sum": MIDDLE,
}  # fmt: skip
"""What old pages do not have, and the value of the feature that says so."""

OLD_WEIGHT = 0.35  # of a page in the clothes of an old one
UNIVERSAL_WEIGHT = 0.35  # of a page read without words

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
    """What to do with the comments of a page, how many words they have, and how many of these are in clean blocks."""

    policy: int = AUTO
    words: int = 0
    clean: int = 0


@dataclass(frozen=True, slots=True)
class Study:
    """A page to learn from: its lesson, its type, its blocks, what its names say, and what there is to its comments."""

    lesson: Lesson
    type: str
    blocks: Blocks
    votes: signs.Votes
    comments: Comments


def train(
    examples: Iterable[Example], *, language: str = "", total: int = 0, progress: Progress | None = None
) -> Model:
    """A model that has learnt from pages and their gold texts; ``total`` is their number, for the progress.

    ``language`` is the code of the language of all of them. Pages in other languages will be read without words.
    """
    pages = []
    for example in examples:
        pages.append(study(example))
        if progress is not None:
            progress("pages read", len(pages), max(total, len(pages)))
    return train_on(pages, language, progress=progress)


def study(example: Example) -> Study:
    """Read a page, and compare it with its gold text."""
    found = lesson(example)
    blocks = read_page(decode(example.page, kind=example.kind))
    if not len(blocks.elements):
        return Study(found, example.type, blocks, {}, Comments())
    return Study(found, example.type, blocks, signs.votes(blocks, found), _comments(blocks, found))


def _comments(blocks: Blocks, found: Lesson) -> Comments:
    """What there is to the comments of a page, by its gold text."""
    hidden = blocks.hidden_bits()
    containers = Containers(blocks, Signs(), AUTO, hidden)
    visible = [block for block in blocks.items if not block.state & hidden]
    rows = [row for row, block in enumerate(visible) if containers.is_comment(block)]
    words = sum(found.words[row] for row in rows)
    clean = sum(found.words[row] for row in rows if found.is_clean(row))
    return Comments(KEEP if 2 * clean > words else AUTO, words, clean)


def train_on(pages: Sequence[Study], language: str = "", *, progress: Progress | None = None) -> Model:
    """The same for pages that have been read; those without markup teach n-grams only."""
    marked_up = [page for page in pages if len(page.blocks.elements)]
    if len({page.lesson.site for page in marked_up}) < 2:
        raise NCleanerError("the forest needs pages of two sites or more to learn from, with markup")
    lessons = [page.lesson for page in pages]
    reading = ngram.train_on(lessons, ENGLISH, progress=progress)
    tables = _tables(marked_up, language, progress)
    rows = _joined([rows for copies in tables.values() for rows in copies])
    if len(set(rows.labels.tolist())) < 2:
        raise NCleanerError("the forest needs blocks that are clean and others that are not to learn from")
    keep = boosting.train(rows, tests(), GROWTH)
    names = signs.table([page.votes for page in pages])
    types = _types(marked_up, tables)
    comments = _discussions(marked_up, tables)
    kinds = _marks(marked_up, reading, Signs(names))
    parameters: dict[str, Any] = {"language": language, "ngram": reading.parameters}
    parameters |= {"types": list(types), "comments": bool(comments), "marks": bool(kinds)}
    arrays: dict[str, Any] = {"signs": names}
    forests = {"keep.": keep} | {f"type.{name}.": trees for name, trees in types.items()}
    forests |= {f"{name}.": trees for name, trees in comments.items()}
    forests |= {f"mark.{name}.": trees for name, trees in kinds.items()}
    for prefix, trees in forests.items():
        parameters |= trees.parameters(prefix)
        arrays |= trees.arrays(prefix)
    arrays |= {f"ngram.{name}": numbers for name, numbers in reading.arrays.items()}
    header = {"engine": "forest", "parameters": parameters, "training": reading.training, "growth": asdict(GROWTH)}
    return build_model(header, arrays)


def tests() -> list[tuple[int, int]]:
    """What the trees may ask for: the features of a block, and some of its neighbours."""
    own = [(column, 0) for column, name in enumerate(COLUMNS) if name not in SIZES]
    return own + [(COLUMNS.index(name), shift) for shift in (-2, -1, 1, 2) for name in NEIGHBOURS]


def _tables(pages: Sequence[Study], language: str, progress: Progress | None) -> dict[str, list[Examples]]:
    """All that the trees are shown, by the ids of the pages: first each page as it is."""
    by_id = {page.lesson.id: page for page in pages}
    sites = {page.lesson.id: page.lesson.site for page in pages}
    found: dict[str, list[Examples]] = {}
    counts = ngram.tally([page.lesson for page in pages], ENGLISH)
    universal = ngram.tally([page.lesson for page in pages], UNIVERSAL) if language else None
    for fold in folds_by_site(sites, min(FOLDS, len(set(sites.values())))):
        held_out = [by_id[id] for id in fold]
        lessons = [page.lesson for page in held_out]
        unseen = frozenset(fold)
        names = Signs(signs.table(page.votes for page in pages if page.lesson.id not in unseen))
        reader = _scorer(counts, lessons, ENGLISH)
        for page in held_out:
            plain = _table(page, reader, names, True)
            found[page.lesson.id] = [plain, _as_old(plain)]
        if universal is not None:
            reader = _scorer(universal, lessons, UNIVERSAL)
            for page in held_out:
                found[page.lesson.id].append(_lighter(_table(page, reader, names, False), UNIVERSAL_WEIGHT))
        if progress is not None:
            progress("pages measured", len(found), len(pages))
    return found


def _joined(tables: Sequence[Examples]) -> Examples:
    """Examples of many pages, with the numbers of their pages."""
    import numpy as np

    return Examples(
        np.concatenate([rows.features for rows in tables]),
        np.concatenate([rows.labels for rows in tables]),
        np.concatenate([rows.weights for rows in tables]),
        np.repeat(np.arange(len(tables)), [len(rows.labels) for rows in tables]),
    )


def _discussions(pages: Sequence[Study], tables: Mapping[str, Sequence[Examples]]) -> dict[str, Forest]:
    """Trees for comments, if there are enough discussions to learn from."""
    discussed = [page for page in pages if page.comments.policy == KEEP]
    words = sum(page.comments.words for page in discussed)
    clean = sum(page.comments.clean for page in discussed)
    learnt = [page for page in pages if page.type == FORUM or page.comments.policy == KEEP]
    if len(learnt) < FEWEST_DISCUSSIONS or not 0 < clean < words:
        return {}
    rows = _joined([rows for page in learnt for rows in tables[page.lesson.id]])
    share = float(rows.weights[rows.labels == 1].sum() / rows.weights.sum())
    if not 0 < share < 1:
        return {}
    asked = [(COLUMNS.index(name), 0) for name in LOCAL]
    asked += [(COLUMNS.index(name), shift) for shift in (-2, -1, 1, 2) for name in LOCAL_NEIGHBOURS]
    found = boosting.train(rows, asked, COMMENTS_GROWTH)
    more = log2(clean / (words - clean)) - log2(share / (1 - share))
    return {"comments": replace(found, start=found.start + round(more * UNITS))}


def _types(pages: Sequence[Study], tables: Mapping[str, Sequence[Examples]]) -> dict[str, Forest]:
    """Trees for each type of which there are enough pages."""
    import numpy as np

    known = [page for page in pages if page.type and len(tables[page.lesson.id][0].labels)]
    features = np.array(
        [
            tables[page.lesson.id][0].features.sum(axis=0, dtype=np.int64) // len(tables[page.lesson.id][0].labels)
            for page in known
        ],
        np.uint8,
    )
    found = {}
    for name in sorted({page.type for page in known}):
        labels = np.array([page.type == name for page in known], np.uint8)
        if FEWEST_OF_A_TYPE <= labels.sum() < len(labels):
            ones = np.ones(len(labels), np.float32)
            examples = Examples(features, labels, ones, np.arange(len(labels)))
            found[name] = boosting.train(examples, [(column, 0) for column in range(len(COLUMNS))], TYPES_GROWTH)
    return found


def _marks(pages: Sequence[Study], reading: Model, names: Signs) -> dict[str, Forest]:
    """Trees for kinds of segments, if there are pages whose gold texts tell them.

    What these trees see of a page does not depend on anything that was learnt, so that pages may be read by a model
    that has seen them.
    """
    scorer = Ngram(reading).scorer
    found = []
    for page in pages:
        classes = marks.classes(page.blocks, page.lesson.gold)
        if classes:
            features = Features(page.blocks, scorer, names, page.comments.policy, True, page.blocks.hidden_bits())
            found.append(marks.examples(page.blocks, features, classes, page.lesson.weight))
    return marks.train(_joined(found)) if found else {}


def _scorer(counts: ngram.Tally, held_out: Sequence[Lesson], recipe: Recipe) -> Scorer:
    """N-grams that have not seen some pages."""
    return ngram.scorer_of(ngram.without(counts, ngram.tally(held_out, recipe)), recipe.q)


def _table(page: Study, reader: Scorer, names: Signs, is_lexical: bool) -> Examples:
    """The features of a page."""
    import numpy as np

    hidden = page.blocks.hidden_bits()
    features = Features(page.blocks, reader, names, page.comments.policy, is_lexical, hidden)
    visible = [index for index, block in enumerate(page.blocks.items) if not block.state & hidden]
    number_of = {index: number for number, index in enumerate(visible)}
    numbers = [number_of[index] for index in features.rows]
    shape = len(COLUMNS), features.stride
    data = np.frombuffer(features.data, np.uint8, shape[0] * shape[1]).reshape(shape)
    weights = np.sqrt(np.array([page.lesson.words[number] for number in numbers], np.float64))
    return Examples(
        data[:, EDGE : EDGE + features.count].T.copy(),
        np.array([page.lesson.is_clean(number) for number in numbers], np.uint8),
        (weights * page.lesson.weight / max(1.0, weights.sum()) ** 0.5).astype(np.float32),
        np.zeros(features.count, np.int64),
    )


def _as_old(rows: Examples) -> Examples:
    """The same page in the clothes of an old one."""
    features = rows.features.copy()
    for name, value in MODERN.items():
        features[:, COLUMNS.index(name)] = value
    return _lighter(replace(rows, features=features), OLD_WEIGHT)


def _lighter(rows: Examples, weight: float) -> Examples:
    return replace(rows, weights=rows.weights * weight)

"""Training of the trees for kinds of segments (`ncleaner.engines.forest.kinds`), from gold texts with marks.

A gold text in CleanEval's format has a mark at the start of each segment; lines without a mark continue the
segment. The
words of the gold text are aligned with those of the page (`ncleaner.train.labels`), and each clean block belongs to the
segment that most of its words are in. If the previous clean block belongs to the same segment, the block continues that
segment; otherwise it begins the segment and has its kind.

The trees see clean blocks only, as if exactly these had been kept. Pages differ much in their number of clean blocks,
and
the blocks of a page are alike, so the weight of a block falls with the number of clean blocks on its page.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from ncleaner.engines.forest.features import Features
from ncleaner.engines.forest.kind_columns import KIND_COLUMNS
from ncleaner.engines.forest.kinds import CLASSES, KeptTable
from ncleaner.engines.forest.trees import EDGE
from ncleaner.gold.reading import MARKS, Text, read
from ncleaner.page.blocks import Blocks
from ncleaner.train import boosting
from ncleaner.train.boosting import Examples, Forest, Settings
from ncleaner.train.labels import aligned

CONTINUES = CLASSES.index("continues")

NEIGHBOURS = (
    "words", "link share", "bold share", "kind", "level", "tag", "punctuation", "ending", "capitals", "digits",
    "breaks", "gap", "near", "beginning", "upper case", "rise", "fall", "list",
)  # fmt: skip
"""The columns of the two blocks before and after that the trees may test, too."""

GROWTH = Settings(
    trees=150, depth=5, learning_rate=0.08, regularisation=10.0, examples=0.7, tests=0.6, borders=32, seed=1
)
FEWEST = 20  # blocks of each class


def classes(blocks: Blocks, gold: str) -> dict[int, int]:
    """Return the class of each clean block, an index into `CLASSES`, by block; empty if the gold text has no marks."""
    text = read(gold)
    if not text.marks:
        return {}
    starts, kinds = _segments(text)
    shares: dict[int, Counter[int]] = {}  # the words of a block by segment
    for index, first, size in aligned(blocks, text.words):
        share = shares.setdefault(index, Counter())
        for word in range(first, first + size):
            share[bisect_right(starts, word) - 1] += 1
    numbers = {}
    last = -1
    for index, share in sorted(shares.items()):
        if 2 * share.total() >= len(blocks.text(index).split()):
            segment = share.most_common(1)[0][0]  # the first of several
            numbers[index] = CONTINUES if segment == last else kinds[segment]
            last = segment
    return numbers


def _segments(text: Text) -> tuple[list[int], list[int]]:
    """Return the number of the first word of each segment of a gold text, and its kind.

    Text before the first mark is a paragraph; a mark without words begins no segment.
    """
    starts, kinds = [0], [0]
    word = 0
    for token in text.tokens:
        if token not in MARKS:
            word += 1
        elif starts[-1] == word:
            kinds[-1] = MARKS.index(token)
        else:
            starts.append(word)
            kinds.append(MARKS.index(token))
    return starts, kinds


def examples(blocks: Blocks, features: Features, classes: dict[int, int], weight: float) -> Examples:
    """Return the examples of a page, given the class of each clean block, an index into `CLASSES`."""
    import numpy as np

    keep = bytearray(len(blocks))
    for index in classes:
        keep[index] = 1
    kept = KeptTable(blocks, features, bytes(keep))
    labels = [classes[index] for index in features.rows if keep[index]]
    shape = len(KIND_COLUMNS), kept.stride
    data = np.frombuffer(kept.data, np.uint8, shape[0] * shape[1]).reshape(shape)
    return Examples(
        data[:, EDGE : EDGE + kept.count].T.copy(),
        np.array(labels, np.uint8),
        np.full(kept.count, weight / max(1, kept.count) ** 0.5, np.float32),
        np.zeros(kept.count, np.int64),
    )


def train(rows: Examples) -> dict[str, Forest]:
    """Train trees for each class; return them by class name, or nothing if a class has too few blocks."""
    counts = Counter(rows.labels.tolist())
    if min(counts[number] for number in range(len(CLASSES))) < FEWEST:
        return {}
    weights = rows.weights / rows.weights.mean()
    forests = {}
    for number, name in enumerate(CLASSES):
        labels = (rows.labels == number).astype("uint8")
        forests[name] = boosting.train(replace(rows, labels=labels, weights=weights), tests(), GROWTH)
    return forests


def tests() -> Sequence[tuple[int, int]]:
    """Return the pairs of column and shift that the trees may test: all of a block, and some of its neighbours."""
    own = [(column, 0) for column in range(len(KIND_COLUMNS))]
    return own + [(KIND_COLUMNS.index(name), shift) for shift in (-2, -1, 1, 2) for name in NEIGHBOURS]

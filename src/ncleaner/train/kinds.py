"""Trains the trees that tell kinds of segments (`ncleaner.engines.forest.kinds`), from gold texts with marks.

A gold text in CleanEval's format has a mark where a segment begins, and lines without one go on with it. Its words are
aligned with those of the page (`ncleaner.train.labels`), so that each clean block has words in one segment of the gold
text or in several. It belongs to the one that most of its words are in, whether the mark is before the block or in the
midst of it. If the clean block before belongs to the same segment, it continues that segment; else it begins it, and is
of its kind.

The trees are shown clean blocks only, as if exactly these had been kept. Pages have very different numbers of them, and
the blocks of a page are much alike: so a block counts the less the more there are on its page.
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
"""The facts about the two blocks before and after that the trees may ask for, too."""

GROWTH = Settings(
    trees=150, depth=5, learning_rate=0.08, regularisation=10.0, examples=0.7, tests=0.6, borders=32, seed=1
)
FEWEST = 20  # blocks of each class


def classes(blocks: Blocks, gold: str) -> dict[int, int]:
    """What each clean block of a page is, a number of `CLASSES` by its index; none if the gold text has no marks."""
    text = read(gold)
    if not text.marks:
        return {}
    starts, kinds = _segments(text)
    shares: dict[int, Counter[int]] = {}  # how many words of a block are in which segment
    for index, first, size in aligned(blocks, text.words):
        share = shares.setdefault(index, Counter())
        for word in range(first, first + size):
            share[bisect_right(starts, word) - 1] += 1
    found = {}
    last = -1
    for index, share in sorted(shares.items()):
        if 2 * share.total() >= len(blocks.text(index).split()):
            segment = share.most_common(1)[0][0]  # of several, the one that was met first
            found[index] = CONTINUES if segment == last else kinds[segment]
            last = segment
    return found


def _segments(text: Text) -> tuple[list[int], list[int]]:
    """Where the segments of a gold text begin, as numbers of words, and their kinds.

    Text before the first mark is a paragraph; a mark without words begins nothing.
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


def examples(blocks: Blocks, features: Features, found: dict[int, int], weight: float) -> Examples:
    """What is to be learnt from a page whose clean blocks are known; the labels are numbers of `CLASSES`."""
    import numpy as np

    keep = bytearray(len(blocks))
    for index in found:
        keep[index] = 1
    kept = KeptTable(blocks, features, bytes(keep))
    labels = [found[index] for index in features.rows if keep[index]]
    shape = len(KIND_COLUMNS), kept.stride
    data = np.frombuffer(kept.data, np.uint8, shape[0] * shape[1]).reshape(shape)
    return Examples(
        data[:, EDGE : EDGE + kept.count].T.copy(),
        np.array(labels, np.uint8),
        np.full(kept.count, weight / max(1, kept.count) ** 0.5, np.float32),
        np.zeros(kept.count, np.int64),
    )


def train(rows: Examples) -> dict[str, Forest]:
    """Trees for each class, by its name; none if there are not enough blocks of each."""
    counts = Counter(rows.labels.tolist())
    if min(counts[number] for number in range(len(CLASSES))) < FEWEST:
        return {}
    weights = rows.weights / rows.weights.mean()
    found = {}
    for number, name in enumerate(CLASSES):
        labels = (rows.labels == number).astype("uint8")
        found[name] = boosting.train(replace(rows, labels=labels, weights=weights), tests(), GROWTH)
    return found


def tests() -> Sequence[tuple[int, int]]:
    """What the trees may ask for: each fact about a block, and some about its neighbours."""
    own = [(column, 0) for column in range(len(KIND_COLUMNS))]
    return own + [(KIND_COLUMNS.index(name), shift) for shift in (-2, -1, 1, 2) for name in NEIGHBOURS]

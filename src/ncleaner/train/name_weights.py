"""Training of the weights of words in class and id names (`ncleaner.engines.forest.name_weights`).

A page has one vote on each word in the names of its containers: the share of clean words inside those containers. The
weight of a word is the binary logarithm of the odds of all votes. `DOUBT` votes are added to both sides, so words of
few
pages have small weights.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import log2

from ncleaner.engines.forest.name_weights import MIDDLE, NO_WEIGHTS, NameWeights
from ncleaner.page.blocks import Blocks
from ncleaner.train.examples import TrainingPage

FEWEST = 3  # pages that must have a word
DOUBT = 1.5  # votes added to each side
STEPS = 16  # of a weight to a bit

Votes = dict[int, float]
"""The share of clean words inside the containers whose names have a word, by the slot of the word in the table."""


def votes(blocks: Blocks, page: TrainingPage) -> Votes:
    """Return the votes of a page on the words in the names of its containers."""
    slots: dict[int, frozenset[int]] = {-1: frozenset()}
    names = NameWeights()
    inside: dict[int, tuple[int, int]] = {}
    hidden = blocks.hidden_bits()
    visible = [block for block in blocks.items if not block.state & hidden]
    for row, block in enumerate(visible):
        if page.known and not page.known[row]:
            continue
        words = page.words[row]
        clean = words if page.is_clean(row) else 0
        for slot in _slots_around(blocks, block.element, names, slots):
            all_clean, all_words = inside.get(slot, (0, 0))
            inside[slot] = all_clean + clean, all_words + words
    return {slot: clean / words for slot, (clean, words) in inside.items() if words}


def _slots_around(blocks: Blocks, element: int, names: NameWeights, known: dict[int, frozenset[int]]) -> frozenset[int]:
    """Return the slots of the words in the names of a container and of all containers around it."""
    unknown = []
    while element not in known:
        unknown.append(element)
        element = blocks.elements.parent(element)
    around = known[element]
    for inner in reversed(unknown):
        names.slots = []
        names.read(blocks.source, blocks.elements, inner)
        around = known[inner] = around.union(names.slots)
    return around


def table(all_votes: Iterable[Votes]) -> bytes:
    """Return the table of weights by slot."""
    sums: dict[int, tuple[float, int]] = {}
    for page in all_votes:
        for slot, share in page.items():
            total, count = sums.get(slot, (0.0, 0))
            sums[slot] = total + share, count + 1
    weights = bytearray(NO_WEIGHTS)
    for slot, (total, count) in sums.items():
        if count >= FEWEST:
            odds = (total + DOUBT) / (count - total + DOUBT)
            weights[slot] = max(1, min(255, MIDDLE + round(STEPS * log2(odds))))
    return bytes(weights)

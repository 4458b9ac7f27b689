"""Learns what the names of a page's parts say about the text inside (`ncleaner.engines.forest.name_weights`).

A page has one vote on each word that occurs in the names of its containers: the share of clean words among those that
stand inside. A word's number is the binary logarithm of the odds of all votes, with some votes on both sides added, so
that words of few pages say little.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import log2

from ncleaner.engines.forest.name_weights import MIDDLE, NO_WEIGHTS, NameWeights
from ncleaner.page.blocks import Blocks
from ncleaner.train.examples import TrainingPage

FEWEST = 3  # pages that must have a word
DOUBT = 1.5  # votes added to each side
STEPS = 16  # of a number for a bit

Votes = dict[int, float]
"""The share of clean words inside the containers whose names have a word, by the place of the word in the table."""


def votes(blocks: Blocks, lesson: TrainingPage) -> Votes:
    """What a page says about the words in the names of its containers."""
    slots: dict[int, frozenset[int]] = {-1: frozenset()}
    names = NameWeights()
    inside: dict[int, tuple[int, int]] = {}
    hidden = blocks.hidden_bits()
    visible = [block for block in blocks.items if not block.state & hidden]
    for row, block in enumerate(visible):
        words = lesson.words[row]
        clean = words if lesson.is_clean(row) else 0
        for slot in _slots_around(blocks, block.element, names, slots):
            all_clean, all_words = inside.get(slot, (0, 0))
            inside[slot] = all_clean + clean, all_words + words
    return {slot: clean / words for slot, (clean, words) in inside.items() if words}


def _slots_around(blocks: Blocks, element: int, names: NameWeights, known: dict[int, frozenset[int]]) -> frozenset[int]:
    """The words in the names of a container and of all around it."""
    unknown = []
    while element not in known:
        unknown.append(element)
        element = blocks.elements.parent(element)
    found = known[element]
    for inner in reversed(unknown):
        names.slots = []
        names.read(blocks.source, blocks.elements, inner)
        found = known[inner] = found.union(names.slots)
    return found


def table(all_votes: Iterable[Votes]) -> bytes:
    """The numbers of all words."""
    sums: dict[int, tuple[float, int]] = {}
    for page in all_votes:
        for slot, share in page.items():
            total, count = sums.get(slot, (0.0, 0))
            sums[slot] = total + share, count + 1
    numbers = bytearray(NO_WEIGHTS)
    for slot, (total, count) in sums.items():
        if count >= FEWEST:
            odds = (total + DOUBT) / (count - total + DOUBT)
            numbers[slot] = max(1, min(255, MIDDLE + round(STEPS * log2(odds))))
    return bytes(numbers)

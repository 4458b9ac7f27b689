"""The elaborate heuristics (section 3.2): each element is a paragraph, a heading, a list item, or dropped.

Each element gets three pseudo-probabilities, and the largest one decides. The paper lists their components but not
their weights, which were chosen on CleanEval's development set:

- list item: markup as a list item, length (each word makes it less likely), an initial capital, and whether the
  elements before and after it are list items;
- heading: markup as a heading, length, and whether the next element has more than ten words;
- paragraph: punctuation marks and conjunctions per word. Ratios over few words are unreliable, so they count less.

Headings and list items may not contain a link. An element is dropped if its largest value is below the threshold. The
paper applies a threshold to paragraphs only, but its own numbers would then keep every line without a link.
"""

from __future__ import annotations

from ncleaner.engines.ice import DROPPED, NAMES, Ice, Label, is_number
from ncleaner.engines.ice.lexicon import cached_words, check_packages, conjunctions, language_of
from ncleaner.engines.ice.word_statistics import WordStatistics
from ncleaner.errors import NCleanerError
from ncleaner.page.blocks import HEADING, ITEM, LIST, PARAGRAPH

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ncleaner.page.blocks import Block, Blocks

MARKED_ITEM, UNMARKED_ITEM = 0.6, 0.05
SHORT_ITEM = 0.3  # minus `PER_WORD` for each word
CAPITAL = 0.1
NEIGHBOURS = 0.25  # weight of the neighbours

MARKED_HEADING = 0.5
SHORT_HEADING = 0.2
FOLLOWED = 0.3  # by an element of more than `LONG` words
LONG = 10

PER_WORD = 0.02
FULL_PUNCTUATION = 0.2  # marks per word for the full value
FULL_CONJUNCTIONS = 1 / 30
ENOUGH = 20  # words, for ratios to count fully


class HeuristicsFull(Ice):
    """Keeps elements whose largest pseudo-probability reaches ``threshold``."""

    name = "ice-heuristics-full"

    def __init__(self, *, threshold: float = 0.2) -> None:
        if not is_number(threshold, 0, 1):
            raise NCleanerError(f"the threshold must be a number from 0 to 1, not {threshold!r}")
        check_packages(self.name, conjunctions)
        self.threshold = threshold

    def label(self, blocks: Blocks, visible: Sequence[int]) -> list[Label]:
        """Label each element by its largest pseudo-probability."""
        statistics = [WordStatistics(blocks.text(index)) for index in visible]
        items = [
            _item(blocks.items[index], words, blocks.text(index)[:1].isupper())
            for index, words in zip(visible, statistics, strict=True)
        ]
        labels = []
        for place, (index, words) in enumerate(zip(visible, statistics, strict=True)):
            block = blocks.items[index]
            conjunction_ratio = words.ratio(cached_words(conjunctions, language_of(blocks, index)))
            followed = place + 1 < len(visible) and statistics[place + 1].count > LONG
            values = {
                PARAGRAPH: _paragraph(words, conjunction_ratio),
                HEADING: 0.0 if block.links else _heading(block, words, followed),
                ITEM: 0.0 if block.links else _with_neighbours(items, place),
            }
            labels.append(self._label(values))
        return labels

    def _label(self, values: dict[int, float]) -> Label:
        kind = max(values, key=values.__getitem__)
        kept = values[kind] >= self.threshold
        return Label(kind if kept else DROPPED, 0.0, (kind, values[kind]))

    def sentence(self, label: Label) -> str:
        """Return the class with the largest pseudo-probability, and that value."""
        kind, value = label.facts
        side = "threshold" if label.kind != DROPPED else "below the threshold"
        return f"most like {NAMES[kind]}: {value:.2f}, {side} {self.threshold:g}"


def _item(block: Block, words: WordStatistics, capital: bool) -> float:
    """Return the pseudo-probability of a list item, without its neighbours."""
    if block.links:
        return 0.0
    marked = MARKED_ITEM if block.state & LIST else UNMARKED_ITEM
    return marked + max(0.0, SHORT_ITEM - PER_WORD * words.count) + CAPITAL * capital


def _with_neighbours(items: Sequence[float], place: int) -> float:
    """Return the pseudo-probability of a list item, including its neighbours."""
    around = [items[other] for other in (place - 1, place + 1) if 0 <= other < len(items)]
    return (1 - NEIGHBOURS) * items[place] + NEIGHBOURS * sum(around) / max(1, len(around))


def _heading(block: Block, words: WordStatistics, followed: bool) -> float:
    marked = MARKED_HEADING if block.level else 0.0
    return marked + max(0.0, SHORT_HEADING - PER_WORD * words.count) + FOLLOWED * followed


def _paragraph(words: WordStatistics, conjunction_ratio: float) -> float:
    punctuation = min(1.0, words.punct_ratio / FULL_PUNCTUATION)
    joined = min(1.0, conjunction_ratio / FULL_CONJUNCTIONS)
    return (punctuation + joined) / 2 * min(1.0, words.count / ENOUGH)
